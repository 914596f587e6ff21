/**
 * The filters of {@code dev.serval.filters} under the names that web.xml files use with Tomcat.
 * Must not know anything else.
 */
package org.apache.catalina.filters;

/**
 * Filters under the names that web.xml files know from Tomcat, of our own making. Must not know
 * anything of the server beyond the Servlet API, address rules and names. Start with {@link
 * org.apache.catalina.filters.FilterParameters}: every filter reads its settings by it, and refuses
 * to start with one that it does not know.
 */
package org.apache.catalina.filters;

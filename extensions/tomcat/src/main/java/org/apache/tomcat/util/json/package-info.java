/** Tomcat's class for JSON: the escapes of RFC 8259. Independent of all else. */
package org.apache.tomcat.util.json;

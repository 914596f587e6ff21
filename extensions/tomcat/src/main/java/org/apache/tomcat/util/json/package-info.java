/** What applications use of Tomcat for JSON: the escapes of RFC 8259. Knows nothing else. */
package org.apache.tomcat.util.json;

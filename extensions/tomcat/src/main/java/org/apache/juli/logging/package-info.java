/**
 * Tomcat's logging interface, for applications that call it; its messages go into the server's log.
 * Must not depend on anything but slf4j. Start with {@link org.apache.juli.logging.LogFactory}.
 */
package org.apache.juli.logging;

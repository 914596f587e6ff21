/**
 * Tomcat's logging interface, for applications that call it; its messages go where the server's go.
 * Must not know anything but slf4j. Start with {@link org.apache.juli.logging.LogFactory}.
 */
package org.apache.juli.logging;

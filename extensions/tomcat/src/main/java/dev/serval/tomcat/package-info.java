/**
 * The extension of the server with Tomcat's names for applications. Start reading at {@link
 * dev.serval.tomcat.TomcatNames}.
 */
package dev.serval.tomcat;

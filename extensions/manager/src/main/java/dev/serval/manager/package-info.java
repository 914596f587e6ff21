/**
 * The servlets of webapps/manager and webapps/host-manager. They know the Servlet API, the JDK and
 * {@code dev.serval.operations} alone, and offer the operations of the server in the forms of
 * Tomcat's managers and as JSON. Start reading at {@link dev.serval.manager.TextServlet} and {@link
 * dev.serval.manager.JsonServlet}.
 */
package dev.serval.manager;

/**
 * Who may have what of an application, and who has logged in (Servlet 6.1 §13): the tables and ways
 * of {@code dev.serval.security} over a request. Start reading at {@link
 * dev.serval.servlet.security.ContextSecurity}.
 */
package dev.serval.servlet.security;

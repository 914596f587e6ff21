/**
 * The constraints and logins of an application (Servlet 6.1 §13): {@code dev.serval.security}
 * applied to a request. Start reading at {@link dev.serval.servlet.security.ContextSecurity}.
 */
package dev.serval.servlet.security;

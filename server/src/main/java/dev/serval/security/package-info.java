/**
 * Users, roles, the ways to log in, and the constraints that require it (Servlet 6.1 §13). Uses the
 * API of servlets and sessions, but no context and no routing: it reads a request through {@link
 * dev.serval.security.LoginRequest}. Start reading at {@link dev.serval.security.ConstraintTable}
 * and {@link dev.serval.security.Authenticator}.
 */
package dev.serval.security;

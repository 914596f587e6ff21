/**
 * Who may have what: users and roles, the ways to prove who one is, and the constraints that ask
 * for it (Servlet 6.1 §13). Knows the API of servlets and sessions, but no context and no routing:
 * what it needs of a request it is given as {@link dev.serval.security.LoginRequest}. Start reading
 * at {@link dev.serval.security.ConstraintTable} and {@link dev.serval.security.Authenticator}.
 */
package dev.serval.security;

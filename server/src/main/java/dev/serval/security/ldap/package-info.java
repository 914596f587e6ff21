/**
 * Users of a directory, by LDAP (RFC 4511) and the JDK's own client. Only {@code builtin} uses it.
 * Start reading at {@link dev.serval.security.ldap.LdapRealm}.
 */
package dev.serval.security.ldap;

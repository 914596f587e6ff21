package dev.serval.security;

import java.security.cert.X509Certificate;

/** A realm without users: if none is configured, and for Tomcat's NullRealm. Stateless. */
final class NoRealm implements Realm {
    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        return null;
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        return null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return null;
    }
}

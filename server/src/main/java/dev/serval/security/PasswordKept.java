package dev.serval.security;

import java.security.cert.X509Certificate;

/**
 * A realm for one login that keeps the correct password. Owned by the thread that runs the call.
 */
public final class PasswordKept implements Realm {
    private final Realm realm;
    private String password;

    public PasswordKept(Realm realm) {
        this.realm = realm;
    }

    /** The password; null if no user has logged in with one. */
    public String password() {
        return password;
    }

    @Override
    public UserPrincipal authenticate(String user, String given, String client) {
        UserPrincipal found = realm.authenticate(user, given, client);
        if (found != null) {
            password = given;
        }
        return found;
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        return realm.authenticate(answer);
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return realm.authenticate(certificate);
    }
}

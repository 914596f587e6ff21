package dev.serval.security;

import java.io.IOException;

/** Asks nobody: who has not logged in by other means has not logged in. Stateless. */
public final class NonLoginAuthenticator implements Authenticator {
    @Override
    public String authType() {
        return null;
    }

    @Override
    public UserPrincipal authenticate(LoginRequest login, Realm realm) throws IOException {
        login.response().sendError(403);
        return null;
    }
}

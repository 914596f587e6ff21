package dev.serval.security;

import java.io.IOException;

/** Asks for no login: users are logged in only by other means. Stateless. */
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

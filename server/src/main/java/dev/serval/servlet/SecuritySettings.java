package dev.serval.servlet;

import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.LoginConfig;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;

/**
 * Who may log in to an application, and how. Immutable; for {@code ContextBuilder}.
 *
 * @param realm that knows the users
 * @param realmSettings what it says besides
 * @param login the login-config of the application
 * @param authenticator what a valve says of it
 */
record SecuritySettings(
        Realm realm,
        RealmSettings realmSettings,
        LoginConfig login,
        AuthenticatorSettings authenticator) {
    static final SecuritySettings DEFAULTS =
            new SecuritySettings(
                    Realm.NOBODY,
                    RealmSettings.DEFAULTS,
                    LoginConfig.NONE,
                    AuthenticatorSettings.DEFAULTS);

    SecuritySettings with(Realm other, RealmSettings settings) {
        return new SecuritySettings(other, settings, login, authenticator);
    }

    SecuritySettings with(LoginConfig other) {
        return new SecuritySettings(realm, realmSettings, other, authenticator);
    }

    SecuritySettings with(AuthenticatorSettings other) {
        return new SecuritySettings(realm, realmSettings, login, other);
    }
}

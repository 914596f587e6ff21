package dev.serval.servlet.security;

import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.LoginConfig;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SingleSignOn;

/**
 * Who may log in to an application, and how. Immutable; for {@code ContextBuilder}.
 *
 * @param realm that knows the users
 * @param realmSettings what it says besides
 * @param login the login-config of the application
 * @param authenticator what a valve says of it
 * @param singleSignOn the logins that the applications of the host share; null where each has its
 *     own
 */
public record SecuritySettings(
        Realm realm,
        RealmSettings realmSettings,
        LoginConfig login,
        AuthenticatorSettings authenticator,
        SingleSignOn singleSignOn) {
    public static final SecuritySettings DEFAULTS =
            new SecuritySettings(
                    Realm.NOBODY,
                    RealmSettings.DEFAULTS,
                    LoginConfig.NONE,
                    AuthenticatorSettings.DEFAULTS,
                    null);

    public SecuritySettings with(Realm other, RealmSettings settings) {
        return new SecuritySettings(other, settings, login, authenticator, singleSignOn);
    }

    public SecuritySettings with(LoginConfig other) {
        return new SecuritySettings(realm, realmSettings, other, authenticator, singleSignOn);
    }

    public SecuritySettings with(AuthenticatorSettings other) {
        return new SecuritySettings(realm, realmSettings, login, other, singleSignOn);
    }

    public SecuritySettings with(SingleSignOn other) {
        return new SecuritySettings(realm, realmSettings, login, authenticator, other);
    }
}

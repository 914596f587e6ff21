package dev.serval.servlet.security;

import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.NonLoginAuthenticator;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SingleSignOn;

/**
 * Who may log in to an application, and how. Immutable; for {@code ContextBuilder}.
 *
 * @param realm that knows the users
 * @param realmSettings what it says besides
 * @param authenticator the way to log in
 * @param settings what is said of it besides
 * @param singleSignOn the logins that the applications of the host share; null where each has its
 *     own
 */
public record SecuritySettings(
        Realm realm,
        RealmSettings realmSettings,
        Authenticator authenticator,
        AuthenticatorSettings settings,
        SingleSignOn singleSignOn) {
    public static final SecuritySettings DEFAULTS =
            new SecuritySettings(
                    Realm.NOBODY,
                    RealmSettings.DEFAULTS,
                    new NonLoginAuthenticator(),
                    AuthenticatorSettings.DEFAULTS,
                    null);

    public SecuritySettings with(Realm other, RealmSettings said) {
        return new SecuritySettings(other, said, authenticator, settings, singleSignOn);
    }

    public SecuritySettings with(Authenticator other, AuthenticatorSettings said) {
        return new SecuritySettings(realm, realmSettings, other, said, singleSignOn);
    }

    public SecuritySettings with(SingleSignOn other) {
        return new SecuritySettings(realm, realmSettings, authenticator, settings, other);
    }
}

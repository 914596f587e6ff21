package dev.serval.servlet.security;

import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.HostLogins;
import dev.serval.security.NonLoginAuthenticator;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SingleSignOn;
import dev.serval.servlet.request.ApiRequest;

/**
 * Who may log in to an application, and how. Immutable; for {@code ContextBuilder}. Null means the
 * setting of the host, looked up for each request since it may change.
 *
 * @param ownRealm that has the users; null for that of the host
 * @param ownRealmSettings its other settings; null for those of the host
 * @param authenticator how users log in
 * @param settings of the authenticator
 * @param ownSingleSignOn the logins shared with other applications; null for those of the host
 */
public record SecuritySettings(
        Realm ownRealm,
        RealmSettings ownRealmSettings,
        Authenticator authenticator,
        AuthenticatorSettings settings,
        SingleSignOn ownSingleSignOn) {
    public static final SecuritySettings DEFAULTS =
            new SecuritySettings(
                    null, null, new NonLoginAuthenticator(), AuthenticatorSettings.DEFAULTS, null);

    public SecuritySettings with(Realm other, RealmSettings said) {
        return new SecuritySettings(other, said, authenticator, settings, ownSingleSignOn);
    }

    public SecuritySettings with(Authenticator other, AuthenticatorSettings said) {
        return new SecuritySettings(ownRealm, ownRealmSettings, other, said, ownSingleSignOn);
    }

    public SecuritySettings with(SingleSignOn other) {
        return new SecuritySettings(ownRealm, ownRealmSettings, authenticator, settings, other);
    }

    Realm realm(ApiRequest request) {
        return realm(request.hostLogins());
    }

    Realm realm(HostLogins host) {
        return ownRealm != null ? ownRealm : host.realm();
    }

    RealmSettings realmSettings(ApiRequest request) {
        return ownRealmSettings != null ? ownRealmSettings : request.hostLogins().settings();
    }

    /** Null if every application has its own logins. */
    SingleSignOn singleSignOn(ApiRequest request) {
        return ownSingleSignOn != null ? ownSingleSignOn : request.hostLogins().singleSignOn();
    }
}

package dev.serval.security;

/**
 * How users log in to the applications of one host that configure nothing else. Immutable.
 *
 * @param realm that has the users
 * @param settings its settings for applications
 * @param singleSignOn the logins that the applications share; null if each has its own
 */
public record HostLogins(Realm realm, RealmSettings settings, SingleSignOn singleSignOn) {
    /** No user can log in. */
    public static final HostLogins NONE =
            new HostLogins(Realm.NOBODY, RealmSettings.DEFAULTS, null);
}

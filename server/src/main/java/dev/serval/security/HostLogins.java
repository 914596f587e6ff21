package dev.serval.security;

/**
 * By what users log in to the applications of one host that say nothing else. Immutable.
 *
 * @param realm that knows the users
 * @param settings what it says of applications
 * @param singleSignOn the logins that the applications share; null where each has its own
 */
public record HostLogins(Realm realm, RealmSettings settings, SingleSignOn singleSignOn) {
    /** Nobody can log in. */
    public static final HostLogins NONE =
            new HostLogins(Realm.NOBODY, RealmSettings.DEFAULTS, null);
}

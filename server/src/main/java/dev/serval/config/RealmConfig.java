package dev.serval.config;

import dev.serval.security.CredentialHandler;
import dev.serval.security.LockOutRealm;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.RealmSettings;
import java.util.List;

/**
 * The element {@code Realm}: who the users are. Immutable.
 *
 * @param at where it stands
 * @param kind what its class is
 * @param resourceName of USER_DATABASE: a UserDatabase of GlobalNamingResources
 * @param pathname of MEMORY: a user file, absolute or relative to the base
 * @param validate whether certificates must not be used before or after their time
 * @param credentials how passwords are kept
 * @param limits for logins that wait until their password is looked at
 * @param lockOut of LOCK_OUT
 * @param realms of LOCK_OUT and COMBINED
 * @param settings for applications that use it
 * @param given in Java, of GIVEN; else null
 */
public record RealmConfig(
        Location at,
        Kind kind,
        String resourceName,
        String pathname,
        boolean validate,
        CredentialHandler credentials,
        RealmLimits limits,
        LockOutRealm.Settings lockOut,
        List<RealmConfig> realms,
        RealmSettings settings,
        Realm given) {
    /** Where users are looked for when nothing else is said. */
    public static final String USER_FILE = "conf/tomcat-users.xml";

    /** The classes of realms that are there. */
    public enum Kind {
        USER_DATABASE,
        MEMORY,
        LOCK_OUT,
        COMBINED,
        NULL,
        GIVEN
    }

    public RealmConfig {
        realms = List.copyOf(realms);
    }

    /** One from Java. */
    public static RealmConfig of(Realm realm) {
        return new RealmConfig(
                Location.NONE,
                Kind.GIVEN,
                null,
                null,
                true,
                Pbkdf2Credentials.DEFAULT,
                RealmLimits.DEFAULTS,
                LockOutRealm.Settings.DEFAULTS,
                List.of(),
                RealmSettings.DEFAULTS,
                realm);
    }
}

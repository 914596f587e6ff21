package dev.serval.security;

import java.util.Map;

/**
 * The settings of a realm for its applications. Immutable; names and defaults are Tomcat's.
 *
 * @param allRoles the meaning of the role {@code *}; default strict
 * @param transportGuaranteeRedirectStatus of the redirect to TLS; default 302
 */
public record RealmSettings(AllRoles allRoles, int transportGuaranteeRedirectStatus) {
    public static final RealmSettings DEFAULTS = new RealmSettings(AllRoles.STRICT, 302);

    /** Who has the role {@code *} (Servlet 6.1 §13.8: all roles that the application names). */
    public enum AllRoles {
        /** Users with one of them. */
        STRICT,
        /** Everybody who has logged in. */
        AUTH_ONLY,
        /** Everybody who has logged in, if the application names none; else as STRICT. */
        STRICT_AUTH_ONLY;

        /** By Tomcat's names. */
        public static final Map<String, AllRoles> NAMES =
                Map.of(
                        "strict", STRICT,
                        "authOnly", AUTH_ONLY,
                        "strictAuthOnly", STRICT_AUTH_ONLY);
    }
}

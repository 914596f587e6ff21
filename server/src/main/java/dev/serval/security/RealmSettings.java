package dev.serval.security;

import java.util.Map;

/**
 * What a realm says of the applications that use it. Immutable; names and defaults are Tomcat's.
 *
 * @param allRoles what the role {@code *} asks for; default strict
 * @param transportGuaranteeRedirectStatus of the redirect to TLS; default 302
 */
public record RealmSettings(AllRoles allRoles, int transportGuaranteeRedirectStatus) {
    public static final RealmSettings DEFAULTS = new RealmSettings(AllRoles.STRICT, 302);

    /** Who has the role {@code *} (Servlet 6.1 §13.8: all roles that the application names). */
    public enum AllRoles {
        /** Who has one of them. */
        STRICT,
        /** Everybody who has logged in. */
        AUTH_ONLY,
        /** Everybody who has logged in, if the application names none; else as STRICT. */
        STRICT_AUTH_ONLY;

        /** By Tomcat's words. */
        public static final Map<String, AllRoles> NAMES =
                Map.of(
                        "strict", STRICT,
                        "authOnly", AUTH_ONLY,
                        "strictAuthOnly", STRICT_AUTH_ONLY);
    }
}

package dev.serval.security;

import java.util.Locale;

/**
 * The element login-config (Servlet 6.1 §13.6). Immutable.
 *
 * @param method the name of the authenticator
 * @param realmName that clients see; default {@link #REALM_NAME}
 * @param loginPage a path in the application; only for FORM, where it is needed
 * @param errorPage a path in the application; only for FORM, where it is needed
 */
public record LoginConfig(String method, String realmName, String loginPage, String errorPage) {
    /** The default, as in Tomcat. */
    public static final String REALM_NAME = "Authentication required";

    /** Users can log in only by a program. */
    public static final LoginConfig NONE = new LoginConfig("NONE", null, null, null);

    public LoginConfig {
        method = canonical(method);
        realmName = realmName == null || realmName.isEmpty() ? REALM_NAME : realmName;
        if (realmName.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw new IllegalArgumentException("the realm-name holds a control character");
        }
    }

    /** The auth-method in capitals and with hyphens, since descriptors contain other forms too. */
    public static String canonical(String method) {
        return method.toUpperCase(Locale.ROOT).replace('_', '-');
    }

    /** The name as a quoted-string (RFC 9110 §5.6.4). */
    public String quotedRealm() {
        return "\"" + realmName.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}

package dev.serval.security;

import java.util.Objects;

/**
 * The element login-config (Servlet 6.1 §13.6). Immutable.
 *
 * @param method how to log in
 * @param realmName that clients see; default {@link #REALM_NAME}
 * @param loginPage a path in the application; only for FORM, where it is needed
 * @param errorPage a path in the application; only for FORM, where it is needed
 */
public record LoginConfig(AuthMethod method, String realmName, String loginPage, String errorPage) {
    /** Where no other is given; Tomcat's. */
    public static final String REALM_NAME = "Authentication required";

    /** Nobody can log in but by a program. */
    public static final LoginConfig NONE = new LoginConfig(AuthMethod.NONE, null, null, null);

    public LoginConfig {
        Objects.requireNonNull(method, "method");
        realmName = realmName == null || realmName.isEmpty() ? REALM_NAME : realmName;
        if (realmName.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw new IllegalArgumentException("the realm-name holds a control character");
        }
    }

    /** The same pages and name for another way to log in. */
    public LoginConfig with(AuthMethod other) {
        return new LoginConfig(other, realmName, loginPage, errorPage);
    }

    /** The name as a quoted-string (RFC 9110 §5.6.4). */
    String quotedRealm() {
        return "\"" + realmName.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}

package dev.serval.http;

import java.util.Objects;

/**
 * The user who makes a request, as authenticated by a trusted peer in front of the server.
 * Immutable.
 *
 * @param user the name
 * @param authType how, for example {@code BASIC}
 * @param trusted what to do with a user that the realm does not know: true for one who has logged
 *     in and has no roles, as with Tomcat's {@code tomcatAuthentication="false"}; false for nobody,
 *     who gets 403 where somebody has to log in
 */
public record PresetLogin(String user, String authType, boolean trusted) {
    /** One whom the realm has to know. */
    public PresetLogin(String user, String authType) {
        this(user, authType, false);
    }

    public PresetLogin {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(authType, "authType");
    }
}

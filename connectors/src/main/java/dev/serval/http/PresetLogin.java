package dev.serval.http;

import java.util.Objects;

/**
 * The user who makes a request, as authenticated by a trusted peer in front of the server.
 * Immutable.
 *
 * @param user the name
 * @param authType how, for example {@code BASIC}
 */
public record PresetLogin(String user, String authType) {
    public PresetLogin {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(authType, "authType");
    }
}

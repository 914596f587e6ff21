package dev.serval.http;

import java.util.Objects;

/**
 * Who makes a request, as a trusted peer in front of the server has found out. Immutable.
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

package dev.serval.security;

import java.io.Serializable;
import java.security.Principal;
import java.util.Set;

/**
 * Somebody who has proven who they are. Immutable, thread-safe; applications see it as {@code
 * getUserPrincipal} (Servlet 6.1 §13.3).
 *
 * @param name of the user
 * @param roles those of the realm; role links of an application do not count here
 */
public record UserPrincipal(String name, Set<String> roles) implements Principal, Serializable {
    public UserPrincipal {
        roles = Set.copyOf(roles);
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}

package dev.serval.security;

import java.io.Serializable;
import java.security.Principal;
import java.util.Set;

/**
 * A user whose identity is proven. Immutable, thread-safe; applications see it as {@code
 * getUserPrincipal} (Servlet 6.1 §13.3).
 *
 * @param name of the user
 * @param roles from the realm; role links of an application are not included
 * @param origin the users among which it is looked up again, for {@link Realm#current}; null if it
 *     stays as it is
 */
public record UserPrincipal(String name, Set<String> roles, String origin)
        implements Principal, Serializable {
    public UserPrincipal {
        roles = Set.copyOf(roles);
    }

    /** One that stays as it is. */
    public UserPrincipal(String name, Set<String> roles) {
        this(name, roles, null);
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

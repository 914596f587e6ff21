package dev.serval.security;

import java.util.Set;

/**
 * What a request needs before it is answered (Servlet 6.1 §13.8.3). Immutable.
 *
 * @param kind whether a user has to be logged in
 * @param roles one of which is needed if the kind is ROLES
 * @param confidential whether it has to use TLS
 */
public record Access(Requirement kind, Set<String> roles, boolean confidential) {
    /** No requirement. */
    public static final Access OPEN = new Access(Requirement.OPEN, Set.of(), false);

    static final Access DENIED = new Access(Requirement.DENIED, Set.of(), false);

    /** What is required of the user. */
    public enum Requirement {
        /** Everybody has access. */
        OPEN,
        /** Users with one of some roles have access. */
        ROLES,
        /** No user has access. */
        DENIED
    }
}

package dev.serval.security;

import java.util.Set;

/**
 * What a request needs to be answered (Servlet 6.1 §13.8.3). Immutable.
 *
 * @param kind whether somebody has to have logged in
 * @param roles one of which is needed, where the kind is ROLES
 * @param confidential whether it has to come by TLS
 */
public record Access(Kind kind, Set<String> roles, boolean confidential) {
    /** Nothing. */
    public static final Access OPEN = new Access(Kind.OPEN, Set.of(), false);

    static final Access DENIED = new Access(Kind.DENIED, Set.of(), false);

    /** What is asked of the user. */
    public enum Kind {
        /** Nothing: everybody may have it. */
        OPEN,
        /** One of some roles. */
        ROLES,
        /** Nobody may have it. */
        DENIED
    }
}

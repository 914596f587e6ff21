package dev.serval.security;

import java.util.List;

/**
 * Tomcat's NestedCredentialHandler: a password is correct if one of several handlers accepts it;
 * the first one stores new passwords. Immutable, thread-safe.
 *
 * @param handlers at least one
 */
public record NestedCredentials(List<CredentialHandler> handlers) implements CredentialHandler {
    public NestedCredentials {
        handlers = List.copyOf(handlers);
    }

    /** All are called, so that the time does not show which one accepted it. */
    @Override
    public boolean matches(String password, String kept) {
        boolean right = false;
        for (CredentialHandler handler : handlers) {
            right |= handler.matches(password, kept);
        }
        return right;
    }

    /** That of the slowest; the form decides which handlers compute. */
    @Override
    public int rounds(String kept) {
        return handlers.stream().mapToInt(handler -> handler.rounds(kept)).max().orElse(1);
    }

    @Override
    public String mutate(String password) {
        return handlers.get(0).mutate(password);
    }

    @Override
    public String a1(DigestAnswer answer, String kept) {
        for (CredentialHandler handler : handlers) {
            String a1 = handler.a1(answer, kept);
            if (a1 != null) {
                return a1;
            }
        }
        return null;
    }
}

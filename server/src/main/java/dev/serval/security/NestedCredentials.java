package dev.serval.security;

import java.util.List;

/**
 * Tomcat's NestedCredentialHandler: a password is right when one of several handlers says so, and
 * is kept as the first one does it. Immutable, thread-safe.
 *
 * @param handlers at least one
 */
public record NestedCredentials(List<CredentialHandler> handlers) implements CredentialHandler {
    public NestedCredentials {
        handlers = List.copyOf(handlers);
    }

    /** All are asked, so that the time does not tell which one it was. */
    @Override
    public boolean matches(String password, String kept) {
        boolean right = false;
        for (CredentialHandler handler : handlers) {
            right |= handler.matches(password, kept);
        }
        return right;
    }

    /** That of the slowest: which ones compute depends on the form. */
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

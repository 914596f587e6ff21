package dev.serval.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What was found last of users who have logged in, for a second: requests that come together ask
 * once. Thread-safe. While somebody asks, and where there is no answer, what was known before
 * counts.
 */
final class PresentUsers {
    private static final int MOST = 1000;
    private static final long FRESH = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    // The user who was used last comes last.
    private final Map<String, Found> found =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Found> eldest) {
                    return size() > MOST;
                }
            };

    /** Null for a user who is no more. */
    private record Found(UserPrincipal user, long at) {}

    /** Asks for a user; null if there is none. */
    @FunctionalInterface
    interface Question {
        /** Throws {@link LoginsBusyException} where there is no answer. */
        UserPrincipal ask(String user);
    }

    PresentUsers(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A user was found. */
    void add(UserPrincipal user) {
        put(user.name(), user);
    }

    private void put(String name, UserPrincipal user) {
        synchronized (found) {
            found.put(name, new Found(user, nanos.getAsLong()));
        }
    }

    /** The user as of now; null if there is none any more. */
    UserPrincipal find(UserPrincipal user, Question question) {
        UserPrincipal last;
        synchronized (found) {
            Found known = found.get(user.name());
            last = known == null ? user : known.user();
            if (known != null && nanos.getAsLong() - known.at() < FRESH) {
                return last;
            }
            found.put(user.name(), new Found(last, nanos.getAsLong()));
        }
        UserPrincipal now;
        try {
            now = question.ask(user.name());
        } catch (LoginsBusyException e) {
            return last; // whoever knows the users cannot be asked now
        }
        put(user.name(), now);
        return now;
    }
}

package dev.serval.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The last answers about users who have logged in, for a second: requests that come together ask
 * once. Thread-safe. While a request asks, the former answer counts for two seconds; if there is no
 * answer, for a minute. An older or missing answer does not count: then there is no user.
 */
final class PresentUsers {
    private static final int MOST = 1000;
    private static final long FRESH = TimeUnit.SECONDS.toNanos(1);
    private static final long WHILE_ASKED = TimeUnit.SECONDS.toNanos(2);
    private static final long OLDEST = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    // The user who was used last comes last.
    private final Map<Key, Found> found =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Found> eldest) {
                    return size() > MOST;
                }
            };

    /** Databases may have different users of one name. */
    private record Key(String database, String name) {}

    /** An answer: the user, null if there is none any more, and when it was asked for. */
    private record Found(UserPrincipal user, long at, boolean asking) {}

    /** Asks for a user; null if there is none. */
    @FunctionalInterface
    interface Question {
        /** Throws {@link LoginsBusyException} if there is no answer. */
        UserPrincipal ask(String user);
    }

    PresentUsers(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A user has logged in. */
    void add(String database, UserPrincipal user) {
        put(new Key(database, user.name()), user, nanos.getAsLong());
    }

    /** Adds the answer to a question of that time; the answer to a later question is kept. */
    private void put(Key key, UserPrincipal user, long at) {
        synchronized (found) {
            Found known = found.get(key);
            if (known == null || known.at() - at <= 0) {
                found.put(key, new Found(user, at, false));
            }
        }
    }

    /**
     * The user as of now; null if there is none any more. Throws {@link LoginsBusyException} if
     * there is no answer, and no known answer is new enough.
     */
    UserPrincipal find(String database, String name, Question question) {
        Key key = new Key(database, name);
        long at = nanos.getAsLong();
        Found known;
        synchronized (found) {
            known = found.get(key);
            if (known != null) {
                if (at - known.at() < (known.asking() ? WHILE_ASKED : FRESH)) {
                    return known.user();
                }
                found.put(key, new Found(known.user(), known.at(), true));
            }
        }
        try {
            UserPrincipal now = question.ask(name);
            put(key, now, at);
            return now;
        } catch (LoginsBusyException e) {
            if (known == null || at - known.at() >= OLDEST) {
                throw e;
            }
            return known.user();
        } finally {
            asked(key);
        }
    }

    /** The question has ended: the next request asks again. */
    private void asked(Key key) {
        synchronized (found) {
            Found known = found.get(key);
            if (known != null && known.asking()) {
                found.put(key, new Found(known.user(), known.at(), false));
            }
        }
    }
}

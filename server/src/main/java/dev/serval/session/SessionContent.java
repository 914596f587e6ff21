package dev.serval.session;

import java.util.Map;

/**
 * The content of a session that can be kept elsewhere, apart from the requests that use it.
 * Immutable, but for the values of its attributes, which are the application's.
 *
 * @param id its present id
 * @param created milliseconds since 1970, as the other times
 * @param lastAccessed when the request before the last one began
 * @param thisAccessed when the last request began
 * @param lastUsed when the last request ended
 * @param maxInactive seconds; 0 or less for a session that never times out
 * @param fresh whether its client has not sent its id yet
 * @param version that a store has of it; 0 if it has none
 * @param attributes by name
 */
public record SessionContent(
        String id,
        long created,
        long lastAccessed,
        long thisAccessed,
        long lastUsed,
        int maxInactive,
        boolean fresh,
        long version,
        Map<String, Object> attributes) {

    public SessionContent {
        attributes = Map.copyOf(attributes);
    }

    /** When its time is over, in milliseconds since 1970; Long.MAX_VALUE if it never is. */
    public long expires() {
        return maxInactive <= 0 ? Long.MAX_VALUE : lastUsed + maxInactive * 1000L;
    }

    /** The same in a store's version. */
    public SessionContent version(long stored) {
        return new SessionContent(
                id,
                created,
                lastAccessed,
                thisAccessed,
                lastUsed,
                maxInactive,
                fresh,
                stored,
                attributes);
    }
}

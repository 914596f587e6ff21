package dev.serval.operations;

import java.time.Instant;
import java.util.List;

/**
 * A session at one moment. Immutable; references no object of the application.
 *
 * @param handle a digest of its id, which identifies the session, but cannot be used as its id
 * @param created when it began
 * @param lastAccessed when the last request but the current one began
 * @param idleMillis since its last request ended; 0 while a request uses it
 * @param timeoutSeconds without a request after which it ends; 0 or less: never
 * @param user the user who has logged in; null without a login
 * @param isNew whether its client has not sent its id yet
 * @param attributeCount how many attributes it has
 * @param attributes ordered by name; empty if they were not requested
 */
public record SessionView(
        String handle,
        Instant created,
        Instant lastAccessed,
        long idleMillis,
        int timeoutSeconds,
        String user,
        boolean isNew,
        int attributeCount,
        List<SessionAttribute> attributes) {
    public SessionView {
        attributes = List.copyOf(attributes);
    }

    /**
     * An attribute. Immutable.
     *
     * @param type the name of its class
     * @param text its value in at most 200 characters, if no code of the application is needed to
     *     format it; null otherwise
     */
    public record SessionAttribute(String name, String type, String text) {}
}

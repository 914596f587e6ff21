package dev.serval.valve;

import java.util.Objects;

/**
 * Writes the page of an error for which the application has none. Thread-safe. It is a valve by its
 * place in the configuration alone: nothing is called before or around. That of a context counts,
 * else that of its host, else that of the engine; of several in one of them the last. Connectors
 * and valves before routing refuse requests without it.
 */
public interface ErrorReport extends Valve {
    /**
     * The data of an error. Immutable.
     *
     * @param status 400 or more
     * @param path as the client has sent it, without the query, which may hold a secret; null if
     *     there is none
     * @param message plain text, of the application or for clients; null if there is none
     * @param code the reason if the server itself refused; null if it did not
     * @param requestId under which the log may have more; null if there is none
     * @param thrown what the application threw; null if it did not
     */
    record Failure(
            int status,
            String path,
            String message,
            String code,
            String requestId,
            Throwable thrown) {}

    /**
     * The answer to an error. Immutable.
     *
     * @param type the media type of the body
     * @param location where the client is sent by a 302, without a body; null for a page with the
     *     status of the error
     */
    record Page(String type, byte[] body, String location) {
        public Page {
            Objects.requireNonNull(body, "body");
        }

        public Page(String type, byte[] body) {
            this(type, body, null);
        }
    }

    /**
     * Returns the page; null for the server's own page, which is also sent if this method throws.
     * Called on an I/O thread unless it {@link #mayWait}.
     */
    Page page(Failure failure);

    /** Whether it may take long, so that a worker calls it; false by default. Always the same. */
    default boolean mayWait() {
        return false;
    }
}

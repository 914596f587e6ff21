package dev.serval.websocket.wire;

/**
 * The initial limits of a connection. Immutable.
 *
 * @param maxText chars of a whole text message; a longer one is refused with 1009. 0 or less for no
 *     limit
 * @param maxBinary bytes of a whole binary message, the same
 * @param idleMillis after which an idle connection is closed with 1001; 0 or less for never
 * @param sendMillis that a blocking send may take; 0 or less for no limit. After that the
 *     connection is closed
 * @param closeMillis that the closing handshake may take, from the close frame of this side on
 * @param maxQueued bytes of messages that wait for a client that does not read; further
 *     asynchronous sends fail
 */
public record Limits(
        int maxText,
        int maxBinary,
        long idleMillis,
        long sendMillis,
        long closeMillis,
        int maxQueued) {
    /** Tomcat's sizes and times; 256 KiB may wait. */
    public static final Limits DEFAULT = new Limits(8192, 8192, 0, 20_000, 10_000, 256 * 1024);
}

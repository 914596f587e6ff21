package dev.serval.net;

/**
 * A request that an application answers at this moment, as seen from beside it. Immutable. What it
 * says may be over when it is read.
 *
 * @param id the request's id in the log; null if it has none so far
 * @param method for example {@code GET}
 * @param path as the client sent it, without query and path parameters, which may be secrets
 * @param protocol for example {@code HTTP/1.1}
 * @param host the name that the client asked for; empty if it named none
 * @param peer the client and the address that it connected to
 * @param startedNanos when its head was complete, by {@link System#nanoTime}
 * @param sent bytes of its response so far
 * @param received the declared bytes of its body; 0 if it has none, or of unknown length
 * @param thread the thread that runs it; null while it waits for one, or goes on without
 */
public record RequestInFlight(
        String id,
        String method,
        String path,
        String protocol,
        String host,
        Peer peer,
        long startedNanos,
        long sent,
        long received,
        Thread thread) {}

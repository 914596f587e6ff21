package dev.serval.net;

import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sockets whose last answer and end were sent and have yet to arrive: closing them at once could
 * reset the connection and destroy the answer (RFC 9112 §9.6). They hold no thread, no buffer and
 * no place. Thread-safe.
 */
final class Lingering {
    private static final int MILLIS = 1000;
    // A limit of descriptors that serve nobody.
    private static final int MOST = 512;

    private record Last(Channel channel, long until) {}

    static {
        // Loaded early: without descriptors no class can be loaded.
        new Last(null, 0);
    }

    // Ordered by the time of their end.
    private final Queue<Last> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Closes it in a second; if there are too many, closes the oldest one now. */
    void add(Channel channel, long now) {
        sockets.add(new Last(channel, now + MILLIS));
        if (count.incrementAndGet() > MOST) {
            closeOldest();
        }
    }

    boolean isEmpty() {
        return sockets.isEmpty();
    }

    /** Closes those whose time is over. */
    void sweep(long now) {
        for (Last oldest = sockets.peek();
                oldest != null && oldest.until <= now;
                oldest = sockets.peek()) {
            closeOldest();
        }
    }

    /** Closes all. */
    void close() {
        while (closeOldest()) {
            // Goes on with the next one.
        }
    }

    private boolean closeOldest() {
        Last oldest = sockets.poll();
        if (oldest == null) {
            return false;
        }
        count.decrementAndGet();
        try {
            oldest.channel.close();
        } catch (IOException e) {
            // Nothing more can be done with it.
        }
        return true;
    }
}

package dev.serval.net;

import java.io.IOException;
import java.nio.channels.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sockets that have had their last answer and the end behind it, and wait for nothing but that it
 * arrives: closing at once would reset them and could take the answer away (RFC 9112 §9.6). They
 * hold no thread, no buffer and no place. Thread-safe.
 */
final class Lingering {
    private static final int MILLIS = 1000;
    // Of descriptors that nobody is served by.
    private static final int MOST = 512;

    private record Last(Channel channel, long until) {}

    static {
        // Without descriptors no class can be loaded any more.
        new Last(null, 0);
    }

    // In the order of their ends.
    private final Queue<Last> sockets = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Closes it in a second; when there are too many, the oldest one now. */
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
            // The next one.
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
            // There is nothing left to be done with it.
        }
        return true;
    }
}

package dev.serval.files;

import java.io.IOException;
import java.nio.channels.Channel;
import java.nio.channels.DatagramChannel;
import java.nio.file.FileSystemException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * File descriptors that are held so that a file can be opened when connections have taken all
 * others, until the endpoints have closed idle connections. Thread-safe.
 */
final class SpareDescriptors {
    /** How many are held. */
    static final int MOST = 4;

    /** The descriptors of this process, which has one limit for all its servers. */
    static final SpareDescriptors PROCESS = new SpareDescriptors();

    /** Opens something that takes a descriptor. */
    interface Opening<T> {
        T open() throws IOException;
    }

    private final Deque<Channel> held = new ArrayDeque<>(MOST);
    private volatile boolean whole;

    /** Opens it; if no descriptor is left, gives up one that was held. */
    <T> T open(Opening<T> opening) throws IOException {
        if (!whole) {
            refill();
        }
        while (true) {
            try {
                return opening.open();
            } catch (FileSystemException e) {
                // The JDK has no exception type for it, and the system's text is in the user's
                // language; an exception with a type of its own, as for a missing file, has another
                // cause.
                if (e.getClass() != FileSystemException.class || !give()) {
                    throw e;
                }
            }
        }
    }

    /** Returns one to the process; false if none is held. */
    private synchronized boolean give() {
        Channel spare = held.poll();
        if (spare == null) {
            return false;
        }
        whole = false;
        try {
            spare.close();
        } catch (IOException e) {
            // A socket that was never bound: its descriptor is free all the same.
        }
        return true;
    }

    private synchronized void refill() {
        try {
            while (held.size() < MOST) {
                held.add(DatagramChannel.open());
            }
            whole = true;
        } catch (IOException e) {
            // There is none at the moment: the next open tries again.
        }
    }
}

package dev.serval.websocket.wire;

import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the senders of messages that were sent or given up. Thread-safe. They are called one at a
 * time and in order; a message sent within such a call is reported after it, not within it.
 */
final class Completions {
    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);

    private final ReentrantLock lock = new ReentrantLock();
    private Outgoing first;
    private Outgoing last;
    private boolean telling;

    /** A frame that is in no other list any more. */
    void add(Outgoing frame) {
        lock.lock();
        try {
            if (first == null) {
                first = frame;
            } else {
                last.next = frame;
            }
            last = frame;
        } finally {
            lock.unlock();
        }
    }

    boolean isAny() {
        lock.lock();
        try {
            return first != null;
        } finally {
            lock.unlock();
        }
    }

    /** Calls for all, unless another thread is doing it. */
    void tell() {
        lock.lock();
        try {
            if (telling || first == null) {
                return;
            }
            telling = true;
        } finally {
            lock.unlock();
        }
        for (Outgoing frame = take(); frame != null; frame = take()) {
            try {
                frame.tell();
            } catch (RuntimeException | Error e) {
                LOG.warn("Somebody who was told that a message is sent failed", e);
            }
        }
    }

    private Outgoing take() {
        lock.lock();
        try {
            Outgoing frame = first;
            if (frame == null) {
                telling = false;
                return null;
            }
            first = frame.next;
            frame.next = null;
            return frame;
        } finally {
            lock.unlock();
        }
    }
}

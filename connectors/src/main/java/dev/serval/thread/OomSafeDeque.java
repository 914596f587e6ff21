package dev.serval.thread;

import java.util.ArrayDeque;

/**
 * Adds to an ArrayDeque that must not lose what it has, even while there is no memory for more of
 * it. Stateless.
 */
public final class OomSafeDeque {
    private OomSafeDeque() {}

    /** Adds the element at the end. Throws OutOfMemoryError with the deque as it was before. */
    public static <E> void addLast(ArrayDeque<E> deque, E element) {
        try {
            deque.addLast(element);
        } catch (OutOfMemoryError e) {
            // It took the last free place, and a deque without one that cannot grow calls itself
            // empty. All are there again once that one is taken back.
            deque.pollLast();
            throw e;
        }
    }
}

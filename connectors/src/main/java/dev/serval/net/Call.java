package dev.serval.net;

/**
 * Work of a request that waits a limited time for its turn among the calls of applications. Made by
 * protocols, run by a {@link Driver}: either {@link #run} or {@link #overdue}, once.
 */
public interface Call extends Runnable {
    /** When it began to wait, by {@link System#nanoTime}. */
    long startedNanos();

    /** What is known of its route; null if nothing is recorded, and it always gets a worker. */
    default Pace pace() {
        return null;
    }

    /**
     * Called instead of {@link #run} if its turn did not come in time. From any thread; never
     * blocks.
     */
    void overdue();
}

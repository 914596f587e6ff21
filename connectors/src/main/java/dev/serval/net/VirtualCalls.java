package dev.serval.net;

import dev.serval.thread.TurnGuard;
import java.util.concurrent.ThreadFactory;

/**
 * Runs what waits for {@link Workers} on virtual threads, each made for one task, and counts those
 * that run. By the lock of the workers, but for the tasks themselves.
 */
final class VirtualCalls {
    private final Workers workers;
    private final WaitingCalls queue;
    private final ThreadFactory factory;
    private final TurnGuard guard;
    private int running;

    VirtualCalls(Workers workers, WaitingCalls queue, ThreadFactory factory, TurnGuard guard) {
        this.workers = workers;
        this.queue = queue;
        this.factory = factory;
        this.guard = guard;
    }

    int running() {
        return running;
    }

    /** A thread that has no task from the queue counts as one that runs. */
    void entered() {
        running++;
    }

    /** One that ran has ended. */
    void left() {
        running--;
    }

    /**
     * What waits goes on as far as there is room; false where the next one can have no thread: it
     * waits on, first in the queue. Never throws.
     *
     * @param paused of those that run, how many wait for their clients
     * @param most others that run at once
     */
    boolean start(int paused, int most) {
        while (running - paused < most && !queue.isEmpty()) {
            Runnable task = queue.peek();
            try {
                if (task instanceof Seat seat) {
                    seat.run();
                } else {
                    factory.newThread(() -> workers.runVirtual(task)).start();
                }
            } catch (RuntimeException | Error e) {
                // No carrier can be made, or no memory is left; the sweep tries again.
                guard.note(e);
                return false;
            }
            queue.poll();
            running++;
        }
        return true;
    }
}

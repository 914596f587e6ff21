package dev.serval.net;

import dev.serval.thread.TurnGuard;
import java.util.concurrent.ThreadFactory;

/**
 * Runs the tasks that wait for {@link Workers} on virtual threads, each created for one task, and
 * counts those that run. Called with the lock of the workers held; the tasks run without it.
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

    /** A thread without a task from the queue begins to count as running. */
    void entered() {
        running++;
    }

    /** A thread that counted as running has ended. */
    void left() {
        running--;
    }

    /**
     * Starts waiting tasks as far as there is room. False if the next one can have no thread; it
     * stays first in the queue. Never throws.
     *
     * @param paused how many of the running ones wait for their clients
     * @param most the limit of the others
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
                // No carrier can be created, or no memory is left; the sweep tries again.
                guard.note(e);
                return false;
            }
            queue.poll();
            running++;
        }
        return true;
    }
}

package dev.serval.servlet.async;

import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadFactory;

/**
 * The last turns of connections for which no worker is free: one behind the other on a thread of
 * their own, which is there only while some wait. They may block, and hold up neither an event loop
 * nor a sweep. Thread-safe.
 */
final class LastTurns {
    private final ThreadFactory threads = Threads.platform("serval-last-turns-");
    private final TurnGuard guard = new TurnGuard("The last turn of a connection");
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean running;

    void add(Runnable turn) {
        synchronized (waiting) {
            waiting.add(turn);
        }
        revive();
    }

    /** Begins what waits, where the system gave no thread before. */
    void revive() {
        synchronized (waiting) {
            if (running || waiting.isEmpty()) {
                return;
            }
            running = true;
            try {
                threads.newThread(this::run).start();
            } catch (OutOfMemoryError e) {
                running = false;
            }
        }
    }

    private void run() {
        for (Runnable turn = next(); turn != null; turn = next()) {
            try {
                turn.run();
            } catch (Throwable e) {
                // Those behind it have their turns all the same.
                guard.note(e);
            }
        }
    }

    private Runnable next() {
        synchronized (waiting) {
            running = !waiting.isEmpty();
            return waiting.poll();
        }
    }
}

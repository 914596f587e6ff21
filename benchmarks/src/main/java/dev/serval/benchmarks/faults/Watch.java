package dev.serval.benchmarks.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * Asks all probes, each by a thread of its own, until it is closed. Owned by the driver's thread.
 */
final class Watch implements AutoCloseable {
    private static final int PAUSE_MILLIS = 60;

    private final Tally tally = new Tally();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    Watch(List<Probe> probes, int millis) {
        for (Probe probe : probes) {
            Thread thread = new Thread(() -> run(probe, millis), "probe " + probe.name());
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    private void run(Probe probe, int millis) {
        try {
            while (!over) {
                probe.ask(tally, millis);
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Tally tally() {
        return tally;
    }

    /** Waits for the answers that are still out: one that hangs is part of the picture. */
    @Override
    public void close() throws InterruptedException {
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

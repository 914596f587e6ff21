package dev.serval.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** For tests that wait for a server's clocks: all wires wait at once. Stateless. */
final class AllWires {
    private static final int PATIENCE_SECONDS = 120;

    /** What is tested. */
    interface Check {
        void on(Wire wire) throws Exception;
    }

    private AllWires() {}

    /** Runs it on every wire, each on a thread of its own; a failure names the wire. */
    static void atOnce(Check check) throws InterruptedException {
        List<Wire> wires = Wire.tested();
        ExecutorService threads = Executors.newFixedThreadPool(wires.size());
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (Wire wire : wires) {
                running.add(
                        threads.submit(
                                () -> {
                                    check.on(wire);
                                    return null;
                                }));
            }
            for (int i = 0; i < wires.size(); i++) {
                try {
                    running.get(i).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    throw new AssertionError("on " + wires.get(i), e.getCause());
                } catch (TimeoutException e) {
                    throw new AssertionError("on " + wires.get(i) + " it takes too long", e);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

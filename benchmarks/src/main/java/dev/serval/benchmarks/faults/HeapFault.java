package dev.serval.benchmarks.faults;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A servlet fills the heap until the OutOfMemoryError and lets go at once, twenty times, while four
 * clients ask another one for its hi. Every error of the application may cost the answers of that
 * moment, none of those behind it.
 */
record HeapFault(int heapMb) implements Scenario {
    private static final int TIMES = 20;
    private static final int MOST_MILLIS = 9000;
    // Each of the last bytes costs a collection of the whole heap.
    private static final int LAST_MILLIS = 60_000;

    @Override
    public String name() {
        return "heap-" + heapMb;
    }

    @Override
    public FaultPlan plan(Wire wire, int jdk) {
        return FaultPlan.USUAL.heap(heapMb);
    }

    @Override
    public void inflict(Scene scene) throws Exception {
        Client plain = scene.server().plain();
        Thread four =
                new Thread(
                        () -> {
                            try {
                                Crowd.of(
                                        4,
                                        MOST_MILLIS,
                                        Integer.MAX_VALUE,
                                        () -> plain.get("/hello", "", 1000).body());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        four.setDaemon(true);
        four.start();
        int times = 0;
        int silent = 0;
        long begun = System.nanoTime();
        while (times < TIMES && Client.millisSince(begun) < MOST_MILLIS && silent < 3) {
            times++;
            Map<String, Integer> outcome =
                    Crowd.of(1, 1, 1, () -> "status " + plain.get("/fill", "", 3000).status());
            silent = outcome.toString().contains("Exception") ? silent + 1 : 0;
        }
        four.interrupt();
        begun = System.nanoTime();
        while (!letGo(plain) && Client.millisSince(begun) < LAST_MILLIS) {
            LockSupport.parkNanos(200_000_000);
        }
        scene.note(times + " times, the last answers: " + (silent == 0 ? "came" : "missing"));
    }

    /** Whether no call fills the heap any more, whose answer was given up. */
    private static boolean letGo(Client plain) {
        try {
            return plain.get("/fill?calls", "", 1000).body().equals("0");
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void examine(Scene scene) throws IOException {
        long errors = scene.server().logged("OutOfMemoryError");
        scene.note("the log has " + errors + " lines with OutOfMemoryError");
        if (errors == 0) {
            scene.broken("the log says nothing of an OutOfMemoryError");
        }
    }
}

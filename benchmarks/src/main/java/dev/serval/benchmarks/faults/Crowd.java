package dev.serval.benchmarks.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Many clients that do the same again and again for a while. Stateless. */
final class Crowd {
    private Crowd() {}

    /**
     * @param most how often they do it at most, all together
     * @param act returns its outcome in a word; an exception's name is one, too
     * @return how often each outcome was there
     */
    static Map<String, Integer> of(int clients, int millis, int most, Callable<String> act)
            throws InterruptedException {
        Map<String, Integer> outcomes = new TreeMap<>();
        int[] left = {most};
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Thread thread =
                    new Thread(
                            () -> {
                                while (System.nanoTime() < end) {
                                    synchronized (outcomes) {
                                        if (left[0]-- <= 0) {
                                            return;
                                        }
                                    }
                                    String outcome = outcome(act);
                                    synchronized (outcomes) {
                                        outcomes.merge(outcome, 1, Integer::sum);
                                    }
                                }
                            },
                            "crowd " + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return outcomes;
    }

    private static String outcome(Callable<String> act) {
        try {
            return act.call();
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }
}

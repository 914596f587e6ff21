package dev.serval.servlet.async;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs a scenario once for each way in which others can get in between: a deterministic scheduler.
 * The scenario's own steps run on the calling thread; at each {@link #point} any of the actors that
 * have not acted yet may act, on another thread, while the caller waits. An actor is one step.
 * Every run repeats the decisions of the one before up to the last that can be made otherwise.
 */
final class Interleavings {
    private record Actor(String name, Runnable deed, boolean another) {}

    private static final ExecutorService ANOTHER =
            Executors.newSingleThreadExecutor(
                    task -> {
                        Thread thread = new Thread(task, "another");
                        thread.setDaemon(true);
                        return thread;
                    });

    private final Thread own = Thread.currentThread();
    private final List<Integer> path;
    private final List<Integer> widths;
    private final List<Actor> waiting = new ArrayList<>();
    private final List<String> story = new ArrayList<>();
    private int at;
    // Kept, since the server catches what its listeners and servlets throw.
    private Exception failed;

    private Interleavings(List<Integer> path, List<Integer> widths) {
        this.path = path;
        this.widths = widths;
    }

    /** Runs them all, but not more than so many; returns how many. A failure tells its story. */
    static long explore(long most, Consumer<Interleavings> scenario) {
        List<Integer> path = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        long runs = 0;
        do {
            Interleavings one = new Interleavings(path, widths);
            try {
                scenario.accept(one);
                if (one.failed != null) {
                    throw new IllegalStateException(one.failed);
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("in the order " + one.story + ": " + e, e);
            }
            runs++;
        } while (runs < most && advance(path, widths));
        return runs;
    }

    private static boolean advance(List<Integer> path, List<Integer> widths) {
        for (int last = path.size() - 1; last >= 0; last--) {
            if (path.get(last) + 1 < widths.get(last)) {
                path.set(last, path.get(last) + 1);
                return true;
            }
            path.remove(last);
            widths.remove(last);
        }
        return false;
    }

    /** One that acts on another thread, at any time from now on. */
    void actor(String name, Runnable deed) {
        waiting.add(new Actor(name, deed, true));
    }

    /** A task that the server has given to another thread. Its points are the scenario's. */
    void task(Runnable task) {
        waiting.add(new Actor("task", task, false));
    }

    /** Others may act here. */
    void point(String name) {
        if (Thread.currentThread() != own) {
            return;
        }
        story.add(name);
        while (!waiting.isEmpty()) {
            int choice = choose(waiting.size() + 1);
            if (choice == 0) {
                return;
            }
            act(waiting.remove(choice - 1));
        }
    }

    /** Until nobody is left. */
    void drain() {
        while (!waiting.isEmpty()) {
            Actor next = waiting.remove(choose(waiting.size()));
            if (next.another()) {
                act(next);
            } else {
                story.add(next.name());
                next.deed().run();
            }
        }
    }

    private void act(Actor actor) {
        story.add("*" + actor.name());
        try {
            ANOTHER.submit(actor.deed()).get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            failed = failed == null ? e : failed;
            throw new IllegalStateException(actor.name() + " fails, or does not return", e);
        }
    }

    private int choose(int width) {
        if (width == 1) {
            return 0;
        }
        if (at == path.size()) {
            path.add(0);
            widths.add(width);
        }
        return path.get(at++);
    }
}

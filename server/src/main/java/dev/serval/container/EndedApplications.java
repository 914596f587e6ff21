package dev.serval.container;

import dev.serval.lifecycle.PeriodicTasks;
import dev.serval.webapp.JdkCaches;
import dev.serval.webapp.WebappClassLoader;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The applications of a host that have ended while it goes on, as long as their classes are in
 * memory; the last thousand of them. Thread-safe. As long as there are any, it checks once a second
 * whether only a queue of the JDK holds them.
 */
final class EndedApplications {
    private static final int MOST = 1000;
    private static final int COLLECTIONS = 5;
    private static final long WAIT_MILLIS = 200;
    private static final long LOOK_MILLIS = 1000;

    private final Deque<Ended> all = new ArrayDeque<>(); // guarded by this
    private final ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
    private final Runnable look = this::look;
    private boolean looking; // guarded by this
    private boolean closed; // guarded by this

    /** Holds nothing but the name. */
    private static final class Ended extends WeakReference<ClassLoader> {
        final String name;

        Ended(String name, ClassLoader loader, ReferenceQueue<ClassLoader> gone) {
            super(loader, gone);
            this.name = name;
        }
    }

    void add(Context ended) {
        ClassLoader loader = ended.application().servletContext().getClassLoader();
        if (ended.refusal() != null || !(loader instanceof WebappClassLoader)) {
            return; // it was never served, or its classes are those of the embedding program
        }
        synchronized (this) {
            forget();
            if (all.size() >= MOST) {
                all.removeFirst();
            }
            all.add(new Ended(ended.displayPath(), loader, gone));
            if (!looking && !closed) {
                looking = true;
                PeriodicTasks.TIMEOUTS.add(look, LOOK_MILLIS);
            }
        }
    }

    private void look() {
        JdkCaches.emptyQueues();
        synchronized (this) {
            forget();
            if (all.isEmpty() && looking) {
                // The next application starts the checks again. Called by the timer, so this must
                // not wait.
                looking = false;
                PeriodicTasks.TIMEOUTS.remove(look);
            }
        }
    }

    /** Ends the checks; called when the host stops. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        // Without the lock, since the check may wait for it.
        PeriodicTasks.TIMEOUTS.remove(look);
    }

    private synchronized void forget() {
        while (gone.poll() != null) {
            // Empties the queue; the applications that are left are checked below.
        }
        all.removeIf(ended -> ended.refersTo(null));
    }

    /**
     * The names of the applications that are still in memory after full collections. Threads that
     * have run them are renewed meanwhile, so each collection leaves them a moment.
     */
    List<String> leaks() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS && !names().isEmpty(); i++) {
            System.gc();
            JdkCaches.emptyQueues();
            gone.remove(WAIT_MILLIS);
            forget();
        }
        return names();
    }

    private synchronized List<String> names() {
        return all.stream().map(ended -> ended.name).toList();
    }
}

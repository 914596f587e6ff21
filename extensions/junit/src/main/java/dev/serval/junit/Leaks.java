package dev.serval.junit;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletContext;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Finds leaks of the applications of one server. Used by {@link ServalExtension}; one thread at a
 * time. The server is started below a class loader of its own, which every thread that it or its
 * applications start inherits: threads of other tests are never mistaken for theirs.
 */
final class Leaks {
    private static final long PATIENCE_MILLIS = 3000;
    private static final long POLL_MILLIS = 10;

    private final ClassLoader own;
    private final List<Application> applications = new ArrayList<>();

    private record Application(String path, WeakReference<ClassLoader> loader) {}

    /** Has no classes: it only identifies the owner of a thread. */
    private static final class Own extends ClassLoader {
        Own(ClassLoader parent) {
            super("serval-junit", parent);
        }
    }

    Leaks() {
        own = new Own(Thread.currentThread().getContextClassLoader());
    }

    /** Starts a server whose leaks can be found. */
    Serval start(ServalBuilder builder) throws LifecycleException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(own);
        try {
            return builder.start();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Called before it is stopped. */
    void remember(Serval serval) {
        for (ServletContext context : serval.servletContexts()) {
            ClassLoader loader = context.getClassLoader();
            if (loader != own) {
                String path = context.getContextPath().isEmpty() ? "/" : context.getContextPath();
                applications.add(new Application(path, new WeakReference<>(loader)));
            }
        }
    }

    /** Called when it has stopped: AssertionError if something is left after 3 seconds. */
    void check() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        List<Thread> threads = threads();
        for (Thread thread : threads) {
            long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            thread.join(Math.max(1, millis));
        }
        threads.removeIf(thread -> !thread.isAlive());
        if (!threads.isEmpty()) {
            throw new AssertionError(
                    "Threads that the application started outlive the server: "
                            + threads.stream()
                                    .map(Thread::getName)
                                    .sorted()
                                    .collect(Collectors.joining(", "))
                            + ". End them in destroy() or contextDestroyed(), or call"
                            + " allowLeaks().");
        }
        while (!collected()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        "The class loader of the application at "
                                + applications.stream()
                                        .map(Application::path)
                                        .collect(Collectors.joining(", "))
                                + " is still in use after the server has stopped: something outside"
                                + " of the application holds one of its classes or objects. Look"
                                + " for listeners, drivers and ThreadLocals that it registers, or"
                                + " call allowLeaks().");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private boolean collected() {
        if (applications.isEmpty()) {
            return true;
        }
        System.gc();
        applications.removeIf(application -> application.loader().get() == null);
        return applications.isEmpty();
    }

    private List<Thread> threads() {
        List<Thread> left = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (isOurs(thread.getContextClassLoader())) {
                left.add(thread);
            }
        }
        return left;
    }

    private boolean isOurs(ClassLoader loader) {
        for (ClassLoader at = loader; at != null; at = at.getParent()) {
            if (at == own) {
                return true;
            }
        }
        return false;
    }
}

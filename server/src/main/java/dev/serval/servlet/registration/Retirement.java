package dev.serval.servlet.registration;

import dev.serval.lifecycle.PeriodicTasks;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a servlet that is unavailable for good, while its context goes on (Servlet 6.1
 * §2.3.3.2): it is destroyed as soon as no request is in the context, or when their time is over
 * (§2.3.4).
 */
final class Retirement {
    private static final Logger LOG = LoggerFactory.getLogger(Retirement.class);
    private static final long TICK_MILLIS = 100;
    // The same time as at a stop.
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ContextIdentity identity;
    private final CallsInFlight calls;
    private final String servlet;
    private final Runnable end;
    private final long until = System.nanoTime() + MOST_NANOS;
    private final Runnable sweep = this::sweep;

    private Retirement(
            ContextIdentity identity, CallsInFlight calls, String servlet, Runnable end) {
        this.identity = identity;
        this.calls = calls;
        this.servlet = servlet;
        this.end = end;
    }

    /**
     * Begins it; requests may be inside the servlet, but no other comes in.
     *
     * @param calls those that are inside the context
     * @param servlet its name
     * @param end destroys it
     */
    static void begin(ContextIdentity identity, CallsInFlight calls, String servlet, Runnable end) {
        PeriodicTasks.TIMEOUTS.add(
                new Retirement(identity, calls, servlet, end).sweep, TICK_MILLIS);
    }

    private void sweep() {
        if (calls.count() == 0 || System.nanoTime() - until > 0) {
            // Called by the timer, so this must not wait.
            String name = "serval-destroy-" + servlet;
            Thread thread = new Thread(null, this::destroy, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(identity.loader());
            thread.start();
            // Removed last: if there is no thread, the next tick tries again.
            PeriodicTasks.TIMEOUTS.remove(sweep);
        }
    }

    private void destroy() {
        try {
            end.run();
        } catch (Throwable e) {
            // It is out of service even if destroy fails.
            LOG.warn(
                    "SRV-0630 servlet {} of context '{}' failed in destroy",
                    servlet,
                    identity.path(),
                    e);
        }
    }
}

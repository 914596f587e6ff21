package dev.serval.servlet;

import dev.serval.lifecycle.Ticker;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a servlet that is unavailable for good, while its context goes on (Servlet 6.1
 * §2.3.3.2): it is destroyed as soon as no request is inside the context, or when the time for them
 * is over (§2.3.4). Used by {@link RegisteredServlet}.
 */
final class Retirement {
    private static final Logger LOG = LoggerFactory.getLogger(Retirement.class);
    private static final long TICK_MILLIS = 100;
    // What a stop gives its requests, too.
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AppContext context;
    private final RegisteredServlet servlet;
    private final long until = System.nanoTime() + MOST_NANOS;
    private final Runnable sweep = this::sweep;

    private Retirement(AppContext context, RegisteredServlet servlet) {
        this.context = context;
        this.servlet = servlet;
    }

    /** Begins it; requests may be inside the servlet, but no other comes in. */
    static void begin(AppContext context, RegisteredServlet servlet) {
        Ticker.TIMEOUTS.add(new Retirement(context, servlet).sweep, TICK_MILLIS);
    }

    private void sweep() {
        if (context.callsInFlight() == 0 || System.nanoTime() - until > 0) {
            // The ticker waits for nobody.
            String name = "serval-destroy-" + servlet.getName();
            Thread thread = new Thread(null, this::destroy, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(context.getClassLoader());
            thread.start();
            // Behind it: where there is no thread, the next tick asks for one again.
            Ticker.TIMEOUTS.remove(sweep);
        }
    }

    private void destroy() {
        try {
            servlet.destroy();
        } catch (Throwable e) {
            // It is out of service whatever it says.
            LOG.warn(
                    "SRV-0630 servlet {} of context '{}' failed in destroy",
                    servlet.getName(),
                    context.path(),
                    e);
        }
    }
}

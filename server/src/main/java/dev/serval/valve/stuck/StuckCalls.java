package dev.serval.valve.stuck;

import dev.serval.http.Exchange;
import dev.serval.http.LogText;
import dev.serval.lifecycle.PeriodicTasks;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The StuckThreadDetectionValve: reports calls that hold a thread for too long, with the stack of
 * the thread, once when they are found and once when they end, and interrupts them if configured.
 * Thread-safe. An asynchronous request holds no thread between its calls.
 */
public final class StuckCalls implements CallValve {
    private static final Logger LOG = LoggerFactory.getLogger(StuckCalls.class);
    private static final long LOOK_MILLIS = 1000;
    private static final int MOST_STACKS = 20;
    private static final int LONGEST = 500;

    private static final AtomicInteger STUCK = new AtomicInteger();
    private static final AtomicLong FOUND = new AtomicLong();
    private static final AtomicLong INTERRUPTED = new AtomicLong();

    private final RunningCalls running = new RunningCalls();
    private final long threshold;
    private final long interruption;
    private final LongSupplier nanos;
    private final long lookMillis;
    private final Runnable look = this::look;

    /**
     * @param seconds after which a call is stuck, at least 1
     * @param interruptSeconds after which it is interrupted, at least as many; 0 or less for never
     */
    public StuckCalls(int seconds, int interruptSeconds) {
        this(seconds, interruptSeconds, System::nanoTime, LOOK_MILLIS);
    }

    StuckCalls(int seconds, int interruptSeconds, LongSupplier nanos, long lookMillis) {
        this.lookMillis = lookMillis;
        this.threshold = TimeUnit.SECONDS.toNanos(seconds);
        this.interruption = TimeUnit.SECONDS.toNanos(interruptSeconds);
        this.nanos = nanos;
    }

    /** How many calls of this process are stuck now. */
    public static int stuck() {
        return STUCK.get();
    }

    /** How many calls of this process were found to be stuck since its start. */
    public static long found() {
        return FOUND.get();
    }

    /** How many of them were interrupted. */
    public static long interrupted() {
        return INTERRUPTED.get();
    }

    /** How many calls are under way. */
    int running() {
        List<RunningCall> all = new ArrayList<>();
        running.olderThan(Long.MIN_VALUE, nanos.getAsLong(), all);
        return all.size();
    }

    @Override
    public void start() {
        PeriodicTasks.STUCK_CALLS.add(look, lookMillis);
    }

    @Override
    public void stop() {
        PeriodicTasks.STUCK_CALLS.remove(look);
    }

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        RunningCall call = new RunningCall(chain.exchange(), nanos.getAsLong());
        running.enter(call);
        try {
            chain.proceed();
        } finally {
            running.leave(call);
            if (call.end()) {
                ended(call);
            }
        }
    }

    private void ended(RunningCall call) {
        int left = STUCK.decrementAndGet();
        LOG.warn(
                "SRV-0786 {} has ended after {} s, on thread {}; {} others are stuck; request {}",
                what(call.exchange()),
                TimeUnit.NANOSECONDS.toSeconds(call.age(nanos.getAsLong())),
                call.thread().getName(),
                left,
                call.exchange().id());
    }

    /** Checks all calls once; called by one thread. */
    void look() {
        long now = nanos.getAsLong();
        List<RunningCall> old = new ArrayList<>();
        running.olderThan(threshold, now, old);
        int stacks = 0;
        int untold = 0;
        for (RunningCall call : old) {
            if (call.stick()) {
                FOUND.incrementAndGet();
                int all = STUCK.incrementAndGet();
                if (stacks < MOST_STACKS) {
                    stacks++;
                    tell(call, now, all);
                } else {
                    untold++;
                }
            }
            if (interruption > 0 && call.age(now) >= interruption && call.interrupt()) {
                INTERRUPTED.incrementAndGet();
                LOG.warn(
                        "SRV-0784 {} was interrupted after {} s, on thread {}",
                        what(call.exchange()),
                        TimeUnit.NANOSECONDS.toSeconds(call.age(now)),
                        call.thread().getName());
            }
        }
        if (untold > 0) {
            LOG.warn("SRV-0787 {} more calls are stuck, whose stacks are not shown", untold);
        }
    }

    private static void tell(RunningCall call, long now, int all) {
        Throwable stack = new Stack(call.thread().getName());
        stack.setStackTrace(call.thread().getStackTrace());
        if (!call.isStuck()) {
            // The call has ended meanwhile, which is logged; the stack may be that of another call.
            return;
        }
        LOG.warn(
                "SRV-0783 {} has held the thread {} for {} s, which does what follows; {} calls are"
                        + " stuck",
                what(call.exchange()),
                call.thread().getName(),
                TimeUnit.NANOSECONDS.toSeconds(call.age(now)),
                all,
                stack);
    }

    private static String what(Exchange exchange) {
        return LogText.shown(
                exchange.request().methodName() + " " + exchange.request().rawPath(), LONGEST, "");
    }

    /** Shows the stack of another thread. */
    private static final class Stack extends Throwable {
        private static final long serialVersionUID = 1;

        Stack(String thread) {
            super("the stack of " + thread, null, false, true);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}

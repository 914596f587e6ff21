package dev.serval.http;

import dev.serval.jfr.Flight;
import dev.serval.jfr.RequestEvent;
import dev.serval.net.Call;
import dev.serval.net.Pace;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.FileSystemException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of an {@link Exchange}, in order or by a failure, and the turns of threads that lead to
 * it; also the call that its driver runs. Lives as long as the exchange and is reused with it.
 *
 * <pre>
 *         handle() returns first                       complete()
 * HANDLING ------------------&gt; DETACHED -------------------------&gt; COMPLETE: the connection is resumed
 *     \------- complete() first --------------------------------&gt; COMPLETE: it continues in line
 * </pre>
 */
final class Completion implements Call {
    private static final Logger LOG = LoggerFactory.getLogger(Completion.class);
    private static final TurnGuard GUARD = new TurnGuard("The end of a request");
    private static final int HANDLING = 0;
    private static final int DETACHED = 1;
    private static final int COMPLETE = 2;
    private static final VarHandle STATE;
    private static final VarHandle ENDED;
    private static final VarHandle RUNNER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Completion.class, "state", int.class);
            ENDED = lookup.findVarHandle(Completion.class, "ended", boolean.class);
            RUNNER = lookup.findVarHandle(Completion.class, "runner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Exchange exchange;
    private final Stream stream;
    private final Response response;
    private long started;
    // Below zero until somebody asks.
    private long took;

    @SuppressWarnings("unused") // by STATE
    private volatile int state;

    @SuppressWarnings("unused") // by ENDED
    private volatile boolean ended;

    // Null if nothing records it.
    private RequestEvent event;
    // Null if recordings tell of that which the client has sent.
    private Supplier<String> traceparent;
    private Runnable task;
    // The pace of the task's route; null if none is recorded.
    private Pace pace;
    // The thread that runs the task, and what it has to run afterwards.
    private volatile Thread runner;
    private volatile Runnable resumption;
    // Whether the handler was told of the end; by the owner of the connection.
    private boolean told;

    Completion(Exchange exchange, Stream stream, Response response) {
        this.exchange = exchange;
        this.stream = stream;
        this.response = response;
    }

    /** Another request begins. */
    void begin() {
        started = System.nanoTime();
        took = -1;
        traceparent = null;
        told = false;
        event = Flight.begun();
        ENDED.setRelease(this, false);
        STATE.setRelease(this, HANDLING);
    }

    /** What recordings have of it in place of its client's. */
    void traceparent(Supplier<String> made) {
        traceparent = made;
    }

    /** True once for each request: the handler, which counts, is to be told of its end. */
    boolean tellsEnd() {
        boolean first = !told;
        told = true;
        return first;
    }

    /** True if the exchange is complete; false if it is detached from now on. */
    boolean handled() {
        return !STATE.compareAndSet(this, HANDLING, DETACHED);
    }

    // ---- turns of threads

    /** What {@link #run} runs. */
    void call(Runnable task, Pace pace) {
        this.task = task;
        this.pace = pace;
    }

    @Override
    public Pace pace() {
        return pace;
    }

    @Override
    public long startedNanos() {
        return started;
    }

    /**
     * See {@link Exchange#tookNanos}: of all who are told of the end, the first reads the clock.
     */
    long tookNanos() {
        if (took < 0) {
            took = System.nanoTime() - started;
        }
        return took;
    }

    /** The thread that runs its task; null while none does. From any thread, a hint. */
    Thread runner() {
        return runner;
    }

    /**
     * Runs the dispatched task. If that completes the exchange, the connection goes on here only
     * after the task has returned, on an empty stack and free of the application.
     */
    @Override
    public void run() {
        Runnable first = task;
        task = null;
        runner = Thread.currentThread();
        Pace learning = pace;
        long began = learning == null ? 0 : System.nanoTime();
        try {
            first.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        if (learning != null) {
            learning.took(System.nanoTime() - began);
        }
        Runnable next = turnEnded();
        if (next != null) {
            next.run();
        }
    }

    /** The dispatched task got no thread in time: answers 503. */
    @Override
    public void overdue() {
        task = null;
        try {
            exchange.refuse(Refusal.OVERLOAD, "no thread was free in time");
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /**
     * One more turn of a dispatched exchange, on the thread that runs it.
     *
     * @param learning the pace of such turns; null if none is recorded
     */
    void turn(Runnable turn, Pace learning) {
        runner = Thread.currentThread();
        long began = learning == null ? 0 : System.nanoTime();
        try {
            turn.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        if (learning != null) {
            learning.took(System.nanoTime() - began);
        }
        Runnable next = turnEnded();
        if (next != null) {
            next.run();
        }
    }

    /** What the thread has to run after its turn; null if the turn did not end the exchange. */
    private Runnable turnEnded() {
        // Read before the turn ends: after that another thread may begin its turn and set its own.
        Runnable next = resumption;
        if (!RUNNER.compareAndSet(this, Thread.currentThread(), null) || next == null) {
            return null;
        }
        resumption = null;
        return next;
    }

    // ---- the end

    /**
     * Completes once, from any thread. Returns what the calling thread has to run afterwards; null
     * if there is nothing.
     */
    Runnable complete() {
        if ((boolean) ENDED.getAndSet(this, true)) {
            LOG.warn("An exchange was completed twice; the second time is ignored.");
            return null;
        }
        // Before the transition: after it the connection may use this object for the next request.
        try {
            response.close();
            exchange.forget();
            if (Flight.isLong(event)) {
                Flight.answered(event, new RequestFlight(exchange, traceparent));
            }
        } catch (Throwable e) {
            // Without the transition the connection would neither go on nor end.
            GUARD.note(e);
            response.abort();
        }
        if ((int) STATE.getAndSet(this, COMPLETE) == DETACHED) {
            Runnable next = stream.resume();
            if (runner != Thread.currentThread()) {
                return next;
            }
            resumption = next;
        }
        return null;
    }

    /** Never throws: there may be no memory for a page or for the log. */
    void fail(Throwable cause) {
        // Taken before the end: after it the fields may be those of the next request.
        boolean over = ended;
        try {
            over = answered(cause);
        } catch (Throwable e) {
            GUARD.note(e);
        }
        if (!over) {
            response.abort();
            exchange.complete();
        }
        GUARD.passed();
    }

    /** False if the response has to be cut. */
    private boolean answered(Throwable cause) {
        if (ended) {
            LOG.warn("After the end of an exchange something failed", cause);
            return true;
        }
        BodyException body = bodyOf(cause);
        Refusal why = body == null ? Refusal.FAILURE : body.refusal();
        String detail = body == null ? "" : body.detail();
        if (why == Refusal.FAILURE && !response.aborted()) {
            if (cause instanceof HeadTooLargeException) {
                LOG.error("SRV-0911 {}: {}", exchange.request().rawTarget(), cause.getMessage());
            } else if (cause instanceof IOException) {
                LOG.debug("An exchange was given up: {}", cause.toString());
                // Otherwise the connection has failed, and there is nobody to tell.
                detail = cause instanceof FileSystemException ? cause.toString() : "";
            } else {
                LOG.error(
                        "{} {} {} failed by a defect of this server; please report it with what"
                                + " follows; request {}",
                        why.code(),
                        exchange.request().methodName(),
                        exchange.request().rawTarget(),
                        exchange.id(),
                        cause);
            }
        }
        try {
            if (!response.committed()) {
                exchange.refuse(why, detail);
                return true;
            }
        } catch (IOException e) {
            LOG.debug("The error page could not be sent: {}", e.toString());
        }
        return false;
    }

    /**
     * A body that could not be read is the client's mistake, however deep the application wrapped
     * it.
     */
    private static BodyException bodyOf(Throwable cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof BodyException body) {
                return body;
            }
        }
        return null;
    }
}

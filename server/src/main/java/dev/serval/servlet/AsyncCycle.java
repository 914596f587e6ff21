package dev.serval.servlet;

import dev.serval.http.Exchange;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The asynchronous life of one exchange (Servlet 6.1 §2.3.3.3). Its methods may be called by any
 * thread; what it calls, servlets, listeners, the end, runs in turns, one at a time, on threads of
 * the server. A thread that finds nothing to do leaves; the next event brings another one.
 *
 * <pre>
 *             startAsync              complete                    turn
 *    CALLED ------------> STARTED ----------------> COMPLETING ----------> DONE
 *      ^  |                 |  \                        ^                    ^
 *      |  |        dispatch |   \ timeout, failure:     | nobody decided     |
 *      |  |                 v    \ listeners, in a turn |                    |
 *      |  |            DISPATCHING  +---------------> ANSWERING              |
 *      |  |                 | ^                         | the error page     |
 *      |  |                 | +-------------------------+ dispatches         |
 *      |  |                 | turn: the target runs                          |
 *      +------------------- +                                                |
 *         |  the target returned without startAsync                          |
 *         +------------------------------------------------------------------+
 * </pre>
 *
 * Whoever is first to leave STARTED decides; the others get an IllegalStateException, or nothing
 * where they are a timeout. While the server answers an error only its error page may decide. The
 * time begins when the call that started it has returned.
 */
final class AsyncCycle implements AsyncContext, Turns {
    /** What the call does for it, always in a turn. */
    interface Call {
        /**
         * No other thread may read or write any more. True when none does at this moment; else the
         * task is run when it has left.
         */
        boolean shut(Runnable then);

        /** Notes an error in the response; returns what the exchange is to fail with, or null. */
        Throwable failed(Throwable cause);

        /** Notes that the time is over; returns what the exchange is to fail with, or null. */
        Throwable timedOut();

        /** What a dispatch without a path leads to. */
        void again(ServletRequest request, ServletResponse response)
                throws ServletException, IOException;

        /** To a path of an application; null when it is none. */
        Dispatch dispatch(ServletContext other, String path);

        /** Lets an error that the target has sent be answered by its page. */
        Throwable settled();

        /** Ends the response; with a cause the exchange fails. */
        void end(Throwable broken);
    }

    private static final Logger LOG = LoggerFactory.getLogger(AsyncCycle.class);

    private enum State {
        CALLED,
        STARTED,
        ANSWERING,
        DISPATCHING,
        COMPLETING,
        DONE
    }

    private enum Step {
        LEAVE,
        FAILURE,
        TIMEOUT,
        READ,
        WRITE,
        DISPATCH,
        ANSWER,
        END
    }

    private record Listening(
            AsyncListener listener, ServletRequest request, ServletResponse response) {}

    private final Exchange exchange;
    private final Application context;
    // In which it was started; to whose paths dispatches lead.
    private Application from;
    private final AsyncTimeouts timeouts;
    private final ApiRequest own;
    private final ApiResponse ownResponse;
    private final Call call;
    private final ReentrantLock lock = new ReentrantLock();

    // Under the lock.
    private State state = State.CALLED;
    private boolean running = true;
    // Within a call of the container, of those in which startAsync may be called.
    private boolean called = true;
    private boolean timedOut;
    private boolean readable;
    private boolean writable;
    private Throwable failure;
    // Of a task of the application, which is beside the point once somebody has decided.
    private Throwable raised;
    private List<Listening> listeners = new ArrayList<>();
    private ServletRequest request;
    private ServletResponse response;
    private boolean given;
    private Dispatch origin;
    private Dispatch target;
    private long timeout;
    private long deadline;
    private boolean limited;

    // Of the turns alone: what is to be answered in place of what the application has said, and
    // what the exchange is to fail with.
    private Supplier<Throwable> answer;
    private boolean answered;
    private Throwable broken;
    private Ending ending = Ending.COMPLETED;
    // The thread of the error page.
    private Thread answering;

    AsyncCycle(
            Exchange exchange,
            Application context,
            AsyncTimeouts timeouts,
            ApiRequest own,
            ApiResponse ownResponse,
            Call call) {
        this.exchange = exchange;
        this.context = context;
        this.timeouts = timeouts;
        this.own = own;
        this.ownResponse = ownResponse;
        this.call = call;
    }

    // ---- for the request

    /** Servlet 6.1 §2.3.3.3: only within a call, once per call. */
    AsyncContext start(ServletRequest asked, ServletResponse reply, boolean wrapped) {
        List<Listening> before;
        lock.lock();
        try {
            if (state != State.CALLED || !called) {
                throw new IllegalStateException(
                        "Servlet 6.1 §2.3.3.3: startAsync after "
                                + (state == State.DONE ? "the end" : "startAsync, or outside"));
            }
            state = State.STARTED;
            before = listeners;
            listeners = new ArrayList<>();
            from = own.context();
            if (wrapped || !given) {
                // Objects that were given are locked in.
                request = asked;
                response = reply;
                given = wrapped;
            }
            origin = wrapped ? origin(asked) : null;
            timeout = exchange.origin().api().asyncTimeout();
            limited = false;
            timedOut = false;
        } finally {
            lock.unlock();
        }
        own.input().open();
        ownResponse.output().open();
        for (Listening listening : before) {
            tell(listening, event(listening, null), AsyncListener::onStartAsync);
        }
        return this;
    }

    /**
     * Servlet 6.1 §2.3.3.3: the request that is given says where a dispatch without a path leads,
     * with what it shows now; null to where the request came last.
     */
    private Dispatch origin(ServletRequest asked) {
        if (!(asked instanceof HttpServletRequest http)) {
            return null;
        }
        String uri = http.getRequestURI();
        boolean forwarded = own.getDispatcherType() == DispatcherType.FORWARD;
        if (!forwarded && uri.equals(own.getRequestURI())) {
            return null;
        }
        if (!uri.startsWith(http.getContextPath())) {
            return null;
        }
        String query = http.getQueryString();
        String inside = uri.substring(http.getContextPath().length());
        // The parameters of the query that was received are there already.
        boolean same = query == null || query.equals(own.receivedQuery());
        return Dispatch.toReceived(from, same ? inside : inside + "?" + query, own.pathRules());
    }

    @Override
    public boolean isStarted() {
        lock.lock();
        try {
            return switch (state) {
                case STARTED, ANSWERING -> true;
                case COMPLETING, DISPATCHING -> called;
                case CALLED, DONE -> false;
            };
        } finally {
            lock.unlock();
        }
    }

    /** True while nobody has completed or dispatched. */
    @Override
    public boolean isUndecided() {
        lock.lock();
        try {
            return state == State.STARTED;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void readable() {
        event(() -> readable = true);
    }

    @Override
    public void writable() {
        event(() -> writable = true);
    }

    /** The sweep looks whether the time is over. */
    void tick(long now) {
        lock.lock();
        try {
            if (!limited || running || state != State.STARTED || now - deadline < 0) {
                return;
            }
        } finally {
            lock.unlock();
        }
        event(() -> timedOut = state == State.STARTED);
    }

    /** A task has failed; that is no failure of the request where somebody has decided. */
    private void raise(Throwable cause) {
        boolean[] noted = new boolean[1];
        event(
                () -> {
                    if (state == State.STARTED && raised == null) {
                        raised = cause;
                        noted[0] = true;
                    }
                });
        if (!noted[0]) {
            tooLate(cause);
        }
    }

    private void tooLate(Throwable raisedCause) {
        LOG.error(
                "SRV-0629 a task of AsyncContext.start of context '{}' failed, when its request was"
                        + " decided: see what follows for the place in the application",
                context.path(),
                raisedCause);
    }

    /** Notes something under the lock; if nobody is at a turn, another thread comes for it. */
    private void event(Runnable note) {
        lock.lock();
        try {
            if (state == State.DONE) {
                return;
            }
            note.run();
            if (running) {
                return;
            }
            running = true;
        } finally {
            lock.unlock();
        }
        try {
            exchange.redispatch(this::turn);
        } catch (RejectedExecutionException | IllegalStateException | OutOfMemoryError e) {
            abandon(e);
        }
    }

    /** There is no thread for a turn: the server is stopped, or too much waits. */
    private void abandon(Throwable cause) {
        lock.lock();
        try {
            state = State.DONE;
        } finally {
            lock.unlock();
        }
        ending = Ending.FAILED;
        timeouts.remove(this);
        String reason = "an asynchronous request is given up: " + cause.getMessage();
        Runnable end = () -> call.end(new IOException(reason));
        if (call.shut(end)) {
            end.run();
        }
    }

    // ---- turns

    /** The call has returned, or failed: goes on as long as there is something to be done. */
    void returned(Throwable cause) {
        lock.lock();
        try {
            called = false;
            failure = cause != null ? cause : failure;
        } finally {
            lock.unlock();
        }
        goOn();
    }

    private void turn() {
        turn(this::goOn);
    }

    private void turn(Runnable steps) {
        ClassLoader before = context.identity().enter();
        try {
            steps.run();
        } finally {
            Thread.interrupted();
            MDC.clear();
            ContextIdentity.leave(before);
        }
    }

    private void goOn() {
        while (true) {
            Step step = next();
            if (step == Step.END) {
                // What fails here fails the exchange: there is no other turn that could end it.
                end();
                return;
            }
            try {
                switch (step) {
                    case LEAVE, END -> {
                        return;
                    }
                    case ANSWER -> {
                        if (!answer()) {
                            return;
                        }
                    }
                    case FAILURE -> fail();
                    case TIMEOUT -> timeOut();
                    case READ -> own.input().proceed();
                    case WRITE -> ownResponse.output().proceed();
                    case DISPATCH -> dispatched();
                }
            } catch (Throwable e) {
                // Errors too: whatever an application does, its client gets an answer.
                lock.lock();
                try {
                    failure = e;
                } finally {
                    lock.unlock();
                }
            }
            Thread.interrupted();
        }
    }

    private Step next() {
        lock.lock();
        try {
            if (failure != null) {
                return Step.FAILURE;
            }
            switch (state) {
                case CALLED, COMPLETING -> {
                    state = State.DONE;
                    return Step.END;
                }
                case DISPATCHING -> {
                    return Step.DISPATCH;
                }
                case ANSWERING -> {
                    return Step.ANSWER;
                }
                case STARTED -> {
                    if (raised != null) {
                        failure = raised;
                        raised = null;
                        return Step.FAILURE;
                    }
                    if (timedOut) {
                        timedOut = false;
                        limited = false;
                        return Step.TIMEOUT;
                    }
                    if (readable) {
                        readable = false;
                        return Step.READ;
                    }
                    if (writable) {
                        writable = false;
                        return Step.WRITE;
                    }
                    running = false;
                    if (!limited && timeout > 0) {
                        limited = true;
                        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout);
                        timeouts.add(this);
                    }
                    return Step.LEAVE;
                }
                default -> {
                    return Step.LEAVE;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void dispatched() throws ServletException, IOException {
        // Servlet 6.1, AsyncContext.dispatch: behind what a WriteListener has written.
        ownResponse.output().finishListening();
        Dispatch to;
        ServletRequest with;
        ServletResponse reply;
        lock.lock();
        try {
            state = State.CALLED;
            called = true;
            to = target;
            target = null;
            with = request;
            reply = response;
        } finally {
            lock.unlock();
        }
        DispatchAttributes.async(own);
        DispatchedRequest.release(with);
        IncludedResponse.release(reply);
        ending = Ending.DISPATCHED;
        try {
            if (to == null) {
                call.again(with, reply);
            } else {
                to.async(own, with, reply);
            }
        } finally {
            lock.lock();
            try {
                called = false;
            } finally {
                lock.unlock();
            }
        }
    }

    /** A call or a listener failed: the listeners may still decide, else it is an error. */
    private void fail() {
        Throwable cause;
        boolean decided;
        lock.lock();
        try {
            cause = failure;
            failure = null;
            decided = state == State.COMPLETING || state == State.DONE;
            if (!decided) {
                // A dispatch that was asked for before is void.
                state = State.STARTED;
                target = null;
            }
        } finally {
            lock.unlock();
        }
        ending = Ending.FAILED;
        answer = () -> call.failed(cause);
        if (!decided) {
            if (!ownResponse.isCommitted()) {
                ownResponse.setStatus(500);
            }
            tellAll(cause, AsyncListener::onError);
            decide();
        }
    }

    private void timeOut() {
        tellAll(null, AsyncListener::onTimeout);
        ending = Ending.TIMED_OUT;
        answer = call::timedOut;
        decide();
    }

    /** No listener has decided: the server does, by an error. Else that is void. */
    private void decide() {
        lock.lock();
        try {
            if (state == State.STARTED) {
                state = State.ANSWERING;
            } else {
                answer = null;
                ending = Ending.COMPLETED;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Answers the error, only when no thread of the application is in the middle of a read or a
     * write; else false, and another turn does it. An error page may complete or dispatch.
     */
    private boolean answer() {
        if (!call.shut(() -> later(this::goOn))) {
            return false;
        }
        lock.lock();
        try {
            answering = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        Throwable cause = verdict();
        boolean goesOn;
        lock.lock();
        try {
            answering = null;
            goesOn = state == State.DISPATCHING && cause == null;
            state = goesOn ? state : State.COMPLETING;
        } finally {
            lock.unlock();
        }
        if (goesOn) {
            own.input().open();
            ownResponse.output().open();
        } else {
            answered = true;
            broken = cause;
        }
        return true;
    }

    private Throwable verdict() {
        Supplier<Throwable> known = answer;
        answer = null;
        try {
            return known == null ? call.settled() : known.get();
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** Only when no thread of the application is in the middle of a read or a write. */
    private void end() {
        timeouts.remove(this);
        if (!call.shut(() -> later(this::end))) {
            return;
        }
        if (!answered) {
            broken = verdict();
        }
        if (raised != null) {
            tooLate(raised);
        }
        if (broken == null) {
            try {
                // Servlet 6.1, AsyncContext.complete: the listeners are told behind it.
                ownResponse.output().settle();
            } catch (IOException | RuntimeException | Error e) {
                broken = e;
            }
        }
        tellAll(null, AsyncListener::onComplete);
        Thread.interrupted();
        call.end(broken);
    }

    /** Of an exchange that has ended, or is about to. */
    Ending ending() {
        return ending;
    }

    /** The last thread of the application has left, and is not to do our work. */
    private void later(Runnable steps) {
        try {
            exchange.redispatch(() -> turn(steps));
        } catch (RejectedExecutionException | IllegalStateException | OutOfMemoryError e) {
            abandon(e);
        }
    }

    // ---- listeners

    private interface Telling {
        void tell(AsyncListener listener, AsyncEvent event) throws IOException;
    }

    private void tellAll(Throwable cause, Telling telling) {
        List<Listening> all;
        lock.lock();
        try {
            all = List.copyOf(listeners);
        } finally {
            lock.unlock();
        }
        for (Listening listening : all) {
            tell(listening, event(listening, cause), telling);
        }
    }

    private AsyncEvent event(Listening listening, Throwable cause) {
        return new AsyncEvent(this, listening.request(), listening.response(), cause);
    }

    private void tell(Listening listening, AsyncEvent event, Telling telling) {
        try {
            telling.tell(listening.listener(), event);
        } catch (IOException | RuntimeException | Error e) {
            // One that fails keeps neither the others nor the end from coming.
            LOG.error(
                    "SRV-0623 asynchronous listener {} of context '{}' failed",
                    listening.listener().getClass().getName(),
                    context.path(),
                    e);
        }
    }

    // ---- AsyncContext

    @Override
    public ServletRequest getRequest() {
        requireStarted("getRequest");
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        requireStarted("getResponse");
        return response;
    }

    private void requireStarted(String what) {
        lock.lock();
        try {
            requireUndecided(what);
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. */
    private void requireUndecided(String what) {
        boolean page = state == State.ANSWERING && answering == Thread.currentThread();
        if (state != State.STARTED && !page) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.3: "
                            + what
                            + switch (state) {
                                case COMPLETING -> " after complete";
                                case DISPATCHING -> " after dispatch";
                                case ANSWERING -> " after the time was over, or a failure";
                                case CALLED -> " without startAsync in this dispatch";
                                case STARTED -> " too late";
                                case DONE -> " after the end: " + ending.words();
                            });
        }
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return !given || DispatchedRequest.isOurs(request) && IncludedResponse.isOurs(response);
    }

    @Override
    public void dispatch() {
        decide(State.DISPATCHING, "dispatch", origin);
    }

    @Override
    public void dispatch(String path) {
        dispatch(Dispatch.to(from, DispatchPath.resolved(own, path)), path);
    }

    @Override
    public void dispatch(ServletContext other, String path) {
        dispatch(call.dispatch(other, path), path);
    }

    private void dispatch(Dispatch to, String path) {
        if (to == null) {
            throw new IllegalArgumentException("Servlet 6.1 §9.7: no path to dispatch to: " + path);
        }
        decide(State.DISPATCHING, "dispatch", to);
    }

    @Override
    public void complete() {
        decide(State.COMPLETING, "complete", null);
    }

    /** Whoever comes too late has made a mistake. */
    private void decide(State next, String what, Dispatch to) {
        boolean[] noted = new boolean[1];
        event(
                () -> {
                    requireUndecided(what);
                    state = next;
                    target = to;
                    noted[0] = true;
                });
        if (!noted[0]) {
            // An event does nothing behind the end.
            requireStarted(what);
        }
    }

    /** On a thread of the server's own; what it throws is the request's failure. */
    @Override
    public void start(Runnable task) {
        requireStarted("start");
        exchange.fork(
                () -> {
                    ClassLoader before = context.identity().enter();
                    try {
                        task.run();
                    } catch (Throwable e) {
                        raise(e);
                    } finally {
                        MDC.clear();
                        ContextIdentity.leave(before);
                    }
                });
    }

    @Override
    public void addListener(AsyncListener listener) {
        add(new Listening(listener, request, response));
    }

    @Override
    public void addListener(
            AsyncListener listener, ServletRequest asked, ServletResponse answered) {
        add(new Listening(listener, asked, answered));
    }

    /** Under the lock. */
    private void requireCalled(String what) {
        if (!called || state == State.CALLED) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.3: " + what + " after the call of startAsync has returned");
        }
    }

    private void add(Listening listening) {
        lock.lock();
        try {
            requireCalled("addListener");
            listeners.add(listening);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return context.components().makeForRequest(type, "listener");
    }

    /** Milliseconds; 0 or less: no limit. */
    @Override
    public void setTimeout(long millis) {
        lock.lock();
        try {
            requireCalled("setTimeout");
            timeout = millis;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long getTimeout() {
        return timeout;
    }
}

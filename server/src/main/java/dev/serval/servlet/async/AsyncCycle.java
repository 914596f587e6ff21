package dev.serval.servlet.async;

import dev.serval.http.Exchange;
import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.dispatch.Dispatch;
import dev.serval.servlet.dispatch.DispatchAttributes;
import dev.serval.servlet.dispatch.DispatchedRequest;
import dev.serval.servlet.dispatch.IncludedResponse;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.servlet.request.DispatchPath;
import dev.serval.servlet.request.RequestOutcome;
import dev.serval.servlet.request.Turns;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The asynchronous life of one exchange (Servlet 6.1 §2.3.3.3). Its methods may be called by any
 * thread; servlets, listeners and the end run in {@link ApplicationTurns}. {@link AsyncState} holds
 * its state.
 */
public final class AsyncCycle implements AsyncContext, Turns {
    /** What the call does for it, always in a turn. */
    public interface Callbacks {
        /**
         * No other thread may read or write any more. True if none does now; otherwise the task
         * runs when it has left.
         */
        boolean shut(Runnable then);

        /** Sets an error in the response; returns the failure for the exchange, or null. */
        Throwable failed(Throwable cause);

        /** Sets the error of a time-out; returns the failure for the exchange, or null. */
        Throwable timedOut();

        /** The target of a dispatch without a path. */
        void again(ServletRequest request, ServletResponse response)
                throws ServletException, IOException;

        /** The target of a dispatch to a path of an application; null if the path is invalid. */
        Dispatch dispatch(ServletContext other, String path);

        /** Calls the error page for an error that the target has sent. */
        Throwable settled();

        /** Ends the response; with a cause the exchange fails. */
        void end(Throwable broken);
    }

    private static final Logger LOG = LoggerFactory.getLogger(AsyncCycle.class);

    private final Exchange exchange;
    private final Application context;
    private final AsyncTimeouts timeouts;
    private final ApiRequest own;
    private final ApiResponse ownResponse;
    private final Callbacks call;
    private final ApplicationTurns turns;

    // Guarded by the lock of the turns.
    private final AsyncState state = new AsyncState();
    private final AsyncListeners listeners;
    // The application in which it was started; dispatches lead to its paths.
    private Application from;
    private ServletRequest request;
    private ServletResponse response;
    private boolean given;
    private Dispatch origin;

    // Used by turns only: the error that replaces the response of the application, and the failure
    // for the exchange.
    private Supplier<Throwable> answer;
    private boolean answered;
    private Throwable broken;
    private RequestOutcome ending = RequestOutcome.COMPLETED;

    public AsyncCycle(
            Exchange exchange,
            Application context,
            AsyncTimeouts timeouts,
            ApiRequest own,
            ApiResponse ownResponse,
            Callbacks call) {
        this.exchange = exchange;
        this.context = context;
        this.timeouts = timeouts;
        this.own = own;
        this.ownResponse = ownResponse;
        this.call = call;
        turns = new ApplicationTurns(exchange, context.identity(), null, this::goOn, this::abandon);
        listeners = new AsyncListeners(this, context.identity());
    }

    // ---- for the request

    /** Servlet 6.1 §2.3.3.3: only within a call, once per call. */
    public AsyncContext start(ServletRequest asked, ServletResponse reply, boolean wrapped) {
        AsyncListeners before =
                turns.ask(
                        () -> {
                            state.start(exchange.config().options().api().asyncTimeout());
                            from = own.context();
                            if (wrapped || !given) {
                                // The given request and response stay in use.
                                request = asked;
                                response = reply;
                                given = wrapped;
                            }
                            origin = wrapped ? Dispatch.backTo(asked, own, from) : null;
                            return listeners.leave();
                        });
        own.input().open();
        ownResponse.output().open();
        before.tell(null, AsyncListener::onStartAsync);
        return this;
    }

    @Override
    public boolean isStarted() {
        return turns.ask(state::isStarted);
    }

    @Override
    public boolean isUndecided() {
        return turns.ask(state::isUndecided);
    }

    @Override
    public void readable() {
        event(state::readable);
    }

    @Override
    public void writable() {
        event(state::writable);
    }

    /** Called by the sweep: checks whether the time is over. */
    void tick(long now) {
        if (turns.ask(() -> !turns.isRunning() && state.isTimeOver(now))) {
            event(state::timedOut);
        }
    }

    /** A task has failed; that fails the request unless it was completed or dispatched. */
    private void raise(Throwable cause) {
        boolean[] noted = new boolean[1];
        event(() -> noted[0] = state.raised(cause));
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

    private void event(Runnable note) {
        turns.event(
                () -> {
                    if (state.isDone()) {
                        return false;
                    }
                    note.run();
                    return true;
                });
    }

    /** There is no thread for a turn: the server is stopped, or too many tasks wait. */
    private void abandon(Throwable cause) {
        turns.change(state::abandoned);
        ending = RequestOutcome.FAILED;
        timeouts.remove(this);
        String reason = "an asynchronous request is given up: " + cause.getMessage();
        Runnable end = () -> call.end(new IOException(reason));
        if (call.shut(end)) {
            end.run();
        }
    }

    // ---- turns

    /** The call has returned or failed: goes on as long as there is something to do. */
    public void returned(Throwable cause) {
        turns.change(
                () -> {
                    state.returned();
                    state.failed(cause);
                });
        goOn();
    }

    private void goOn() {
        while (true) {
            AsyncState.Step step = turns.ask(this::next);
            if (step == AsyncState.Step.END) {
                // A failure here fails the exchange, since no other turn could end it.
                end();
                return;
            }
            try {
                switch (step) {
                    case REST, LEAVE, END -> {
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
                turns.change(() -> state.failed(e));
            }
            Thread.interrupted();
        }
    }

    private AsyncState.Step next() {
        AsyncState.Step step = state.next();
        if (step == AsyncState.Step.REST) {
            turns.rest();
            if (state.beginsToCount()) {
                timeouts.add(this);
            }
        }
        return step;
    }

    private void dispatched() throws ServletException, IOException {
        // Servlet 6.1, AsyncContext.dispatch: after the output of a WriteListener.
        ownResponse.output().finishListening();
        Dispatch to = turns.ask(state::call);
        ServletRequest with = request;
        ServletResponse reply = response;
        DispatchAttributes.async(own);
        DispatchedRequest.release(with);
        IncludedResponse.release(reply);
        ending = RequestOutcome.DISPATCHED;
        try {
            if (to == null) {
                call.again(with, reply);
            } else {
                to.async(own, with, reply);
            }
        } finally {
            turns.change(state::returned);
        }
    }

    /**
     * A call or a listener has failed: the listeners may still complete or dispatch; otherwise it
     * is an error.
     */
    private void fail() {
        AsyncState.AsyncFailure failure = turns.ask(state::failure);
        Throwable cause = failure.cause();
        ending = RequestOutcome.FAILED;
        answer = () -> call.failed(cause);
        if (!failure.decided()) {
            if (!ownResponse.isCommitted()) {
                ownResponse.setStatus(500);
            }
            listeners.tell(cause, AsyncListener::onError);
            decide();
        }
    }

    private void timeOut() {
        listeners.tell(null, AsyncListener::onTimeout);
        ending = RequestOutcome.TIMED_OUT;
        answer = call::timedOut;
        decide();
    }

    /** If no listener has completed or dispatched, the server answers an error. */
    private void decide() {
        if (!turns.ask(state::answers)) {
            answer = null;
            ending = RequestOutcome.COMPLETED;
        }
    }

    /**
     * Answers the error if no thread of the application is in a read or a write; otherwise returns
     * false, and another turn does it. An error page may complete or dispatch.
     */
    private boolean answer() {
        if (!call.shut(() -> turns.later(this::goOn, this::abandon))) {
            return false;
        }
        turns.change(state::answering);
        Throwable cause = verdict();
        if (turns.ask(() -> state.answered(cause))) {
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

    /** Ends it, once no thread of the application is in a read or a write. */
    private void end() {
        timeouts.remove(this);
        if (!call.shut(() -> turns.later(this::end, this::abandon))) {
            return;
        }
        if (!answered) {
            broken = verdict();
        }
        Throwable raised = turns.ask(state::raised);
        if (raised != null) {
            tooLate(raised);
        }
        if (broken == null) {
            try {
                // Servlet 6.1, AsyncContext.complete: the listeners are told afterwards.
                ownResponse.output().settle();
            } catch (IOException | RuntimeException | Error e) {
                broken = e;
            }
        }
        listeners.tell(null, AsyncListener::onComplete);
        Thread.interrupted();
        call.end(broken);
    }

    /** For an exchange that has ended, or is about to. */
    public RequestOutcome ending() {
        return ending;
    }

    // ---- AsyncContext

    @Override
    public ServletRequest getRequest() {
        requireUndecided("getRequest");
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        requireUndecided("getResponse");
        return response;
    }

    private void requireUndecided(String what) {
        turns.change(() -> state.requireUndecided(what, ending));
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return !given || DispatchedRequest.isOurs(request) && IncludedResponse.isOurs(response);
    }

    @Override
    public void dispatch() {
        decide("dispatch", () -> state.dispatching(origin));
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
        decide("dispatch", () -> state.dispatching(to));
    }

    @Override
    public void complete() {
        decide("complete", state::completing);
    }

    /** Use that comes too late is a mistake of the application. */
    private void decide(String what, Runnable decision) {
        boolean[] noted = new boolean[1];
        event(
                () -> {
                    state.requireUndecided(what, ending);
                    decision.run();
                    noted[0] = true;
                });
        if (!noted[0]) {
            // An event after the end has no effect.
            requireUndecided(what);
        }
    }

    /** Runs on a thread of the server; an exception fails the request. */
    @Override
    public void start(Runnable task) {
        requireUndecided("start");
        exchange.fork(
                () -> {
                    ClassLoader before = context.identity().enter();
                    try {
                        task.run();
                    } catch (Throwable e) {
                        raise(e);
                    } finally {
                        MDC.clear();
                        ContextClassLoader.leave(before);
                    }
                });
    }

    @Override
    public void addListener(AsyncListener listener) {
        addListener(listener, request, response);
    }

    @Override
    public void addListener(
            AsyncListener listener, ServletRequest asked, ServletResponse answered) {
        turns.change(
                () -> {
                    state.requireCalled("addListener");
                    listeners.add(listener, asked, answered);
                });
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        return context.components().makeForRequest(type, "listener");
    }

    /** Milliseconds; 0 or less means no limit. */
    @Override
    public void setTimeout(long millis) {
        turns.change(
                () -> {
                    state.requireCalled("setTimeout");
                    state.timeout(millis);
                });
    }

    @Override
    public long getTimeout() {
        return turns.ask(state::timeout);
    }
}

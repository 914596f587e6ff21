package dev.serval.servlet.async;

import dev.serval.servlet.dispatch.Dispatch;
import dev.serval.servlet.request.RequestOutcome;
import java.util.concurrent.TimeUnit;

/**
 * Where an asynchronous request stands, and what is to be done for it next (Servlet 6.1 §2.3.3.3).
 * Not thread-safe; {@link AsyncCycle} uses it under the lock of its turns.
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
final class AsyncState {
    private enum State {
        CALLED,
        STARTED,
        ANSWERING,
        DISPATCHING,
        COMPLETING,
        DONE
    }

    /** What a turn does. */
    enum Step {
        /** Nothing until the next event. */
        REST,
        /** Nothing any more. */
        LEAVE,
        FAILURE,
        TIMEOUT,
        READ,
        WRITE,
        DISPATCH,
        ANSWER,
        END
    }

    /**
     * @param decided whether listeners cannot decide any more
     */
    record Failure(Throwable cause, boolean decided) {}

    private State state = State.CALLED;
    // Within a call of the container, of those in which startAsync may be called.
    private boolean called = true;
    private boolean timedOut;
    private boolean readable;
    private boolean writable;
    private Throwable failure;
    // Of a task of the application, which is beside the point once somebody has decided.
    private Throwable raised;
    private Dispatch target;
    private long timeout;
    private long deadline;
    private boolean limited;
    // The thread of the error page.
    private Thread answering;

    // ---- calls

    /** Servlet 6.1 §2.3.3.3: only within a call, once per call. */
    void start(long millis) {
        if (state != State.CALLED || !called) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.3: startAsync after "
                            + (state == State.DONE ? "the end" : "startAsync, or outside"));
        }
        state = State.STARTED;
        timeout = millis;
        limited = false;
        timedOut = false;
    }

    /** The call has returned. */
    void returned() {
        called = false;
    }

    boolean isStarted() {
        return switch (state) {
            case STARTED, ANSWERING -> true;
            case COMPLETING, DISPATCHING -> called;
            case CALLED, DONE -> false;
        };
    }

    /** True while nobody has completed or dispatched. */
    boolean isUndecided() {
        return state == State.STARTED;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    void requireCalled(String what) {
        if (!called || state == State.CALLED) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.3: " + what + " after the call of startAsync has returned");
        }
    }

    /**
     * @param ending said of what is over
     */
    void requireUndecided(String what, RequestOutcome ending) {
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

    // ---- events

    void readable() {
        readable = true;
    }

    void writable() {
        writable = true;
    }

    void completing() {
        state = State.COMPLETING;
    }

    void dispatching(Dispatch to) {
        state = State.DISPATCHING;
        target = to;
    }

    /** No turn comes any more. */
    void abandoned() {
        state = State.DONE;
    }

    /** What a turn has failed with, or the call; null is no failure. */
    void failed(Throwable cause) {
        failure = cause != null ? cause : failure;
    }

    /** A task has failed; false where somebody has decided before. */
    boolean raised(Throwable cause) {
        boolean counts = state == State.STARTED && raised == null;
        if (counts) {
            raised = cause;
        }
        return counts;
    }

    /** What a task has failed with that nobody was told of; null if there is none. */
    Throwable raised() {
        return raised;
    }

    // ---- time

    /** Milliseconds; 0 or less: no limit. */
    void timeout(long millis) {
        timeout = millis;
    }

    long timeout() {
        return timeout;
    }

    /** The time begins, unless it has; false where there is no limit, or where it has begun. */
    boolean beginsToCount() {
        if (limited || timeout <= 0) {
            return false;
        }
        limited = true;
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout);
        return true;
    }

    boolean isTimeOver(long now) {
        return limited && state == State.STARTED && now - deadline >= 0;
    }

    void timedOut() {
        timedOut = state == State.STARTED;
    }

    // ---- turns

    Step next() {
        if (failure != null) {
            return Step.FAILURE;
        }
        return switch (state) {
            case CALLED, COMPLETING -> {
                state = State.DONE;
                yield Step.END;
            }
            case DISPATCHING -> Step.DISPATCH;
            case ANSWERING -> Step.ANSWER;
            case STARTED -> waiting();
            case DONE -> Step.LEAVE;
        };
    }

    private Step waiting() {
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
        return Step.REST;
    }

    /** The target of a dispatch is called, as from a client: null where the request came last. */
    Dispatch call() {
        state = State.CALLED;
        called = true;
        Dispatch to = target;
        target = null;
        return to;
    }

    /**
     * What is to be told; where nobody has decided before, a dispatch that was asked for is void.
     */
    Failure failure() {
        Failure known = new Failure(failure, state == State.COMPLETING || state == State.DONE);
        failure = null;
        if (!known.decided()) {
            state = State.STARTED;
            target = null;
        }
        return known;
    }

    /** No listener has decided: the server answers. False if one has. */
    boolean answers() {
        if (state != State.STARTED) {
            return false;
        }
        state = State.ANSWERING;
        return true;
    }

    /** The error page is about to be called, on this thread. */
    void answering() {
        answering = Thread.currentThread();
    }

    /**
     * The error page has returned.
     *
     * @param broken what the exchange is to fail with; null if it is not
     * @return whether the page has dispatched
     */
    boolean answered(Throwable broken) {
        answering = null;
        boolean goesOn = state == State.DISPATCHING && broken == null;
        state = goesOn ? state : State.COMPLETING;
        return goesOn;
    }
}

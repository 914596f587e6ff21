package dev.serval.servlet.async;

import dev.serval.servlet.dispatch.Dispatch;
import dev.serval.servlet.request.RequestOutcome;
import java.util.concurrent.TimeUnit;

/**
 * The state of an asynchronous request, and the next step (Servlet 6.1 §2.3.3.3). Not thread-safe;
 * {@link AsyncCycle} uses it under the lock of its turns.
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
 * The first call or event to leave STARTED decides; later calls get an IllegalStateException, a
 * later time-out has no effect. While the server answers an error, only its error page may decide.
 * The time begins when the call that started it has returned.
 */
final class AsyncState {
    private enum AsyncPhase {
        CALLED,
        STARTED,
        ANSWERING,
        DISPATCHING,
        COMPLETING,
        DONE
    }

    /** The steps of a turn. */
    enum Step {
        /** Nothing until the next event. */
        REST,
        /** Nothing more: it is over. */
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
     * @param decided whether it was decided, so that listeners cannot decide
     */
    record AsyncFailure(Throwable cause, boolean decided) {}

    private AsyncPhase state = AsyncPhase.CALLED;
    // Whether a call of the container runs in which startAsync may be called.
    private boolean called = true;
    private boolean timedOut;
    private boolean readable;
    private boolean writable;
    private Throwable failure;
    // The failure of a task of the application, which is ignored once it was decided.
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
        if (state != AsyncPhase.CALLED || !called) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.3: startAsync after "
                            + (state == AsyncPhase.DONE ? "the end" : "startAsync, or outside"));
        }
        state = AsyncPhase.STARTED;
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

    /** True until complete or dispatch is called. */
    boolean isUndecided() {
        return state == AsyncPhase.STARTED;
    }

    boolean isDone() {
        return state == AsyncPhase.DONE;
    }

    void requireCalled(String what) {
        if (!called || state == AsyncPhase.CALLED) {
            throw new IllegalStateException(
                    "Servlet 6.1 §2.3.3.3: " + what + " after the call of startAsync has returned");
        }
    }

    /**
     * @param ending the text for a request that is over
     */
    void requireUndecided(String what, RequestOutcome ending) {
        boolean page = state == AsyncPhase.ANSWERING && answering == Thread.currentThread();
        if (state != AsyncPhase.STARTED && !page) {
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
        state = AsyncPhase.COMPLETING;
    }

    void dispatching(Dispatch to) {
        state = AsyncPhase.DISPATCHING;
        target = to;
    }

    /** There will be no more turns. */
    void abandoned() {
        state = AsyncPhase.DONE;
    }

    /** The failure of a turn or of the call; null means none. */
    void failed(Throwable cause) {
        failure = cause != null ? cause : failure;
    }

    /** A task has failed; false if it was decided before. */
    boolean raised(Throwable cause) {
        boolean counts = state == AsyncPhase.STARTED && raised == null;
        if (counts) {
            raised = cause;
        }
        return counts;
    }

    /** The failure of a task that was not reported; null if there is none. */
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

    /** The time begins, unless it has; false if there is no limit, or if it has begun. */
    boolean beginsToCount() {
        if (limited || timeout <= 0) {
            return false;
        }
        limited = true;
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout);
        return true;
    }

    boolean isTimeOver(long now) {
        return limited && state == AsyncPhase.STARTED && now - deadline >= 0;
    }

    void timedOut() {
        timedOut = state == AsyncPhase.STARTED;
    }

    // ---- turns

    Step next() {
        if (failure != null) {
            return Step.FAILURE;
        }
        return switch (state) {
            case CALLED, COMPLETING -> {
                state = AsyncPhase.DONE;
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

    /**
     * The target of a dispatch is called as from a client; null means the last target of the
     * request.
     */
    Dispatch call() {
        state = AsyncPhase.CALLED;
        called = true;
        Dispatch to = target;
        target = null;
        return to;
    }

    /** The events to report; unless it was decided before, a requested dispatch is void. */
    AsyncFailure failure() {
        AsyncFailure known =
                new AsyncFailure(
                        failure, state == AsyncPhase.COMPLETING || state == AsyncPhase.DONE);
        failure = null;
        if (!known.decided()) {
            state = AsyncPhase.STARTED;
            target = null;
        }
        return known;
    }

    /** True if no listener has decided and the server has to answer. */
    boolean answers() {
        if (state != AsyncPhase.STARTED) {
            return false;
        }
        state = AsyncPhase.ANSWERING;
        return true;
    }

    /** The error page is about to be called, on this thread. */
    void answering() {
        answering = Thread.currentThread();
    }

    /**
     * The error page has returned.
     *
     * @param broken the failure for the exchange; null if there is none
     * @return whether the page has dispatched
     */
    boolean answered(Throwable broken) {
        answering = null;
        boolean goesOn = state == AsyncPhase.DISPATCHING && broken == null;
        state = goesOn ? state : AsyncPhase.COMPLETING;
        return goesOn;
    }
}

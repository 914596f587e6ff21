package dev.serval.servlet.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one thread at a time pass from a stream of a request to its connection, and none once the
 * request is over. Thread-safe. Without it a thread that an application forgot would write into the
 * next response of the connection, or read what belongs to the next request.
 *
 * <pre>
 *            shut: nobody inside                         close
 *   OPEN -----------------------------------&gt; SHUT ---------&gt; CLOSED
 *     \      shut: somebody inside                ^   for its own thread
 *      +--------------------------&gt; EMPTYING -----+   alone
 *                        the last one leaves, and runs what goes on
 * </pre>
 *
 * A thread that shuts it never waits. A thread that enters waits for the one inside, as long as the
 * time-outs of the connection allow.
 */
final class StreamGate {
    private static final Object NOBODY = new Object();
    private static final VarHandle SEQUEL;

    static {
        try {
            SEQUEL =
                    MethodHandles.lookup()
                            .findVarHandle(StreamGate.class, "sequel", Runnable.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ReentrantLock inside = new ReentrantLock();
    // Null while it is open.
    private volatile Object reservedFor;
    private StreamOwner owner;

    @SuppressWarnings("unused") // by SEQUEL
    private volatile Runnable sequel;

    /** The owner of its streams. */
    void belongs(StreamOwner to) {
        owner = to;
    }

    /** Tells the owner of a body that is longer than declared. */
    void tellExcess(long declared) {
        if (owner != null) {
            owner.tellExcess(declared);
        }
    }

    /** Enters; {@link #leave} must follow. Throws IllegalStateException if it is too late. */
    void enter() {
        inside.lock();
        if (isShut()) {
            leave();
            throw late();
        }
    }

    void leave() {
        inside.unlock();
        Runnable next = sequel;
        if (next != null && SEQUEL.compareAndSet(this, next, null)) {
            next.run();
        }
    }

    /** True if the calling thread may not enter. */
    boolean isShut() {
        Object only = reservedFor;
        return only != null && only != Thread.currentThread();
    }

    /** Throws IllegalStateException if the calling thread may not enter. */
    void requireOpen() {
        if (isShut()) {
            throw late();
        }
    }

    private IllegalStateException late() {
        return RequestOutcome.late(owner);
    }

    /**
     * From now on only the calling thread may enter. True if no thread is inside; otherwise the
     * task runs when the last one leaves, on its thread, and has to call this again.
     */
    boolean shut(Runnable then) {
        reservedFor = Thread.currentThread();
        sequel = then;
        if (!inside.tryLock()) {
            return false;
        }
        inside.unlock();
        return SEQUEL.compareAndSet(this, then, null);
    }

    /** Opens it again: the request goes on asynchronously after all. */
    void open() {
        reservedFor = null;
    }

    /** No thread may enter any more. */
    void close() {
        reservedFor = NOBODY;
    }

    /** True if no thread may enter any more. */
    boolean isClosed() {
        return reservedFor == NOBODY;
    }
}

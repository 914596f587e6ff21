package dev.serval.net;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The wait of a connection for bytes, for code that may have to end it early. Thread-safe. The
 * waiting side begins and ends it at the {@link IoTimeout} below.
 */
public final class ReadWait {
    private final IoTimeout timeout;
    private final Deadlines deadlines;
    private final Executor owner;
    private final Runnable expire;

    /**
     * @param owner runs what ends the wait
     * @param expire ends it, if it still lasts
     */
    ReadWait(IoTimeout timeout, Deadlines deadlines, Executor owner, Runnable expire) {
        this.timeout = timeout;
        this.deadlines = deadlines;
        this.owner = owner;
        this.expire = expire;
    }

    /** Milliseconds that the present wait has lasted; -1 if nobody waits. Only a hint. */
    long millis() {
        return timeout.waited(deadlines.now());
    }

    /** Lets the present wait, if it is idle, end within that many milliseconds; otherwise false. */
    boolean hurry(BooleanSupplier idle, long millis) {
        return timeout.shorten(deadlines.now() + millis, idle);
    }

    /**
     * Ends the present wait as if its time were over, if it is of the right kind; otherwise returns
     * false. Bytes may come at the same moment: a blocking read then fails all the same, with a
     * SocketTimeoutException; on a transport that does not block, the connection goes on with them.
     */
    public boolean giveUp(BooleanSupplier right) {
        return timeout.giveUp(right, owner, this::givenUp, deadlines.now());
    }

    /**
     * The same for a wait that has lasted so long at least.
     *
     * @param least milliseconds
     */
    public boolean giveUp(BooleanSupplier right, long least) {
        return giveUp(() -> right.getAsBoolean() && (least <= 0 || millis() >= least));
    }

    private void givenUp() {
        if (timeout.givenUp()) {
            // Else bytes have come meanwhile.
            expire.run();
        }
    }

    /** Called by the sweep: ends the wait when its time is over. */
    void sweep(long now) {
        if (timeout.over(now)) {
            timeout.endBy(owner, this::overdue, now);
        }
    }

    private void overdue() {
        if (millis() < 0) {
            // Else bytes have come meanwhile, and this is another wait.
            expire.run();
        }
    }
}

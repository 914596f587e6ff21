package dev.serval.net;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The wait of a connection for bytes, as those see it who may have to end it before bytes come.
 * Thread-safe. Whoever waits begins and ends it at the {@link IoTimeout} below.
 */
public final class ReadWait {
    private final IoTimeout timeout;
    private final Deadlines deadlines;
    private final Executor owner;
    private final Runnable expire;

    /**
     * @param owner runs what ends the wait
     * @param expire ends it, if somebody still waits
     */
    ReadWait(IoTimeout timeout, Deadlines deadlines, Executor owner, Runnable expire) {
        this.timeout = timeout;
        this.deadlines = deadlines;
        this.owner = owner;
        this.expire = expire;
    }

    /** Milliseconds for which somebody has been waiting; -1 when nobody does. A hint. */
    long millis() {
        return timeout.waited(deadlines.now());
    }

    /** A wait of this moment, if it is idle, ends before that many milliseconds are over. */
    boolean hurry(BooleanSupplier idle, long millis) {
        return timeout.shorten(deadlines.now() + millis, idle);
    }

    /**
     * A wait of this moment, if it is of the right kind, ends as if its time were over; else false.
     * Where bytes have come meanwhile, a blocking transport drops them, and another one goes on as
     * if nothing had been.
     */
    boolean giveUp(BooleanSupplier right) {
        return timeout.giveUp(right, owner, this::givenUp, deadlines.now());
    }

    private void givenUp() {
        if (timeout.givenUp()) {
            // Else bytes have come meanwhile.
            expire.run();
        }
    }

    /** By the sweep: ends it when its time is over. */
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

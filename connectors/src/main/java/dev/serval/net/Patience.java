package dev.serval.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * How long one direction of a connection may wait, and until when it does. The waiting side writes,
 * the sweep reads. With a rate, waits add up, and bytes give time back: who takes a byte now and
 * then does not hold a connection for longer than one who takes none.
 */
final class Patience {
    private static final VarHandle UNTIL;

    static {
        try {
            UNTIL = MethodHandles.lookup().findVarHandle(Patience.class, "until", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long NEVER = Long.MAX_VALUE;

    // Bytes per second; 0 or less: every wait has the whole time.
    private final int rate;
    private long timeout;
    private long since;
    private long spent;
    private long until; // 0 while nobody waits

    /** Every wait has the whole time. */
    Patience() {
        this(0);
    }

    /**
     * @param rate bytes per second that waits may last for; 0 or less means any
     */
    Patience(int rate) {
        this.rate = rate;
    }

    /** Milliseconds that the next wait may take; 0 or less means no limit. */
    void timeout(long millis) {
        timeout = millis;
    }

    /** A wait begins. */
    void begin(long now) {
        since = now;
        UNTIL.setOpaque(this, timeout <= 0 ? NEVER : now + Math.max(1, timeout - spent));
    }

    /** The wait is over. */
    void end(long now) {
        UNTIL.setOpaque(this, 0L);
        if (rate > 0) {
            spent += now - since;
        }
    }

    /** Bytes have passed. */
    void progressed(long bytes) {
        if (spent > 0) {
            spent = Math.max(0, spent - bytes * 1000 / rate);
        }
    }

    /** Milliseconds that somebody has been waiting for; -1 when nobody does. A hint. */
    long waited(long now) {
        return (long) UNTIL.getOpaque(this) == 0 ? -1 : now - since;
    }

    /** Of {@link #timeout}. */
    long timeout() {
        return timeout;
    }

    /** The wait of this moment ends not later than that, if it is of the right kind. */
    void shorten(long latest, BooleanSupplier right) {
        long deadline = (long) UNTIL.getOpaque(this);
        // Looked at in between: another wait has another end.
        if (deadline > latest && right.getAsBoolean()) {
            UNTIL.compareAndSet(this, deadline, latest);
        }
    }

    /** True once when a wait has taken too long. */
    boolean over(long now) {
        long deadline = (long) UNTIL.getOpaque(this);
        return deadline != 0 && now > deadline && UNTIL.compareAndSet(this, deadline, 0L);
    }
}

package dev.serval.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * How long one direction of a connection may wait, and until when it does. The waiting side writes,
 * the sweep reads. Every wait has the whole time.
 */
class Patience {
    private static final VarHandle UNTIL;

    static {
        try {
            UNTIL = MethodHandles.lookup().findVarHandle(Patience.class, "until", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long NEVER = Long.MAX_VALUE;

    // An int, since every idle connection holds two of these.
    private int timeout;
    private long since;
    private long until; // 0 while nobody waits

    /** Milliseconds that the next wait may take; 0 or less means no limit. */
    void timeout(long millis) {
        timeout = (int) Math.min(millis, Integer.MAX_VALUE);
    }

    /** A wait begins. */
    void begin(long now) {
        since = now;
        UNTIL.setOpaque(this, timeout <= 0 ? NEVER : now + Math.max(1, timeout - spent()));
    }

    /** The wait is over. */
    void end(long now) {
        UNTIL.setOpaque(this, 0L);
    }

    /** Milliseconds of the next wait that are gone already. */
    long spent() {
        return 0;
    }

    /** When the wait of this moment, or the last one, began. */
    final long since() {
        return since;
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

    /**
     * What {@link #over} led to could not be done: it is true again, unless somebody waits anew.
     */
    void overStill(long now) {
        UNTIL.compareAndSet(this, 0L, now - 1);
    }

    /** True once when a wait has taken too long. */
    boolean over(long now) {
        long deadline = (long) UNTIL.getOpaque(this);
        return deadline != 0 && now > deadline && UNTIL.compareAndSet(this, deadline, 0L);
    }
}

package dev.serval.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * The time-out of one direction of a connection, and the end of the present wait. The waiting side
 * writes, the sweep reads. Every wait has the whole time.
 */
class IoTimeout {
    private static final VarHandle UNTIL;

    static {
        try {
            UNTIL = MethodHandles.lookup().findVarHandle(IoTimeout.class, "until", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long NEVER = Long.MAX_VALUE;
    private static final long GIVEN_UP = -1;

    // An int, since every idle connection holds two of these.
    private int timeout;
    private long since;
    private long until; // 0 while nobody waits, GIVEN_UP once the present wait was given up

    /** Milliseconds that the next wait may take; 0 or less means no limit. */
    void timeout(long millis) {
        timeout = (int) Math.min(millis, Integer.MAX_VALUE);
    }

    /** A wait begins. */
    void begin(long now) {
        since = now;
        // A release, so that a thread that checks the kind of the wait sees what was written
        // before.
        UNTIL.setRelease(this, timeout <= 0 ? NEVER : now + Math.max(1, timeout - spent()));
    }

    /** The wait is over. */
    void end(long now) {
        UNTIL.setOpaque(this, 0L);
    }

    /** The wait is over. False if it was given up before. */
    boolean endUnlessGivenUp() {
        return (long) UNTIL.getAndSet(this, 0L) != GIVEN_UP;
    }

    /** Milliseconds of the next wait that are already spent. */
    long spent() {
        return 0;
    }

    /** When the wait of this moment, or the last one, began. */
    final long since() {
        return since;
    }

    /** Milliseconds that the present wait has lasted; -1 if nobody waits. Only a hint. */
    long waited(long now) {
        return (long) UNTIL.getOpaque(this) <= 0 ? -1 : now - since;
    }

    /** As set by {@link #timeout(long)}. */
    long timeout() {
        return timeout;
    }

    /**
     * Lets the present wait end at that time at the latest, if it is of the right kind; otherwise
     * false.
     */
    boolean shorten(long latest, BooleanSupplier right) {
        long deadline = (long) UNTIL.getAcquire(this);
        // The kind is checked between read and swap: another wait has another end.
        return deadline > latest
                && right.getAsBoolean()
                && UNTIL.compareAndSet(this, deadline, latest);
    }

    /**
     * Gives the present wait up, if it is of the right kind; otherwise false. The waiting side
     * learns of it by {@link #endUnlessGivenUp} or {@link #givenUp}.
     */
    boolean giveUp(BooleanSupplier right) {
        long deadline = (long) UNTIL.getAcquire(this);
        return deadline > 0
                && right.getAsBoolean()
                && UNTIL.compareAndSet(this, deadline, GIVEN_UP);
    }

    /**
     * The same, and tells the owner. If the owner cannot be told because there is no thread or
     * memory, the next sweep ends the wait.
     */
    boolean giveUp(BooleanSupplier right, Executor owner, Runnable told, long now) {
        if (!giveUp(right)) {
            return false;
        }
        try {
            owner.execute(told);
        } catch (RuntimeException | Error e) {
            endLater(now);
            throw e;
        }
        return true;
    }

    /** The wait that was given up could not be ended: the next sweep ends it, if it still lasts. */
    void endLater(long now) {
        UNTIL.compareAndSet(this, GIVEN_UP, Math.max(1, now - 1));
    }

    /** True while a wait that was given up has not ended. */
    boolean givenUp() {
        return (long) UNTIL.getOpaque(this) == GIVEN_UP;
    }

    /**
     * The work that {@link #over} led to failed: {@link #over} will be true again, unless a new
     * wait has begun.
     */
    void overStill(long now) {
        UNTIL.compareAndSet(this, 0L, now - 1);
    }

    /**
     * After {@link #over}: lets the owner end the wait. If it cannot because there is no thread or
     * memory, the next sweep tries again.
     */
    void endBy(Executor owner, Runnable end, long now) {
        try {
            owner.execute(end);
        } catch (RuntimeException | Error e) {
            overStill(now);
            throw e;
        }
    }

    /** True once when a wait has taken too long. */
    boolean over(long now) {
        long deadline = (long) UNTIL.getOpaque(this);
        return deadline > 0 && now > deadline && UNTIL.compareAndSet(this, deadline, 0L);
    }
}

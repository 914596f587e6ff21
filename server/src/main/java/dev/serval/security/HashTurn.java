package dev.serval.security;

import dev.serval.net.ClientNetwork;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One comparison of a password with a slow hash; for one wait of the thread that makes it. */
final class HashTurn implements Runnable {
    private final Thread thread = Thread.currentThread();
    private final ClientNetwork client;
    private final BooleanSupplier comparison;
    private boolean right; // written before done
    private Throwable failure; // written before done
    private volatile boolean done;

    HashTurn(ClientNetwork client, BooleanSupplier comparison) {
        this.client = client;
        this.comparison = comparison;
    }

    /** Whose login it is. */
    ClientNetwork client() {
        return client;
    }

    /** Its turn will not come: it is done, and its result is that refusal. */
    void refuse(LoginsBusyException refusal) {
        failure = refusal;
        done = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        try {
            right = comparison.getAsBoolean();
        } catch (RuntimeException | Error e) {
            failure = e; // thrown to the one that waits
        }
        done = true;
        LockSupport.unpark(thread);
    }

    /** Waits until it is done, however long that takes. */
    void await() {
        await(false, 0);
    }

    /** The same until then by System.nanoTime; false when it is not done by that time. */
    boolean await(long until) {
        return await(true, until);
    }

    /** An interrupt is kept for the application. */
    private boolean await(boolean limited, long until) {
        boolean interrupted = false;
        while (!done) {
            long left = limited ? until - System.nanoTime() : Long.MAX_VALUE;
            if (left <= 0) {
                break;
            }
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            thread.interrupt();
        }
        return done;
    }

    /** When it is done: whether the password is right. */
    boolean result() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
        return right;
    }
}

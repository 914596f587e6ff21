package dev.serval.security;

import dev.serval.net.ClientNetwork;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** One question that takes long; for one wait of the thread that asks it. */
final class LoginTurn implements Runnable {
    private final Thread thread = Thread.currentThread();
    private final ClientNetwork client;
    private final Supplier<?> question;
    private Object answer; // written before done
    private Throwable failure; // written before done
    private volatile boolean done;

    LoginTurn(ClientNetwork client, Supplier<?> question) {
        this.client = client;
        this.question = question;
    }

    /** The client of the login. */
    ClientNetwork client() {
        return client;
    }

    /** Its turn will not come: it ends with that refusal as its result. */
    void refuse(LoginsBusyException refusal) {
        failure = refusal;
        done = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        try {
            answer = question.get();
        } catch (RuntimeException | Error e) {
            failure = e; // thrown to the waiting thread
        }
        done = true;
        LockSupport.unpark(thread);
    }

    /** Waits until it is done, or until that time by System.nanoTime: then returns false. */
    boolean await(long until) {
        boolean interrupted = false;
        while (!done) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                break;
            }
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            thread.interrupt(); // kept for the application
        }
        return done;
    }

    /** The answer, when it is done. */
    Object result() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
        return answer;
    }
}

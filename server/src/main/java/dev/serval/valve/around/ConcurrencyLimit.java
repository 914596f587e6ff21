package dev.serval.valve.around;

import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The SemaphoreValve: limits concurrent calls. Thread-safe. */
public final class ConcurrencyLimit implements CallValve {
    private static final long LOOK_MILLIS = 1000;

    private final Semaphore permits;
    private final long waitMillis;
    private final int status;
    private volatile boolean stopped;

    /**
     * @param concurrency the number of concurrent calls
     * @param fairness whether waiting calls proceed in the order of their arrival
     * @param waitMillis how long a call waits before it is refused; 0 for no wait
     * @param status of a refusal, 400 to 599
     */
    public ConcurrencyLimit(int concurrency, boolean fairness, long waitMillis, int status) {
        this.permits = new Semaphore(concurrency, fairness);
        this.waitMillis = waitMillis;
        this.status = status;
    }

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        if (!enter()) {
            chain.refuse(status, "the SemaphoreValve allows no more calls at a time");
            return;
        }
        try {
            chain.proceed();
        } finally {
            permits.release();
        }
    }

    /** A call that is interrupted while it waits is refused. */
    private boolean enter() {
        if (waitMillis == 0) {
            return permits.tryAcquire();
        }
        long left = waitMillis;
        try {
            while (!permits.tryAcquire(Math.min(left, LOOK_MILLIS), TimeUnit.MILLISECONDS)) {
                left -= LOOK_MILLIS;
                if (left <= 0 || stopped) {
                    return false;
                }
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Override
    public void stop() {
        stopped = true;
    }
}

package dev.serval.tls;

import dev.serval.thread.TurnGuard;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Checks regularly for changes, on a thread of its own. Owned by {@link TlsContexts}. A change
 * counts once two checks in a row see the same state, so that a key and its certificate, replaced
 * one after the other, are read together.
 */
final class FileWatch implements AutoCloseable {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final Supplier<?> state;
    private final Runnable changed;
    private final Runnable always;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final TurnGuard guard = new TurnGuard("The look for changed certificates");
    private Thread thread;
    private Object known;
    private Object before;

    /**
     * @param state equal objects mean that nothing has changed; called at once
     * @param changed called on the thread of this watch
     * @param always called there after each check
     */
    FileWatch(Supplier<?> state, Runnable changed, Runnable always) {
        this.state = state;
        this.changed = changed;
        this.always = always;
        this.known = state.get();
        this.before = known;
    }

    void start(Duration every) {
        thread = new Thread(() -> run(every.toMillis()), "serval-tls-files");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(long millis) {
        while (true) {
            try {
                if (closed.await(millis, TimeUnit.MILLISECONDS)) {
                    return;
                }
                look();
                guard.passed();
            } catch (InterruptedException e) {
                Thread.currentThread()
                        .interrupt(); // nothing here interrupts it; if something does, it ends
                return;
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }

    /** One check. */
    void look() {
        Object now = state.get();
        if (!now.equals(known) && now.equals(before)) {
            known = now;
            changed.run();
        }
        before = now;
        always.run();
    }

    /** Waits for a check that is under way, up to ten seconds. */
    @Override
    public void close() {
        closed.countDown();
        if (thread != null && thread != Thread.currentThread()) {
            try {
                thread.join(STOP_LIMIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // it ends by itself
            }
        }
    }
}

package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a request inside its servlet until the test lets it go. Thread-safe. */
final class Gate implements AutoCloseable {
    private final String path;
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    Gate(String path) {
        this.path = path;
    }

    /** The request path that leads into this gate. */
    String path() {
        return path;
    }

    /** Waits until a request is inside. */
    void awaitEntered() throws InterruptedException {
        assertThat(entered.await(RawClient.PATIENCE, TimeUnit.MILLISECONDS))
                .as("a request reaches the servlet")
                .isTrue();
    }

    boolean hasEntered() {
        return entered.getCount() == 0;
    }

    /** Called by the servlet. */
    void pass() {
        entered.countDown();
        try {
            if (!open.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody opened the gate");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted in the gate", e);
        }
    }

    void open() {
        open.countDown();
    }

    /** Opens, so that a failed test leaves no thread behind. */
    @Override
    public void close() {
        open();
    }
}

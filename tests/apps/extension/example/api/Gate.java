package example.api;

import java.util.concurrent.Semaphore;

/** What applications see of this extension: requests wait at it until somebody lets them pass. */
public final class Gate {
    private static final Semaphore GATE = new Semaphore(0);

    private Gate() {}

    /** Waits until it is let through. */
    public static void pass() throws InterruptedException {
        GATE.acquire();
    }

    /** Lets so many pass, also those that come later. */
    public static void open(int count) {
        GATE.release(count);
    }
}

package dev.serval.http;

/**
 * How long the server still waits for the body of a request. Waits add up, and bytes give time back
 * at the minimum rate: a client that sends a byte now and then gets no more time than one that
 * sends none. Owned by the thread that reads the body.
 */
public final class BodyPace {
    private final int timeout;
    private final int rate;
    private long spent;
    private long since; // 0 while nobody waits
    private boolean slow;

    /**
     * @param timeout milliseconds; 0 or less means no limit
     * @param rate bytes per second; 0 or less means that any byte gives back all time
     */
    public BodyPace(int timeout, int rate) {
        this.timeout = timeout;
        this.rate = rate;
    }

    /** A body begins. */
    public void begin() {
        spent = 0;
        since = 0;
        slow = false;
    }

    /** A wait begins. Returns how many milliseconds it may take; 0 means no limit. */
    public long await() {
        since = millis();
        slow = spent > 0;
        return timeout <= 0 ? 0 : Math.max(1, timeout - spent);
    }

    /** The wait, if there is one, is over. */
    public void resume() {
        if (since != 0) {
            spent += millis() - since;
            since = 0;
        }
    }

    /** Bytes have come. */
    public void received(int bytes) {
        if (spent > 0) {
            spent = rate <= 0 ? 0 : Math.max(0, spent - bytes * 1000L / rate);
        }
    }

    /** True if the last wait had little time because bytes came too slowly before it. */
    public boolean slow() {
        return slow;
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}

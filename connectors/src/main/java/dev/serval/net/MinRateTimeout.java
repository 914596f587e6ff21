package dev.serval.net;

/**
 * A time-out with a minimum rate: waits add up, and bytes give time back. A client that takes a
 * byte now and then holds a connection no longer than one that takes none.
 */
final class MinRateTimeout extends IoTimeout {
    // Bytes per second; with 0 or less every wait has the whole time.
    private final int rate;
    private int spent;

    /**
     * @param rate bytes per second; 0 or less means that any byte renews the time
     */
    MinRateTimeout(int rate) {
        this.rate = rate;
    }

    @Override
    void end(long now) {
        super.end(now);
        if (rate > 0) {
            spent = (int) Math.min(spent + now - since(), Integer.MAX_VALUE);
        }
    }

    /** Bytes have passed. */
    void progressed(long bytes) {
        if (spent > 0) {
            spent = (int) Math.max(0, spent - bytes * 1000 / rate);
        }
    }

    @Override
    long spent() {
        return spent;
    }
}

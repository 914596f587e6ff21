package dev.serval.net;

/**
 * Patience with a least rate: waits add up, and bytes give time back, so that who takes a byte now
 * and then does not hold a connection for longer than one who takes none.
 */
final class RatedPatience extends Patience {
    // Bytes per second; 0 or less: every wait has the whole time.
    private final int rate;
    private int spent;

    /**
     * @param rate bytes per second that waits may last for; 0 or less means any
     */
    RatedPatience(int rate) {
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

package dev.serval.http;

import dev.serval.net.Parked;

/**
 * How whoever speaks on an upgraded connection may wait. Thread-safe. Throws IllegalStateException
 * once that has come to its end.
 */
public interface UpgradedWaits {
    /** True when a write blocks the calling thread. */
    boolean blocks();

    /** The calling thread waits until somebody runs {@code parked}, and holds no event loop. */
    void await(Parked parked);

    /** From any thread: ends the wait of a write as if its time were over. */
    void giveUpWriting();
}

package dev.serval.websocket.container;

import dev.serval.websocket.wire.Limits;

/**
 * The defaults of new sessions; applications may change them. Thread-safe.
 *
 * <p>Sizes are those of whole messages, in bytes.
 */
final class Defaults {
    private static final int BYTES = 64 * 1024;

    volatile int maxText = BYTES;
    volatile int maxBinary = BYTES;
    // 0 or less means never.
    volatile long idleMillis;
    volatile long sendMillis;

    Limits limits() {
        Limits known = Limits.DEFAULT;
        return new Limits(
                maxText,
                maxBinary,
                idleMillis,
                known.sendMillis(),
                known.closeMillis(),
                known.maxQueued());
    }
}

package dev.serval.websocket.wire;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.ObjectPool;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Buffers that connections borrow while bytes pass; an idle one has none. Thread-safe. */
final class Buffers {
    /** For reading and decompressing. */
    static final BufferPool HEAP = new BufferPool(16 * 1024, false, 128);

    /** For writing. */
    static final BufferPool DIRECT = new BufferPool(16 * 1024, true, 128);

    private static final ObjectPool<Inflater> INFLATERS = new ObjectPool<>(64);
    private static final ObjectPool<Deflater> DEFLATERS = new ObjectPool<>(64);

    private Buffers() {}

    static Inflater inflater() {
        Inflater idle = INFLATERS.take();
        return idle != null ? idle : new Inflater(true);
    }

    static void give(Inflater used) {
        used.reset();
        if (!INFLATERS.give(used)) {
            // Its memory is outside of the heap, so it triggers no collection.
            used.end();
        }
    }

    static Deflater deflater() {
        Deflater idle = DEFLATERS.take();
        return idle != null ? idle : new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    }

    static void give(Deflater used) {
        used.reset();
        if (!DEFLATERS.give(used)) {
            used.end();
        }
    }
}

package dev.serval.buffer;

import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** A buffer lent and given back, by one thread and by four that share the pool. */
@State(Scope.Benchmark)
public class BufferPoolBenchmark {
    private final BufferPool pool = new BufferPool(8192, true, 256);

    @Benchmark
    public int oneThread() {
        return lend();
    }

    @Benchmark
    @Threads(4)
    public int fourThreads() {
        return lend();
    }

    private int lend() {
        ByteBuffer buffer = pool.take();
        int room = buffer.remaining();
        pool.give(buffer);
        return room;
    }
}

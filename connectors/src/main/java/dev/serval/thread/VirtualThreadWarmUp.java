package dev.serval.thread;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets a virtual thread wait once, for a time and for bytes, before there are connections. At the
 * first such waits the JDK starts platform threads of its own; if it gets no thread then, the
 * classes that start them stay unusable for good. Stateless.
 */
public final class VirtualThreadWarmUp {
    private static final long MOST_NANOS = 2_000_000_000L;
    private static final long LOOK_NANOS = 50_000;

    private VirtualThreadWarmUp() {}

    /**
     * Returns when the thread has ended, but after two seconds at the latest: a slow machine must
     * not prevent the start.
     */
    public static void waitOnce() throws IOException {
        Pipe pipe = Pipe.open();
        try (Pipe.SourceChannel source = pipe.source();
                Pipe.SinkChannel sink = pipe.sink()) {
            Thread thread = Threads.virtual("serval-warm-up-").newThread(() -> read(source));
            thread.start();
            long end = System.nanoTime() + MOST_NANOS;
            await(thread, Thread.State.WAITING, end);
            sink.write(ByteBuffer.allocate(1));
            await(thread, Thread.State.TERMINATED, end);
        }
    }

    private static void read(Pipe.SourceChannel source) {
        LockSupport.parkNanos(1000);
        try {
            source.read(ByteBuffer.allocate(1));
        } catch (IOException e) {
            throw new IllegalStateException(e); // the pipe was closed after two seconds
        }
    }

    private static void await(Thread thread, Thread.State state, long end) {
        while (thread.getState() != state && thread.isAlive() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}

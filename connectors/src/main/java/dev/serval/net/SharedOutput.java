package dev.serval.net;

import dev.serval.buffer.BulkPool;
import dev.serval.buffer.OutputBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The output of a connection with several writers. Each puts whole messages, which leave in the
 * order in which they were put; one thread at a time sends what is there. Thread-safe.
 *
 * <pre>
 *   put, put, flush --&gt; the socket takes all: there is room
 *                  \--&gt; the socket is full: no room until it is ready; what was put leaves then
 * </pre>
 *
 * Messages can be put without room, for a protocol has some that cannot wait; whoever has much to
 * send waits for room before each.
 */
public final class SharedOutput {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Connection connection;
    private final OutputBuffer output;
    private final ReentrantLock lock = new ReentrantLock();
    // By lock: what waits for room.
    private List<Runnable> waiters = new ArrayList<>(2);
    private boolean unsent;
    private boolean full;
    private IOException failure;

    /**
     * @param pool lends direct buffers
     */
    public SharedOutput(Connection connection, BulkPool pool) {
        this.connection = connection;
        output = new OutputBuffer(pool);
    }

    /** Adds a message, or several; {@link #flush} sends them. Throws when the connection ends. */
    public void put(ByteBuffer... parts) throws IOException {
        lock.lock();
        try {
            requireOpen();
            for (ByteBuffer part : parts) {
                output.reserve(part.remaining()).put(part);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends what is there, as far as the socket takes it; the rest leaves by itself. Waits only on
     * a blocking transport.
     */
    public void flush() throws IOException {
        lock.lock();
        try {
            requireOpen();
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Runs the task once when there is room, or the connection ends; at once if that is so. */
    public void whenRoom(Runnable task) {
        lock.lock();
        try {
            if (full && failure == null) {
                waiters.add(task);
                return;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    /** The calling thread waits for room, see {@link Driver#await}. Throws when there is none. */
    public void awaitRoom() throws IOException {
        while (true) {
            Parked parked;
            lock.lock();
            try {
                requireOpen();
                if (!full) {
                    return;
                }
                parked = new Parked();
                waiters.add(parked);
            } finally {
                lock.unlock();
            }
            connection.driver().await(parked);
        }
    }

    /** True when nothing is left that was put. */
    public boolean isSent() {
        lock.lock();
        try {
            return output.isEmpty() && !unsent;
        } finally {
            lock.unlock();
        }
    }

    /** The connection is gone: nothing is sent any more, and nobody waits. */
    public void closed() {
        finish(end(new ClosedChannelException()));
    }

    /** By lock. */
    private void send() throws IOException {
        try {
            if (!full && !sent()) {
                full = true;
                connection.transport().when(Interest.WRITE, this::ready);
            }
        } catch (IOException | RuntimeException e) {
            // Its reader learns of it, too.
            connection.transport().reset();
            throw e;
        }
    }

    /** By lock: true when all has gone to the operating system. */
    private boolean sent() throws IOException {
        Transport transport = connection.transport();
        if (!output.isEmpty()) {
            try {
                unsent = !transport.write(output.unsent());
            } finally {
                output.written();
            }
        } else if (unsent) {
            unsent = !transport.write(NOTHING);
        }
        return !unsent;
    }

    /** The socket takes bytes again, or has not for too long. */
    private void ready() {
        List<Runnable> ready = List.of();
        lock.lock();
        try {
            full = false;
            if (failure == null) {
                send();
            }
            if (!full) {
                ready = waiters;
                waiters = new ArrayList<>(2);
            }
        } catch (IOException | RuntimeException e) {
            ready = end(e instanceof IOException io ? io : new IOException(e));
        } finally {
            lock.unlock();
        }
        finish(ready);
    }

    private List<Runnable> end(IOException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
            }
            output.release();
            List<Runnable> all = waiters;
            waiters = new ArrayList<>(2);
            return all;
        } finally {
            lock.unlock();
        }
    }

    private static void finish(List<Runnable> tasks) {
        for (Runnable task : tasks) {
            task.run();
        }
    }

    private void requireOpen() throws IOException {
        if (failure != null) {
            throw new IOException("The connection has ended", failure);
        }
    }
}

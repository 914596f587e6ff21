package dev.serval.net;

import dev.serval.buffer.BulkPool;
import dev.serval.buffer.OutputBuffer;
import dev.serval.thread.OomSafeLock;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.nio.ByteBuffer;
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
 * A message can be put without room, since a protocol has some that cannot wait; but only 64 KiB at
 * a time, beyond which the connection ends: its peer asks for answers and reads none. A writer with
 * much to send waits for room before each message. If several are told of room at once, the first
 * may fill it; messages of the others then count towards the limit.
 */
public final class SharedOutput {
    /** Bytes that wait beside what has filled the socket. */
    static final int MOST_WITHOUT_ROOM = 64 * 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final TurnGuard GUARD = new TurnGuard("Whoever waits for room on a connection");

    private final Connection connection;
    private final OutputBuffer output;
    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by lock: tasks that wait for room.
    private List<Runnable> waiters = new ArrayList<>(2);
    private boolean unsent;
    private boolean full;
    // While the socket is full: bytes that may still be put.
    private int most;
    private boolean ended;
    private Throwable failure;

    /**
     * @param pool lends direct buffers
     */
    public SharedOutput(Connection connection, BulkPool pool) {
        this.connection = connection;
        output = new OutputBuffer(pool);
    }

    /**
     * Adds a message, or several; {@link #flush} sends them. Throws if the connection ends, also
     * because too much was put without room.
     */
    public void put(ByteBuffer... parts) throws IOException {
        List<Runnable> left = List.of();
        lock.lock();
        try {
            requireOpen();
            add(parts);
        } catch (Throwable e) {
            // Half a message may be there.
            left = fail(e);
            throw e;
        } finally {
            lock.unlock();
            finish(left);
        }
    }

    /** The same for a message as an array, which is only read. */
    public void put(byte[] message) throws IOException {
        fill(message.length).put(message);
        filled();
    }

    /**
     * Where to put one message of that size at most, which cannot wait for room. {@link #filled}
     * has to follow on the same thread, behind a whole message or none; other writers wait until
     * then. Throws like {@link #put}.
     */
    public ByteBuffer fill(int most) throws IOException {
        return fill(most, false);
    }

    /**
     * The same for a writer that can wait for room: null while the socket is full, then {@link
     * #filled} must not follow. Sends what is there if a message of {@code least} bytes does not
     * fit beside it.
     */
    public ByteBuffer tryFill(int least) throws IOException {
        return fill(least, true);
    }

    private ByteBuffer fill(int size, boolean waits) throws IOException {
        List<Runnable> left = List.of();
        boolean filling = false;
        lock.lock();
        try {
            requireOpen();
            if (waits && !full && output.room() < size) {
                send();
                if (!full) {
                    // Fewer and larger writes for a writer that has filled one already.
                    output.expectMuch();
                }
            }
            if (waits && full) {
                return null;
            }
            requireLittle(size);
            ByteBuffer room = output.reserve(size);
            filling = true;
            return room;
        } catch (Throwable e) {
            left = fail(e);
            throw e;
        } finally {
            if (!filling) {
                lock.unlock();
                finish(left);
            }
        }
    }

    /** Ends what {@link #fill} or {@link #tryFill} has begun. */
    public void filled() {
        lock.unlock();
    }

    /**
     * Sends what is there, as far as the socket takes it; the rest leaves by itself. Waits only on
     * a blocking transport.
     */
    public void flush() throws IOException {
        List<Runnable> left = List.of();
        lock.lock();
        try {
            requireOpen();
            if (!full) {
                send();
            }
        } catch (Throwable e) {
            left = fail(e);
            throw e;
        } finally {
            lock.unlock();
            finish(left);
        }
    }

    /** Runs the task once when there is room, or the connection ends; at once if that is so. */
    public void whenRoom(Runnable task) {
        lock.lock();
        try {
            if (full && !ended) {
                waiters.add(task);
                return;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    /** Gives up a task of {@link #whenRoom}; it may be running already. */
    public void forget(Runnable task) {
        lock.lock();
        try {
            if (!waiters.isEmpty()) {
                waiters.remove(task);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The calling thread waits for room, see {@link Driver#await}. Throws if the connection ends.
     */
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

    /** True if nothing is left that was put. */
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
        finish(end(null));
    }

    /** Called with the lock held. */
    private void add(ByteBuffer[] parts) throws IOException {
        for (ByteBuffer part : parts) {
            requireLittle(part.remaining());
            output.reserve(part.remaining()).put(part);
        }
    }

    private void requireLittle(int size) throws IOException {
        if (full && output.size() + size > most) {
            throw new IOException("The peer reads too little of what it asks for");
        }
    }

    /** Called with the lock held. */
    private void send() throws IOException {
        if (sent()) {
            full = false;
            return;
        }
        if (!full) {
            full = true;
            most = output.size() + MOST_WITHOUT_ROOM;
        }
        connection.transport().when(Interest.WRITE, this::ready);
    }

    /** Called with the lock held: true if the operating system has taken everything. */
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

    /** The socket takes bytes again, or has taken none for too long. */
    private void ready() {
        List<Runnable> told = List.of();
        OomSafeLock.lock(lock);
        try {
            if (!ended) {
                send();
                if (!full) {
                    told = waiters;
                    waiters = new ArrayList<>(2);
                }
            }
        } catch (Throwable e) {
            told = fail(e);
            if (e instanceof Error error) {
                throw error;
            }
        } finally {
            lock.unlock();
            finish(told);
        }
    }

    /**
     * Called with the lock held: nothing is sent any more, and the reader learns of it, too.
     * Returns the tasks that have to be told.
     */
    private List<Runnable> fail(Throwable cause) {
        if (ended) {
            return List.of();
        }
        List<Runnable> all = end(cause);
        try {
            connection.transport().reset();
        } catch (Throwable e) {
            GUARD.note(e); // its owner closes it
        }
        return all;
    }

    /** Allocates nothing, since there may be no memory. */
    private List<Runnable> end(Throwable cause) {
        OomSafeLock.lock(lock);
        try {
            if (!ended) {
                ended = true;
                failure = cause;
            }
            output.release();
            List<Runnable> all = waiters;
            waiters = List.of();
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Whatever one of them throws, the others run. */
    private static void finish(List<Runnable> tasks) {
        for (int i = 0; i < tasks.size(); i++) {
            try {
                tasks.get(i).run();
            } catch (Throwable e) {
                GUARD.note(e);
            }
        }
        GUARD.passed();
    }

    private void requireOpen() throws IOException {
        if (ended) {
            throw new IOException("The connection has ended", failure);
        }
    }
}

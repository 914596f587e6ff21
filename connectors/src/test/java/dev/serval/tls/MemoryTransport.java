package dev.serval.tls;

import dev.serval.net.Call;
import dev.serval.net.Driver;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Peer;
import dev.serval.net.ReadWait;
import dev.serval.net.Transport;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * An event-driven transport without a socket, and its driver: gives and takes only so many bytes
 * per call, and refuses every second write. Owned by one test.
 */
final class MemoryTransport implements Transport, Driver {
    private final Deque<byte[]> incoming = new ArrayDeque<>();
    private final ByteArrayOutputStream outgoing = new ByteArrayOutputStream();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    int most = Integer.MAX_VALUE;
    boolean full;
    boolean ended;
    boolean reset;
    boolean closed;
    long readTimeout;
    Runnable reader;
    private boolean refuse;

    /** Bytes that the peer has sent; each array is a read of its own. */
    void arrive(byte[] bytes) {
        incoming.add(bytes);
    }

    /** What was sent since the last call. */
    byte[] sent() {
        byte[] bytes = outgoing.toByteArray();
        outgoing.reset();
        return bytes;
    }

    int tasks() {
        return tasks.size();
    }

    void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public int read(ByteBuffer target) {
        byte[] first = incoming.poll();
        if (first == null) {
            return ended ? -1 : 0;
        }
        int count = Math.min(Math.min(most, first.length), target.remaining());
        target.put(first, 0, count);
        if (count < first.length) {
            incoming.push(Arrays.copyOfRange(first, count, first.length));
        }
        return count;
    }

    @Override
    public boolean write(ByteBuffer source) {
        if (full) {
            return false;
        }
        refuse = most < Integer.MAX_VALUE && !refuse;
        for (int i = 0; i < most && source.hasRemaining() && !refuse; i++) {
            outgoing.write(source.get());
        }
        return !source.hasRemaining();
    }

    @Override
    public boolean write(ByteBuffer[] sources) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean transfer(FileRegion region) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void when(Interest interest, Runnable task) {
        reader = task;
    }

    @Override
    public void await(Interest interest) {}

    @Override
    public void forget(Interest interest) {
        reader = null;
    }

    @Override
    public boolean blocks() {
        return false;
    }

    @Override
    public void readTimeout(long millis) {
        readTimeout = millis;
    }

    @Override
    public void writeTimeout(long millis) {}

    @Override
    public ReadWait readWait() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sweep(long now) {}

    @Override
    public void expire(Interest interest) {}

    @Override
    public void shutdownOutput() {}

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void closeLater() {
        closed = true;
    }

    @Override
    public void reset() {
        reset = true;
    }

    @Override
    public Peer peer() {
        return null;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public boolean dispatch(Call task) {
        return false;
    }

    @Override
    public boolean compute(Runnable task) {
        return false;
    }

    @Override
    public void fork(Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Runnable resume(dev.serval.net.Connection connection) {
        return connection;
    }
}

package dev.serval.websocket.wire;

import dev.serval.http.UpgradedBytes;
import dev.serval.http.UpgradedWaits;
import dev.serval.net.Parked;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;

/** The bytes of a connection, in memory; what comes and how much may leave is the test's. */
final class FakeBytes implements UpgradedBytes, UpgradedWaits {
    private final Deque<byte[]> coming = new ArrayDeque<>();
    private final ByteArrayOutputStream left = new ByteArrayOutputStream();
    private Runnable writable;
    private int room = Integer.MAX_VALUE;
    private boolean ended;
    int writes;
    boolean awaited;
    boolean turnAsked;
    boolean closed;
    boolean blocks;
    // No thread is free.
    boolean full;
    // Has come to its end, which nobody was told of.
    boolean gone;
    IOException failure;

    void come(byte[] bytes) {
        coming.add(bytes);
    }

    void end() {
        ended = true;
    }

    /** What has left since the last call. */
    synchronized byte[] left() {
        byte[] all = left.toByteArray();
        left.reset();
        return all;
    }

    /** So many bytes may leave before a write does not take all. */
    void room(int bytes) {
        room = bytes;
        Runnable task = writable;
        if (task != null && bytes > 0) {
            writable = null;
            task.run();
        }
    }

    boolean isAwaitingRoom() {
        return writable != null;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (failure != null) {
            throw failure;
        }
        byte[] next = coming.poll();
        if (next == null) {
            return ended ? -1 : 0;
        }
        int count = Math.min(next.length, target.remaining());
        target.put(next, 0, count);
        if (count < next.length) {
            coming.addFirst(java.util.Arrays.copyOfRange(next, count, next.length));
        }
        return count;
    }

    @Override
    public void awaitBytes() {
        if (gone) {
            throw new IllegalStateException("the exchange has ended");
        }
        awaited = true;
    }

    @Override
    public synchronized boolean write(ByteBuffer source) throws IOException {
        if (failure != null) {
            throw failure;
        }
        writes++;
        while (source.hasRemaining() && room > 0) {
            left.write(source.get());
            room--;
        }
        return !source.hasRemaining();
    }

    @Override
    public void whenWritable(Runnable task) {
        if (room > 0) {
            task.run();
        } else {
            writable = task;
        }
    }

    @Override
    public UpgradedWaits waits() {
        return this;
    }

    @Override
    public boolean blocks() {
        return blocks;
    }

    @Override
    public void await(Parked parked) {
        parked.awaitClient();
    }

    @Override
    public void giveUpWriting() {
        // Whoever waits here waits for the test.
    }

    @Override
    public void askForTurn() {
        turnAsked = true;
    }

    @Override
    public void fork(Runnable task) {
        if (full) {
            throw new RejectedExecutionException("all are busy");
        }
        task.run();
    }

    @Override
    public void close() {
        closed = true;
    }
}

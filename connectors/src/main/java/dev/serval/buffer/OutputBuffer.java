package dev.serval.buffer;

import java.nio.ByteBuffer;

/**
 * Bytes that go out together: heads and small bodies of one or more responses. Its storage is lent
 * by a pool and only held while there are bytes in it. Owned by whoever writes to the connection.
 */
public final class OutputBuffer {
    // A head beyond the pool's size is rare, and limited by its encoder; this is the last resort.
    private static final int MOST = 32 * 1024 * 1024;

    private final BulkPool pool;
    private ByteBuffer storage;
    // False for one that grew, which is not the pool's.
    private boolean lent;
    private int sent;

    /**
     * @param pool lends direct buffers
     */
    public OutputBuffer(BulkPool pool) {
        this.pool = pool;
    }

    public boolean isEmpty() {
        return storage == null;
    }

    /** Bytes that were not sent yet. */
    public int size() {
        return storage == null ? 0 : storage.position() - sent;
    }

    /** Bytes that can be added without growing. */
    public int room() {
        return storage == null ? pool.smallSize() : storage.remaining();
    }

    /** The storage, to put at most {@code count} bytes into; grows if it has to. */
    public ByteBuffer reserve(int count) {
        if (storage == null) {
            hold(pool.take());
        }
        if (storage.remaining() < count && sent >= storage.capacity() / 2) {
            storage.flip().position(sent);
            storage.compact();
            sent = 0;
        }
        if (storage.remaining() < count) {
            grow(count);
        }
        return storage;
    }

    /** While it is empty, before bytes that will fill it: makes much room, if there is some. */
    public void expectMuch() {
        hold(pool.take(Long.MAX_VALUE));
    }

    private void hold(ByteBuffer buffer) {
        storage = buffer;
        lent = true;
        sent = 0;
    }

    private void grow(int count) {
        int size = Math.max(2 * storage.capacity(), storage.position() + count);
        if (size > MOST) {
            throw new IllegalStateException("a response head is larger than " + MOST + " bytes");
        }
        ByteBuffer larger = ByteBuffer.allocateDirect(size);
        larger.put(storage.flip());
        giveBack();
        storage = larger;
        lent = false;
    }

    /** What was not sent yet, to be read; {@link #written} must follow. */
    public ByteBuffer unsent() {
        return storage.limit(storage.position()).position(sent);
    }

    /** After a write of {@link #unsent}: goes back to being filled, or gives the storage back. */
    public void written() {
        if (storage.hasRemaining()) {
            sent = storage.position();
            storage.position(storage.limit()).limit(storage.capacity());
        } else {
            release();
        }
    }

    /** Drops all bytes and returns the storage. */
    public void release() {
        if (storage != null) {
            giveBack();
            storage = null;
        }
    }

    private void giveBack() {
        if (lent) {
            pool.give(storage);
        }
    }
}

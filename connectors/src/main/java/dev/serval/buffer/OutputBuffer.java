package dev.serval.buffer;

import java.nio.ByteBuffer;

/**
 * Bytes that are sent together: heads and small bodies of one or more responses. A pool lends its
 * storage, which is held only while it has bytes. Owned by the thread that writes to the
 * connection.
 */
public final class OutputBuffer {
    // A head beyond the pool's size is rare, and limited by its encoder; this is the last resort.
    private static final int MOST = 32 * 1024 * 1024;

    private final BulkPool pool;
    private ByteBuffer storage;
    // False if the storage has grown and is not from the pool.
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

    /** Called while it is empty, before many bytes: makes as much room as the pool allows. */
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

    /** The bytes that were not sent yet, for reading; {@link #written} must follow. */
    public ByteBuffer unsent() {
        return storage.limit(storage.position()).position(sent);
    }

    /** Called after a write of {@link #unsent}: can be filled again, or returns the storage. */
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

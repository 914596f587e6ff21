package dev.serval.buffer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes that were received and not yet consumed. Belongs to a connection and survives a change of
 * its conversation. A pool lends its storage, which is held only while it has bytes or a read is
 * under way. Owned by the owner of the connection.
 */
public final class InputBuffer {
    private final BufferPool pool;
    private ByteBuffer storage;
    private byte[] array = NONE;
    private int position;
    private int limit;

    private static final byte[] NONE = new byte[0];

    /**
     * @param pool lends heap buffers
     */
    public InputBuffer(BufferPool pool) {
        this.pool = pool;
    }

    /**
     * The storage; valid from {@link #position} to {@link #limit}, until the next call that changes
     * it.
     */
    public byte[] array() {
        return array;
    }

    /** Index of the first byte that is not consumed. */
    public int position() {
        return position;
    }

    /** Index behind the last byte. */
    public int limit() {
        return limit;
    }

    public int remaining() {
        return limit - position;
    }

    /** Removes the first {@code count} bytes. */
    public void consume(int count) {
        position += count;
    }

    /**
     * Makes room for at least one more byte and returns it as a buffer to read into; {@link
     * #received} must follow. Moves bytes to the front if necessary; a full storage grows up to
     * {@code most} bytes. Null if it may not grow.
     */
    public ByteBuffer room(int most) {
        if (storage == null) {
            storage = pool.take();
            array = storage.array();
            position = 0;
            limit = 0;
        } else if (position == limit) {
            position = 0;
            limit = 0;
        } else if (limit == array.length) {
            if (position > 0) {
                System.arraycopy(array, position, array, 0, limit - position);
                limit -= position;
                position = 0;
            } else if (array.length < most) {
                ByteBuffer larger =
                        ByteBuffer.wrap(Arrays.copyOf(array, Math.min(most, 2 * array.length)));
                giveBack();
                storage = larger;
                array = larger.array();
            } else {
                return null;
            }
        }
        return storage.limit(array.length).position(limit);
    }

    /** Notes that {@code count} bytes were read into {@link #room}; 0 or less means none. */
    public void received(int count) {
        if (count > 0) {
            limit += count;
        }
    }

    /** Returns the storage to the pool if no byte is left in it. */
    public void trim() {
        if (storage != null && position == limit) {
            release();
        }
    }

    /** Drops all bytes and returns the storage. */
    public void release() {
        if (storage != null) {
            giveBack();
            storage = null;
            array = NONE;
            position = 0;
            limit = 0;
        }
    }

    private void giveBack() {
        // A storage that has grown is not from the pool; the lent one was returned then.
        if (storage.capacity() == pool.size()) {
            pool.give(storage);
        }
    }
}

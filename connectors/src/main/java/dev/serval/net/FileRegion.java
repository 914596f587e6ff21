package dev.serval.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A part of an open file that is being sent. Owned by the exchange that sends it; the position
 * moves forward as bytes are sent. The channel stays open; the code that opened it closes it in
 * {@code onRelease}.
 */
public final class FileRegion {
    private final FileChannel channel;
    private final Runnable onRelease;
    private long position;
    private long remaining;

    /**
     * @param channel the open file
     * @param position of the first byte, 0 or more
     * @param length bytes to send, 0 or more
     * @param onRelease runs once when the region is sent or given up
     */
    public FileRegion(FileChannel channel, long position, long length, Runnable onRelease) {
        if (position < 0 || length < 0) {
            throw new IllegalArgumentException("negative position or length");
        }
        this.channel = channel;
        this.position = position;
        this.remaining = length;
        this.onRelease = onRelease;
    }

    public FileChannel channel() {
        return channel;
    }

    /** Of the next byte to send. */
    public long position() {
        return position;
    }

    /** Bytes still to send. */
    public long remaining() {
        return remaining;
    }

    /**
     * Reads the next bytes, as many as there are and have room, without moving on. Throws an
     * IOException when the file has become shorter.
     */
    public void read(ByteBuffer target) throws IOException {
        if (target.remaining() > remaining) {
            target.limit(target.position() + (int) remaining);
        }
        if (channel.read(target, position) <= 0) {
            throw FileCopy.shrunk(this);
        }
    }

    /** Notes that {@code count} bytes were sent. */
    public void advance(long count) {
        position += count;
        remaining -= count;
    }

    /** Called once by the sender, at the end or when the response is given up. */
    public void release() {
        onRelease.run();
    }
}

package dev.serval.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Copies a part of a file to a target. Stateless. */
final class FileRangeCopy {
    private static final int CHUNK = 64 * 1024;

    private FileRangeCopy() {}

    /** Where the bytes go; takes them all. */
    interface Target {
        void write(ByteBuffer data) throws IOException;
    }

    /** Throws EOFException if the file has shrunk: it is never padded. */
    static void run(FileChannel channel, long first, long length, Target target)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(CHUNK, length));
        long position = first;
        long end = first + length;
        while (position < end) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), end - position));
            int count = channel.read(buffer, position);
            if (count < 0) {
                throw new EOFException("The file became shorter while it was sent");
            }
            position += count;
            target.write(buffer.flip());
        }
    }
}

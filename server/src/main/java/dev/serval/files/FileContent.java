package dev.serval.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.IntFunction;

/** Reads files into memory. Stateless; accesses the disk. */
final class FileContent {
    private FileContent() {}

    /** The whole content, read-only; null if its length has changed, or memory is short. */
    static ByteBuffer of(Resource found, IntFunction<ByteBuffer> memory) throws IOException {
        if (found.member() != null) {
            return found.member().content();
        }
        OpenFile file = OpenFile.open(found);
        try {
            FileChannel channel = file.channel();
            ByteBuffer buffer = memory.apply((int) found.size());
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, buffer.position()) < 0) {
                    return null;
                }
            }
            return buffer.flip().asReadOnlyBuffer();
        } catch (OutOfMemoryError e) {
            // Direct memory has its own limit; without it files are sent from the disk.
            return null;
        } finally {
            file.release();
        }
    }
}

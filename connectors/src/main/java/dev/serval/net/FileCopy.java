package dev.serval.net;

import dev.serval.buffer.BulkPool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Sends a file through a buffer: for transports that cannot, or must not, use sendfile. Stateless:
 * it reads by position, and reads again what a socket did not take.
 */
final class FileCopy {
    private FileCopy() {}

    /** See {@link Transport#transfer}; at most {@code budget} bytes. */
    static boolean send(FileRegion region, SocketChannel socket, BulkPool pool, long budget)
            throws IOException {
        ByteBuffer buffer = pool.take(Math.min(region.remaining(), budget));
        try {
            while (region.remaining() > 0 && budget > 0) {
                int count = fill(buffer, region);
                int sent = socket.write(buffer);
                region.advance(sent);
                budget -= sent;
                if (sent < count) {
                    return false;
                }
            }
            return region.remaining() == 0;
        } finally {
            pool.give(buffer);
        }
    }

    /** Reads as many of the region's next bytes as fit, to be sent; returns how many. */
    static int fill(ByteBuffer buffer, FileRegion region) throws IOException {
        buffer.clear();
        if (buffer.capacity() > region.remaining()) {
            buffer.limit((int) region.remaining());
        }
        int count = region.channel().read(buffer, region.position());
        if (count <= 0) {
            throw shrunk(region);
        }
        buffer.flip();
        return count;
    }

    static IOException shrunk(FileRegion region) {
        return new IOException(
                "The file became shorter while it was sent: "
                        + region.remaining()
                        + " bytes are missing at "
                        + region.position());
    }
}

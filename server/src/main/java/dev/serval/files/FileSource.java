package dev.serval.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The content of a file for one response, in memory or open. Used by one thread; its creator closes
 * it.
 */
final class FileSource implements AutoCloseable {
    private final ByteBuffer body;
    private final OpenFile open;
    private final long size;
    private final String type;

    /** Opens what is not in memory; see {@link CachedFile#open}. */
    FileSource(CachedFile file) throws IOException {
        size = file.size();
        // Encoded text cannot be converted.
        type = file.representation().coding() == null ? file.contentType() : null;
        body = file.body();
        open = body == null ? file.open() : null;
    }

    /** Whether there are characters in it. */
    boolean isText() {
        return FileText.isText(type);
    }

    /** Sends the body of an answer, its parts with all that stands between them. */
    void send(FileResponse response, FileRangeCopy.Target target) throws IOException {
        if (response.multipart() == null) {
            send(response.first(), response.length(), target);
        } else {
            response.multipart().send(target, (first, length) -> send(first, length, target));
        }
    }

    void send(long first, long length, FileRangeCopy.Target target) throws IOException {
        if (open != null) {
            FileRangeCopy.run(open.channel(), first, length, target);
        } else if (length > 0) {
            ByteBuffer part = body.duplicate();
            target.write(part.limit((int) (first + length)).position((int) first));
        }
    }

    /** The first bytes, up to that many, to detect the encoding. */
    byte[] peek(int most) throws IOException {
        byte[] bytes = new byte[(int) Math.min(most, size)];
        ByteBuffer target = ByteBuffer.wrap(bytes);
        send(0, bytes.length, target::put);
        return bytes;
    }

    /** Everything from an offset on; must not be closed. */
    InputStream stream(long from) throws IOException {
        if (open == null) {
            byte[] bytes = new byte[body.capacity()];
            body.duplicate().position(0).get(bytes);
            return new ByteArrayInputStream(bytes, (int) from, bytes.length - (int) from);
        }
        return new Positioned(open.channel(), from);
    }

    @Override
    public void close() {
        if (open != null) {
            open.release();
        }
    }

    /** A shared channel, whose position must not be changed. */
    private static final class Positioned extends InputStream {
        private final FileChannel channel;
        private long position;

        Positioned(FileChannel channel, long position) {
            this.channel = channel;
            this.position = position;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = channel.read(ByteBuffer.wrap(target, offset, length), position);
            position += Math.max(0, count);
            return count;
        }
    }
}

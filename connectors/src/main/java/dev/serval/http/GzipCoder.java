package dev.serval.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * The body of one response as gzip (RFC 1952): takes what the application writes, and gives
 * compressed bytes to the stream. Owned by its {@link Exchange}, by one thread at a time; {@link
 * #release} must follow.
 *
 * <p>One takes about 256 KiB of native memory. {@value #MOST_LENT} may be at work at once, {@value
 * #MOST_IDLE} are kept for later.
 */
final class GzipCoder {
    static final int MOST_LENT = 1024;
    static final int MOST_IDLE = 32;

    /**
     * The size in bytes up to which a whole body is compressed at once, so that its length is
     * known.
     */
    static final int WHOLE = 256 * 1024;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int ROOM = 8192;
    private static final int TRAILER = 8;
    // No name, no time, no system.
    private static final byte[] HEADER = {31, (byte) 139, 8, 0, 0, 0, 0, 0, 0, (byte) 255};
    private static final ArrayBlockingQueue<GzipCoder> IDLE = new ArrayBlockingQueue<>(MOST_IDLE);
    private static final AtomicInteger LENT = new AtomicInteger();

    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final CRC32 checksum = new CRC32();
    private final ByteBuffer room = ByteBuffer.allocate(ROOM).order(ByteOrder.LITTLE_ENDIAN);
    private ByteBuffer out = NOTHING;
    private boolean ended;
    private long sent;

    private GzipCoder() {}

    /** A coder for a new body; null if too many are in use. */
    static GzipCoder lend() {
        if (LENT.incrementAndGet() > MOST_LENT) {
            LENT.decrementAndGet();
            return null;
        }
        GzipCoder idle = IDLE.poll();
        GzipCoder lent = idle == null ? new GzipCoder() : idle;
        lent.out = lent.room.clear().put(HEADER).flip();
        return lent;
    }

    /** The number in use. */
    static int lent() {
        return LENT.get();
    }

    /** It is not used any more, whatever is left in it. */
    void release() {
        deflater.reset();
        checksum.reset();
        out = NOTHING;
        ended = false;
        sent = 0;
        if (!IDLE.offer(this)) {
            deflater.end();
        }
        LENT.decrementAndGet();
    }

    /**
     * Compresses a body of just these bytes, at most {@link #WHOLE}; the buffer's position does not
     * change.
     */
    void whole(ByteBuffer body) {
        ByteBuffer all = little(HEADER.length + TRAILER + 64 + body.remaining() / 4);
        all.put(HEADER);
        checksum.update(body.duplicate());
        deflater.setInput(body.duplicate());
        deflater.finish();
        while (!deflater.finished()) {
            if (all.remaining() < TRAILER + 1) {
                all = little(2 * all.capacity()).put(all.flip());
            }
            all.limit(all.capacity() - TRAILER);
            deflater.deflate(all);
            all.limit(all.capacity());
        }
        deflater.setInput(NOTHING);
        trailer(all);
        out = all.flip();
    }

    /** Whether it has the whole body, with its end. */
    boolean isWhole() {
        return ended;
    }

    /** Bytes that wait to be sent. */
    int waiting() {
        return out.remaining();
    }

    /** Takes them; the caller sends them. */
    ByteBuffer rest() {
        ByteBuffer rest = out;
        sent += rest.remaining();
        out = NOTHING;
        return rest;
    }

    /** Bytes that have gone to the stream. */
    long sent() {
        return sent;
    }

    /**
     * Takes bytes and sends what they compress to, without waiting. False if some are left: call
     * again with the same bytes, in this buffer or another.
     */
    boolean offer(ByteBuffer data, Stream stream) throws IOException {
        if (ended) {
            // The whole body, which the coder has already.
            data.position(data.limit());
        }
        while (drain(stream) && data.hasRemaining()) {
            ByteBuffer taken = data.duplicate();
            deflater.setInput(data);
            deflater.deflate(room.clear());
            // The caller may change its bytes as soon as this returns.
            deflater.setInput(NOTHING);
            out = room.flip();
            checksum.update(taken.limit(data.position()));
        }
        return !data.hasRemaining();
    }

    /**
     * Sends all that the client needs to decode what was taken so far, without waiting. False if
     * something is left: call again.
     */
    boolean flush(Stream stream) throws IOException {
        while (drain(stream)) {
            if (ended) {
                return true;
            }
            int count = deflater.deflate(room.clear(), Deflater.SYNC_FLUSH);
            out = room.flip();
            if (count == 0) {
                return true;
            }
        }
        return false;
    }

    /** The body is over: sends the rest without waiting; false if something is left. */
    boolean finish(Stream stream) throws IOException {
        deflater.finish();
        while (drain(stream)) {
            if (ended) {
                return true;
            }
            deflater.deflate(room.clear());
            if (deflater.finished() && room.remaining() >= TRAILER) {
                trailer(room);
            }
            out = room.flip();
        }
        return false;
    }

    private void trailer(ByteBuffer target) {
        target.putInt((int) checksum.getValue()).putInt((int) deflater.getBytesRead());
        ended = true;
    }

    private boolean drain(Stream stream) throws IOException {
        if (!out.hasRemaining()) {
            return true;
        }
        int before = out.remaining();
        boolean all = stream.write(out);
        sent += before - out.remaining();
        return all;
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}

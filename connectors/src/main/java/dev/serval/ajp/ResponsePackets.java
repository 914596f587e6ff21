package dev.serval.ajp;

import dev.serval.net.FileRegion;
import dev.serval.net.SharedOutput;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The bytes of a response on their way into packets: what is written, and what is left of a
 * response when its exchange is over. Owned by the owner of the exchange.
 */
final class ResponsePackets {
    // A packet with less would cost more than it carries; so would a write.
    private static final int SMALLEST = 1024;

    // Bytes of a file that one connection sends before others have their turn.
    private static final int MOST_AT_ONCE = 256 * 1024;

    private final int mostData;
    private ByteBuffer tail;
    private FileRegion file;

    ResponsePackets(int mostData) {
        this.mostData = mostData;
    }

    /** The request is over. */
    void clear() {
        tail = null;
        if (file != null) {
            file.release();
            file = null;
        }
    }

    /** Takes bytes; false if the socket is full and some are left. */
    boolean write(ByteBuffer data, SharedOutput out) throws IOException {
        while (data.hasRemaining()) {
            ByteBuffer room = room(data.remaining(), out);
            if (room == null) {
                return false;
            }
            try {
                int count = count(data.remaining(), room);
                Packet.beginChunk(room, count);
                int limit = data.limit();
                room.put(data.limit(data.position() + count));
                data.limit(limit);
                room.put((byte) 0);
            } finally {
                out.filled();
            }
        }
        return true;
    }

    /** Others may send the same buffer at the same time: its position does not change. */
    void tail(ByteBuffer data, SharedOutput out) {
        int at = data.position();
        int end = data.limit();
        try {
            while (at < end) {
                ByteBuffer room = room(end - at, out);
                if (room == null) {
                    break;
                }
                try {
                    int count = count(end - at, room);
                    Packet.beginChunk(room, count);
                    room.put(room.position(), data, at, count);
                    room.position(room.position() + count);
                    room.put((byte) 0);
                    at += count;
                } finally {
                    out.filled();
                }
            }
        } catch (IOException e) {
            // Whoever sends the rest meets the same.
        }
        if (at < end) {
            tail = data.duplicate().position(at);
        }
    }

    void tail(FileRegion region) {
        file = region;
    }

    /**
     * Puts what is left into the output, a part of it after each call, for fairness.
     *
     * @return true if it was all; false if there is more
     */
    boolean put(SharedOutput out) throws IOException {
        if (tail != null) {
            if (!write(tail, out)) {
                return false;
            }
            tail = null;
        }
        for (long budget = MOST_AT_ONCE; file != null; budget -= mostData) {
            if (budget <= 0) {
                return false;
            }
            if (file.remaining() == 0) {
                file.release();
                file = null;
            } else {
                ByteBuffer room = room((int) Math.min(file.remaining(), mostData), out);
                if (room == null) {
                    return false;
                }
                fill(room, out);
            }
        }
        return true;
    }

    /** A packet with the next bytes of the file, which are read into it. */
    private void fill(ByteBuffer room, SharedOutput out) throws IOException {
        int start = room.position();
        int limit = room.limit();
        int end = start;
        int count = count((int) Math.min(file.remaining(), mostData), room);
        int data = start + Packet.CHUNK_OVERHEAD - 1;
        try {
            file.read(room.limit(data + count).position(data));
            count = room.position() - data;
            room.limit(limit).position(start);
            Packet.beginChunk(room, count);
            room.position(data + count).put((byte) 0);
            end = room.position();
            file.advance(count);
        } finally {
            // After a failure it is as before.
            room.limit(limit).position(end);
            out.filled();
        }
    }

    private ByteBuffer room(int left, SharedOutput out) throws IOException {
        return out.tryFill(Math.min(Math.min(left, mostData), SMALLEST) + Packet.CHUNK_OVERHEAD);
    }

    private int count(int left, ByteBuffer room) {
        return Math.min(Math.min(left, mostData), room.remaining() - Packet.CHUNK_OVERHEAD);
    }
}

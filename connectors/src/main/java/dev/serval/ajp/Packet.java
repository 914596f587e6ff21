package dev.serval.ajp;

import dev.serval.http.HttpError;
import dev.serval.http.Refusal;
import java.nio.ByteBuffer;

/**
 * The bytes of packets: two that begin it, two of its length, then so many. Numbers have the high
 * byte first. Constants.
 */
final class Packet {
    /** Bytes in front of what a packet carries. */
    static final int HEADER = 4;

    /** The first two bytes of the front's packets. */
    static final int FROM_FRONT = 0x1234;

    static final int FORWARD_REQUEST = 2;
    static final int SEND_BODY_CHUNK = 3;
    static final int SEND_HEADERS = 4;
    static final int SHUTDOWN = 7;
    static final int PING = 8;
    static final int CPING = 10;

    /** What a packet with bytes of a response has beside them: header, type, length, and a zero. */
    static final int CHUNK_OVERHEAD = HEADER + 3 + 1;

    /** What a packet with bytes of a request has beside them: header and length. */
    static final int DATA_OVERHEAD = HEADER + 2;

    static final byte[] CPONG = {'A', 'B', 0, 1, 9};
    static final byte[] END_AND_REUSE = {'A', 'B', 0, 2, 5, 1};
    static final byte[] END_AND_CLOSE = {'A', 'B', 0, 2, 5, 0};

    /** A part of a body without bytes: what was sent so far shall reach the client. */
    static final byte[] FLUSH = {'A', 'B', 0, 4, SEND_BODY_CHUNK, 0, 0, 0};

    private Packet() {}

    /** GET_BODY_CHUNK for so many bytes. */
    static byte[] getBodyChunk(int bytes) {
        return new byte[] {'A', 'B', 0, 3, 6, (byte) (bytes >> 8), (byte) bytes};
    }

    static void begin(ByteBuffer target, int length, int type) {
        target.put((byte) 'A').put((byte) 'B').putShort((short) length).put((byte) type);
    }

    /** What precedes {@code count} bytes of a response; a zero has to follow them. */
    static void beginChunk(ByteBuffer target, int count) {
        begin(target, count + CHUNK_OVERHEAD - HEADER, SEND_BODY_CHUNK);
        target.putShort((short) count);
    }

    static int number(byte[] array, int at) {
        return (array[at] & 0xff) << 8 | array[at + 1] & 0xff;
    }

    static HttpError malformed(String detail) {
        return new HttpError(Refusal.AJP_PACKET, detail);
    }
}

package dev.serval.benchmarks.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Counts the messages that a server sends by the lengths in their frames (RFC 6455 §5.2), without
 * looking at what they say. Owned by the thread that reads the connection.
 */
final class FrameCounter {
    private static final int CLOSE = 8;
    private static final int LONGEST_HEAD = 10;

    private final byte[] head = new byte[LONGEST_HEAD];
    private int filled;
    // Of the payload, until the frame is complete; -1 while its head is not.
    private long left = -1;

    /**
     * Takes all that was read.
     *
     * @return messages that are complete with it
     * @throws IOException when it is a close frame, or none that a server may send
     */
    int take(ByteBuffer in) throws IOException {
        int messages = 0;
        while (in.hasRemaining()) {
            if (left < 0) {
                head[filled++] = in.get();
                if (filled < headLength()) {
                    continue;
                }
                left = payloadLength();
                check();
            }
            int part = (int) Math.min(left, in.remaining());
            in.position(in.position() + part);
            left -= part;
            if (left == 0) {
                messages += isEndOfMessage() ? 1 : 0;
                filled = 0;
                left = -1;
            }
        }
        return messages;
    }

    private int headLength() {
        if (filled < 2) {
            return 2;
        }
        int said = head[1] & 0x7F;
        return said < 126 ? 2 : said == 126 ? 4 : LONGEST_HEAD;
    }

    private long payloadLength() {
        if (filled == 2) {
            return head[1] & 0x7F;
        }
        long length = 0;
        for (int i = 2; i < filled; i++) {
            length = length << 8 | head[i] & 0xFF;
        }
        return length;
    }

    private void check() throws IOException {
        if ((head[0] & 0x0F) == CLOSE) {
            throw new IOException("the server closes a connection");
        }
        if ((head[0] & 0x70) != 0 || head[1] < 0) {
            throw new IOException("a frame that no server may send here");
        }
    }

    private boolean isEndOfMessage() {
        return head[0] < 0 && (head[0] & CLOSE) == 0;
    }
}

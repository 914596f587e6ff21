package dev.serval.benchmarks.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection of a client. Owned by the thread of its loop. */
final class Member {
    final SocketChannel channel;
    final FrameCounter frames = new FrameCounter();

    /** When it has sent its last message; see {@link System#nanoTime}. */
    long sentAt;

    Member(SocketChannel channel) {
        this.channel = channel;
    }

    /** Sends a whole buffer, which is ready to be sent again then. */
    void send(ByteBuffer frame) throws IOException {
        sentAt = System.nanoTime();
        channel.write(frame);
        if (frame.hasRemaining()) {
            throw new IOException("the server does not read");
        }
        frame.rewind();
    }
}

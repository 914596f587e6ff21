package dev.serval.benchmarks.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Every connection sends its next message when the echo of the last one has come. */
final class EchoPlay implements Loop.Play {
    private final ByteBuffer frame = ClientFrame.text(Crowd.MESSAGE);

    @Override
    public void begin(Member member) throws IOException {
        member.send(frame);
    }

    @Override
    public void received(Member member, int messages, Latencies latencies) throws IOException {
        if (messages > 1) {
            throw new IOException(messages + " echoes of one message");
        }
        latencies.add(System.nanoTime() - member.sentAt);
        member.send(frame);
    }

    @Override
    public void turn(Latencies latencies) {}
}

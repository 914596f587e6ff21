package dev.serval.websocket.session;

import dev.serval.websocket.wire.WebSocketConnection;
import jakarta.websocket.RemoteEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The peer of a session, for both ways to send. Thread-safe. */
abstract class Remote implements RemoteEndpoint {
    private static final int MOST_OF_CONTROL = 125;

    final Link link;

    Remote(Link link) {
        this.link = link;
    }

    final WebSocketConnection connection() {
        return link.connection();
    }

    static <T> T required(T value, String what) {
        if (value == null) {
            throw new IllegalArgumentException(what + " is null");
        }
        return value;
    }

    @Override
    public void setBatchingAllowed(boolean allowed) throws IOException {
        connection().batching(allowed);
    }

    @Override
    public boolean getBatchingAllowed() {
        return connection().batching();
    }

    @Override
    public void flushBatch() throws IOException {
        connection().flush();
    }

    @Override
    public void sendPing(ByteBuffer data) throws IOException {
        connection().sendPing(control(data));
    }

    @Override
    public void sendPong(ByteBuffer data) throws IOException {
        connection().sendPong(control(data));
    }

    private static ByteBuffer control(ByteBuffer data) {
        ByteBuffer given = data == null ? ByteBuffer.allocate(0) : data;
        if (given.remaining() > MOST_OF_CONTROL) {
            throw new IllegalArgumentException(
                    "RFC 6455 §5.5: at most 125 bytes, not " + given.remaining());
        }
        return given;
    }
}

package dev.serval.websocket.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A connection on {@link FakeBytes}, and what its receiver was told, a line each. */
class Wired implements MessageReceiver {
    final FakeBytes bytes;
    final List<String> told = new ArrayList<>();
    final WebSocketConnection connection;
    boolean inParts;

    Wired(Role role, Limits limits, PerMessageDeflate deflate) {
        this(role, limits, deflate, new FakeBytes());
    }

    Wired(Role role, Limits limits, PerMessageDeflate deflate, FakeBytes bytes) {
        this.bytes = bytes;
        connection = new WebSocketConnection(role, bytes, limits, deflate, this);
        try {
            connection.opened();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        // Time is the test's.
        ConnectionSweep.ALL.remove(connection);
    }

    Wired() {
        this(Role.SERVER, Limits.DEFAULT, null);
    }

    /** The receiver is told in parts. */
    Wired parts() {
        inParts = true;
        return this;
    }

    /** All in one read. */
    Wired receive(byte[]... frames) throws IOException {
        bytes.come(Frames.join(frames));
        return turn();
    }

    /** One byte by each turn. */
    Wired receiveByteByByte(byte[]... frames) throws IOException {
        for (byte b : Frames.join(frames)) {
            bytes.come(new byte[] {b});
            turn();
        }
        return this;
    }

    Wired turn() throws IOException {
        connection.readable();
        if (bytes.turnAsked) {
            bytes.turnAsked = false;
            connection.turn();
        }
        return this;
    }

    /** What has left, in hex. */
    String left() {
        return HexFormat.of().formatHex(bytes.left());
    }

    @Override
    public void opened(WebSocketConnection opened) {
        // Nothing is said first.
    }

    @Override
    public boolean takesTextParts() {
        return inParts;
    }

    @Override
    public boolean takesBinaryParts() {
        return inParts;
    }

    @Override
    public void text(String message) {
        told.add("text " + message);
    }

    @Override
    public void textPart(String part, boolean last) {
        told.add((last ? "last " : "part ") + part);
    }

    @Override
    public void binary(ByteBuffer message) {
        told.add("binary " + HexFormat.of().formatHex(message.array()));
    }

    @Override
    public void binaryPart(ByteBuffer part, boolean last) {
        told.add((last ? "last " : "part ") + HexFormat.of().formatHex(part.array()));
    }

    @Override
    public void pong(ByteBuffer data) {
        told.add("pong " + HexFormat.of().formatHex(data.array()));
    }

    @Override
    public void failed(Throwable cause) {
        told.add("failed " + cause.getMessage());
    }

    @Override
    public void closed(int code, String reason) {
        told.add("closed " + code + " " + reason);
    }
}

package dev.serval.websocket.session;

import dev.serval.websocket.coder.Coders.Encoded;
import jakarta.websocket.EncodeException;
import jakarta.websocket.RemoteEndpoint;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;

/** Sends, and returns when the message was sent. Thread-safe. */
final class BasicRemote extends Remote implements RemoteEndpoint.Basic {
    BasicRemote(Link link) {
        super(link);
    }

    /** One way to send. */
    private interface Sending {
        void send() throws IOException;
    }

    /** Throws IOException if the peer has gone: that is no illegal state of the caller. */
    private void send(Sending sending) throws IOException {
        try {
            sending.send();
        } catch (IllegalStateException e) {
            if (connection().isOpen()) {
                throw e;
            }
            throw new IOException("the " + link.session() + " is closed", e);
        }
    }

    @Override
    public void sendText(String text) throws IOException {
        required(text, "the text");
        send(() -> connection().sendText(text));
    }

    @Override
    public void sendBinary(ByteBuffer data) throws IOException {
        required(data, "the data");
        send(() -> connection().sendBinary(data));
    }

    @Override
    public void sendText(String part, boolean last) throws IOException {
        required(part, "the text");
        send(() -> connection().sendTextPart(part, last));
    }

    @Override
    public void sendBinary(ByteBuffer part, boolean last) throws IOException {
        required(part, "the data");
        send(() -> connection().sendBinaryPart(part, last));
    }

    @Override
    public OutputStream getSendStream() {
        return new SendStream(this);
    }

    @Override
    public Writer getSendWriter() {
        return new SendWriter(this);
    }

    @Override
    public void sendObject(Object object) throws IOException, EncodeException {
        Encoded message = link.coders().encode(required(object, "the object"));
        if (message.text() != null) {
            sendText(message.text());
        } else {
            sendBinary(message.binary());
        }
    }
}

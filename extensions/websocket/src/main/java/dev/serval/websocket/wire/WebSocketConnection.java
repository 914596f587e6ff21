package dev.serval.websocket.wire;

import dev.serval.http.UpgradedBytes;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One WebSocket connection, from either side. Thread-safe; {@link #opened}, {@link #readable} and
 * {@link #turn} are for the transport, in turns.
 *
 * <p>Messages leave in the order in which they are sent. Between the parts of a message no other
 * message can be sent, only pings and pongs.
 */
public final class WebSocketConnection {
    /**
     * @param deflate what the handshake agreed on; null for no compression
     */
    public WebSocketConnection(
            Role role,
            UpgradedBytes bytes,
            Limits limits,
            PerMessageDeflate deflate,
            MessageReceiver receiver) {}

    // ---- for the transport

    public void opened() throws IOException {}

    public void readable() throws IOException {}

    public void turn() throws IOException {}

    /** The connection is gone. */
    public void lost() {}

    // ---- sending without waiting

    /**
     * Sends a whole message.
     *
     * @param timeoutMillis until it has to be written, else the connection is closed; 0 or less for
     *     no limit
     * @throws IllegalStateException when a message in parts is not complete, or when it is closed
     */
    public void sendText(CharSequence message, long timeoutMillis, SendCompletion completion) {}

    /** A part of a message; the last one ends it. */
    public void sendTextPart(
            CharSequence part, boolean last, long timeoutMillis, SendCompletion completion) {}

    /** A whole message; the buffer may be used again when it is complete, and is consumed then. */
    public void sendBinary(ByteBuffer message, long timeoutMillis, SendCompletion completion) {}

    public void sendBinaryPart(
            ByteBuffer part, boolean last, long timeoutMillis, SendCompletion completion) {}

    /**
     * @param data at most 125 bytes, which are copied; throws IllegalArgumentException for more
     */
    public void sendPing(ByteBuffer data, SendCompletion completion) {}

    public void sendPong(ByteBuffer data, SendCompletion completion) {}

    // ---- sending and waiting until it is written, by the time-out of the limits

    public void sendText(CharSequence message) throws IOException {}

    public void sendTextPart(CharSequence part, boolean last) throws IOException {}

    public void sendBinary(ByteBuffer message) throws IOException {}

    public void sendBinaryPart(ByteBuffer part, boolean last) throws IOException {}

    public void sendPing(ByteBuffer data) throws IOException {}

    public void sendPong(ByteBuffer data) throws IOException {}

    // ---- batching

    /** Whether messages may wait for each other; those that wait count as sent. */
    public void batching(boolean allowed) throws IOException {}

    public boolean batching() {
        return false;
    }

    /** Sends what waits because of {@link #batching}, and waits until it is written. */
    public void flush() throws IOException {}

    // ---- state and limits

    /** False once a close frame was sent or has come, or the connection is lost. */
    public boolean isOpen() {
        return false;
    }

    /** See {@link Limits#maxText}; holds from the next message on. */
    public void maxText(int bytes) {}

    public void maxBinary(int bytes) {}

    public void idleTimeout(long millis) {}

    /** Of blocking sends; see {@link Limits#sendMillis}. */
    public void sendTimeout(long millis) {}

    /**
     * Begins the closing handshake: messages that wait leave first, further ones fail. Does not
     * wait. Does nothing when it is closed already.
     *
     * @param code 1005 for none; else see {@link CloseCode#mayBeSent}
     * @param reason at most 123 bytes in UTF-8, what is beyond is cut off
     */
    public void close(int code, String reason) {}

    /** Runs a task in a turn of the connection, beside none of the receiver's methods. */
    public void execute(Runnable task) {}
}

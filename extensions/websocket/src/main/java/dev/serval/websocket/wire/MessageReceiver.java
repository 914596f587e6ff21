package dev.serval.websocket.wire;

import java.nio.ByteBuffer;

/**
 * Receives the messages of a connection. Its methods are called one at a time, in turns of the
 * connection, on threads that may block; on the server with the application's class loader. None is
 * called after {@link #closed}. An exception closes the connection with 1011.
 */
public interface MessageReceiver {
    /** The first call: the connection is open, and may be used from any thread. */
    void opened(WebSocketConnection connection);

    /**
     * Called when a text message begins: true if its parts are to be passed on as they arrive,
     * without a limit of its size.
     */
    boolean takesTextParts();

    /** The same for a binary message. */
    boolean takesBinaryParts();

    /** A whole text message. */
    void text(String message);

    /** A part of a text message; it never ends within a surrogate pair, and may be empty. */
    void textPart(String part, boolean last);

    /** A whole binary message, which belongs to the receiver; its array is all of the message. */
    void binary(ByteBuffer message);

    /** A part of a binary message, which belongs to the receiver; it may be empty. */
    void binaryPart(ByteBuffer part, boolean last);

    /** A pong, requested or not; the bytes belong to the receiver. */
    void pong(ByteBuffer data);

    /**
     * A failure of the peer's protocol or of the connection; {@link #closed} follows. Not called
     * for an orderly end, nor for a connection that simply ends.
     */
    void failed(Throwable cause);

    /**
     * The last call, once: the peer's close frame has arrived, or the connection is lost.
     *
     * @param code of the peer's close frame, 1005 if it had none; the one that was sent if the peer
     *     was refused; 1006 without a close frame
     * @param reason of the same; empty if there is none
     */
    void closed(int code, String reason);
}

package dev.serval.websocket.wire;

import java.nio.ByteBuffer;

/**
 * What a connection tells of what comes in. Its methods are called one at a time, in turns of the
 * connection, on threads that may block; on the server with the application's class loader. None is
 * called behind {@link #closed}. What one throws closes the connection with 1011.
 */
public interface MessageReceiver {
    /** The first call: the connection is open, and may be used from any thread. */
    void opened(WebSocketConnection connection);

    /**
     * Asked when a text message begins: true when its parts are to be told as they come, and no
     * maximal size holds.
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

    /** A pong, asked for or not; the bytes belong to the receiver. */
    void pong(ByteBuffer data);

    /**
     * Something failed, the peer's protocol or the connection; {@link #closed} follows. Not called
     * for an orderly end, nor for a connection that simply ends.
     */
    void failed(Throwable cause);

    /**
     * The last call, once: the peer's close frame has come, or the connection is lost.
     *
     * @param code of the peer's close frame, 1005 if it had none; the one that was sent where the
     *     peer was refused; 1006 where no close frame has come
     * @param reason of the same; empty if there is none
     */
    void closed(int code, String reason);
}

package dev.serval.websocket.coder;

import dev.serval.websocket.coder.DecoderList.Entry;
import jakarta.websocket.DecodeException;
import jakarta.websocket.PongMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * How messages of one kind are converted for a method or a handler (WebSocket 2.2 §4.7, §2.5).
 * Immutable.
 *
 * @param type of the parameter
 * @param parts whether messages come in parts
 * @param decoders that create it, in order; empty if no decoder is needed
 */
public record MessageType(MessageKind kind, Class<?> type, boolean parts, List<Entry> decoders) {
    /** The kinds of messages; an endpoint has one method or handler for each. */
    public enum MessageKind {
        TEXT,
        BINARY,
        PONG
    }

    /**
     * For whole messages.
     *
     * @return empty if no decoder creates such an object; two if text and binary messages do
     */
    public static List<MessageType> whole(Class<?> type, DecoderList decoders) {
        List<MessageType> found = new ArrayList<>();
        for (MessageKind kind : List.of(MessageKind.TEXT, MessageKind.BINARY)) {
            List<Entry> making = decoders.making(type, kind == MessageKind.TEXT);
            // A type that needs no decoder is decoded only by one for exactly that type.
            if (plain(type) != null) {
                making = making.stream().filter(e -> isExact(e, type)).toList();
            }
            if (!making.isEmpty()) {
                found.add(new MessageType(kind, type, false, making));
            }
        }
        if (found.isEmpty() && plain(type) != null) {
            found.add(new MessageType(plain(type), type, false, List.of()));
        }
        return found;
    }

    private static boolean isExact(Entry entry, Class<?> type) {
        return PlainText.boxed(entry.result()) == PlainText.boxed(type);
    }

    private static MessageKind plain(Class<?> type) {
        if (type == PongMessage.class) {
            return MessageKind.PONG;
        }
        if (PlainText.has(type) || type == Reader.class) {
            return MessageKind.TEXT;
        }
        boolean binary =
                type == ByteBuffer.class || type == byte[].class || type == InputStream.class;
        return binary ? MessageKind.BINARY : null;
    }

    /** For messages in parts; null if there are no parts of that type. */
    public static MessageType inParts(Class<?> type) {
        if (type == String.class) {
            return new MessageType(MessageKind.TEXT, type, true, List.of());
        }
        boolean binary = type == ByteBuffer.class || type == byte[].class;
        return binary ? new MessageType(MessageKind.BINARY, type, true, List.of()) : null;
    }

    /**
     * The object.
     *
     * @param message a String for a text message, otherwise a ByteBuffer
     */
    public Object of(Object message, Coders coders) throws DecodeException, IOException {
        if (!decoders.isEmpty()) {
            return message instanceof String text
                    ? coders.decode(text, decoders)
                    : coders.decode((ByteBuffer) message, decoders);
        }
        if (message instanceof String text) {
            return type == Reader.class ? new StringReader(text) : PlainText.read(text, type);
        }
        ByteBuffer bytes = (ByteBuffer) message;
        if (kind == MessageKind.PONG) {
            return (PongMessage) () -> bytes;
        }
        if (type == byte[].class) {
            return Coders.bytes(bytes);
        }
        return type == InputStream.class ? Coders.stream(bytes) : bytes;
    }
}

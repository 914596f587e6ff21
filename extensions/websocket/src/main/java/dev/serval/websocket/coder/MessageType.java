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
 * How messages of one kind become what a method or a handler takes (WebSocket 2.2 §4.7, §2.5).
 * Immutable.
 *
 * @param type what is taken
 * @param parts whether messages come in parts
 * @param decoders that make it, in their order; empty where no decoder is needed
 */
public record MessageType(Kind kind, Class<?> type, boolean parts, List<Entry> decoders) {
    /** The kinds of messages; an endpoint has one method or handler for each. */
    public enum Kind {
        TEXT,
        BINARY,
        PONG
    }

    /**
     * Of whole messages.
     *
     * @return empty where nothing makes such an object; two where text and binary messages do
     */
    public static List<MessageType> whole(Class<?> type, DecoderList decoders) {
        List<MessageType> found = new ArrayList<>();
        for (Kind kind : List.of(Kind.TEXT, Kind.BINARY)) {
            List<Entry> making = decoders.making(type, kind == Kind.TEXT);
            // What needs no decoder is decoded only where one says precisely that.
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

    private static Kind plain(Class<?> type) {
        if (type == PongMessage.class) {
            return Kind.PONG;
        }
        if (PlainText.has(type) || type == Reader.class) {
            return Kind.TEXT;
        }
        boolean binary =
                type == ByteBuffer.class || type == byte[].class || type == InputStream.class;
        return binary ? Kind.BINARY : null;
    }

    /** Of messages that come in parts; null where there are no such parts. */
    public static MessageType inParts(Class<?> type) {
        if (type == String.class) {
            return new MessageType(Kind.TEXT, type, true, List.of());
        }
        boolean binary = type == ByteBuffer.class || type == byte[].class;
        return binary ? new MessageType(Kind.BINARY, type, true, List.of()) : null;
    }

    /**
     * The object.
     *
     * @param message a String of a text message, else a ByteBuffer
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
        if (kind == Kind.PONG) {
            return (PongMessage) () -> bytes;
        }
        if (type == byte[].class) {
            return Coders.bytes(bytes);
        }
        return type == InputStream.class ? Coders.stream(bytes) : bytes;
    }
}

package dev.serval.websocket.coder;

import dev.serval.websocket.coder.DecoderList.Entry;
import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.EncodeException;
import jakarta.websocket.Encoder;
import jakarta.websocket.EndpointConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The encoders and decoders of one connection: one object of each class, from its start to its end
 * (WebSocket 2.2 §4.1.3). Any thread may encode; messages are decoded one at a time.
 */
public final class Coders {
    private final EncoderList encoders;
    private final Map<Class<?>, Object> instances = new HashMap<>();
    private final AtomicBoolean destroyed = new AtomicBoolean();

    /** Creates and initialises them. */
    public Coders(DecoderList decoders, EncoderList encoders, EndpointConfig config)
            throws InstantiationException {
        this.encoders = encoders;
        for (Class<? extends Decoder> type : decoders.types()) {
            if (!instances.containsKey(type)) {
                Decoder decoder = NewInstance.of(type);
                decoder.init(config);
                instances.put(type, decoder);
            }
        }
        for (Class<? extends Encoder> type : encoders.types()) {
            Object known = instances.get(type);
            Encoder encoder = known == null ? NewInstance.of(type) : (Encoder) known;
            if (known == null) {
                encoder.init(config);
            }
            instances.put(type, encoder);
        }
    }

    /** An object as a message: the one of the two that is not null. */
    public record Encoded(String text, ByteBuffer binary) {}

    /** Throws EncodeException if no encoder accepts the object, or if the encoder does. */
    @SuppressWarnings("unchecked") // the entry has the encoder's type
    public Encoded encode(Object object) throws EncodeException, IOException {
        EncoderList.Entry entry = encoders.taking(object.getClass());
        if (entry == null) {
            return plain(object);
        }
        Object encoder = instances.get(entry.type());
        switch (entry.form()) {
            case TEXT -> {
                return new Encoded(((Encoder.Text<Object>) encoder).encode(object), null);
            }
            case TEXT_STREAM -> {
                StringWriter text = new StringWriter();
                ((Encoder.TextStream<Object>) encoder).encode(object, text);
                return new Encoded(text.toString(), null);
            }
            case BINARY -> {
                return new Encoded(null, ((Encoder.Binary<Object>) encoder).encode(object));
            }
            case BINARY_STREAM -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                ((Encoder.BinaryStream<Object>) encoder).encode(object, bytes);
                return new Encoded(null, ByteBuffer.wrap(bytes.toByteArray()));
            }
        }
        throw new IllegalStateException(entry.toString());
    }

    private static Encoded plain(Object object) throws EncodeException {
        if (PlainText.has(object.getClass())) {
            return new Encoded(object.toString(), null);
        }
        if (object instanceof ByteBuffer bytes) {
            return new Encoded(null, bytes);
        }
        if (object instanceof byte[] bytes) {
            return new Encoded(null, ByteBuffer.wrap(bytes));
        }
        throw new EncodeException(
                object, "no encoder of the endpoint takes a " + object.getClass().getName());
    }

    /** The result of the first decoder that accepts it. */
    public Object decode(String message, List<Entry> candidates)
            throws DecodeException, IOException {
        for (Entry entry : candidates) {
            Object decoder = instances.get(entry.type());
            if (entry.form() == DecoderList.Form.TEXT_STREAM) {
                return ((Decoder.TextStream<?>) decoder).decode(new StringReader(message));
            }
            Decoder.Text<?> text = (Decoder.Text<?>) decoder;
            if (text.willDecode(message)) {
                return text.decode(message);
            }
        }
        throw new DecodeException(message, "no decoder of the endpoint takes the message");
    }

    /** The result of the first decoder that accepts it. */
    public Object decode(ByteBuffer message, List<Entry> candidates)
            throws DecodeException, IOException {
        for (Entry entry : candidates) {
            Object decoder = instances.get(entry.type());
            if (entry.form() == DecoderList.Form.BINARY_STREAM) {
                return ((Decoder.BinaryStream<?>) decoder).decode(stream(message));
            }
            Decoder.Binary<?> binary = (Decoder.Binary<?>) decoder;
            if (binary.willDecode(message.duplicate())) {
                return binary.decode(message);
            }
        }
        throw new DecodeException(message, "no decoder of the endpoint takes the message");
    }

    /** The bytes of a message. */
    public static ByteArrayInputStream stream(ByteBuffer message) {
        return new ByteArrayInputStream(bytes(message));
    }

    /** The bytes of a message, without a copy if they fill its array. */
    public static byte[] bytes(ByteBuffer message) {
        if (message.hasArray()
                && message.arrayOffset() == 0
                && message.position() == 0
                && message.array().length == message.remaining()) {
            return message.array();
        }
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        return bytes;
    }

    /**
     * Destroys all of them, once; the last failure is thrown after all were called. They stay
     * available, since a thread may be sending.
     */
    public void destroy() {
        if (destroyed.getAndSet(true)) {
            return;
        }
        RuntimeException failure = null;
        for (Object each : instances.values()) {
            try {
                if (each instanceof Encoder encoder) {
                    encoder.destroy();
                } else {
                    ((Decoder) each).destroy();
                }
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}

package dev.serval.websocket.coder;

import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import java.util.ArrayList;
import java.util.List;

/** The decoders of an endpoint in the order in which they are tried. Immutable. */
public final class DecoderList {
    /** The input of a decoder. */
    public enum Form {
        TEXT(Decoder.Text.class, true),
        TEXT_STREAM(Decoder.TextStream.class, true),
        BINARY(Decoder.Binary.class, false),
        BINARY_STREAM(Decoder.BinaryStream.class, false);

        private final Class<?> type;
        private final boolean text;

        Form(Class<?> type, boolean text) {
            this.type = type;
            this.text = text;
        }

        /** Otherwise it reads binary messages. */
        public boolean isText() {
            return text;
        }
    }

    /**
     * One way to read messages.
     *
     * @param type of the decoder
     * @param result the class of its objects
     */
    public record Entry(Class<? extends Decoder> type, Form form, Class<?> result) {}

    private final List<Class<? extends Decoder>> types;
    private final List<Entry> entries = new ArrayList<>();

    /** Throws DeploymentException, which names the class that cannot be used. */
    public DecoderList(List<Class<? extends Decoder>> types) throws DeploymentException {
        this.types = List.copyOf(types);
        for (Class<? extends Decoder> type : types) {
            NewInstance.check(type, "decoder");
            for (Form form : Form.values()) {
                if (form.type.isAssignableFrom(type)) {
                    Class<?> result = TypeArgument.of(type, form.type);
                    entries.add(new Entry(type, form, result == null ? Object.class : result));
                }
            }
        }
    }

    /** Their classes. */
    List<Class<? extends Decoder>> types() {
        return types;
    }

    /**
     * The decoders for a parameter of a method or handler: their objects are of its class or below.
     *
     * @param text or binary messages
     */
    public List<Entry> making(Class<?> wanted, boolean text) {
        Class<?> boxed = PlainText.boxed(wanted);
        return entries.stream()
                .filter(entry -> entry.form().isText() == text)
                .filter(entry -> boxed.isAssignableFrom(entry.result()))
                .toList();
    }
}

package dev.serval.websocket.coder;

import jakarta.websocket.DeploymentException;
import jakarta.websocket.Encoder;
import java.util.ArrayList;
import java.util.List;

/** The encoders of an endpoint. Immutable. */
public final class EncoderList {
    /** The output of an encoder. */
    enum Form {
        TEXT(Encoder.Text.class),
        TEXT_STREAM(Encoder.TextStream.class),
        BINARY(Encoder.Binary.class),
        BINARY_STREAM(Encoder.BinaryStream.class);

        private final Class<?> type;

        Form(Class<?> type) {
            this.type = type;
        }
    }

    /**
     * One way to write objects.
     *
     * @param takes the class of these
     */
    record Entry(Class<? extends Encoder> type, Form form, Class<?> takes) {}

    private final List<Class<? extends Encoder>> types;
    private final List<Entry> entries = new ArrayList<>();

    /** Throws DeploymentException, which names the class that cannot be used. */
    public EncoderList(List<Class<? extends Encoder>> types) throws DeploymentException {
        this.types = List.copyOf(types);
        for (Class<? extends Encoder> type : types) {
            NewInstance.check(type, "encoder");
            for (Form form : Form.values()) {
                if (form.type.isAssignableFrom(type)) {
                    Class<?> takes = TypeArgument.of(type, form.type);
                    entries.add(
                            new Entry(
                                    type,
                                    form,
                                    takes == null ? Object.class : PlainText.boxed(takes)));
                }
            }
        }
    }

    /** Their classes. */
    List<Class<? extends Encoder>> types() {
        return types;
    }

    /** Whether objects of that class, or some of them, can be sent. */
    public boolean mayTake(Class<?> type) {
        Class<?> boxed = PlainText.boxed(type);
        return entries.stream()
                .anyMatch(
                        entry ->
                                entry.takes().isAssignableFrom(boxed)
                                        || boxed.isAssignableFrom(entry.takes()));
    }

    /** The encoder for the class itself, else for the nearest superclass; null if there is none. */
    Entry taking(Class<?> type) {
        Entry best = null;
        for (Entry entry : entries) {
            if (entry.takes().isAssignableFrom(type)
                    && (best == null
                            || best.takes() != entry.takes()
                                    && best.takes().isAssignableFrom(entry.takes()))) {
                best = entry;
            }
        }
        return best;
    }
}

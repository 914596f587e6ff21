package dev.serval.http;

import java.util.function.Function;

/**
 * Response fields that are sent repeatedly. Each protocol encodes them once, when it first sends
 * them. Immutable, thread-safe.
 */
public final class PreparedFields {
    /**
     * How one protocol version writes fields; a constant of that protocol.
     *
     * @param <F> the encoded form, for example lines
     */
    public static final class Encoder<F> {
        private final Function<PreparedFields, F> encoder;

        /**
         * @param encoder pure; may be called more than once for the same fields
         */
        public Encoder(Function<PreparedFields, F> encoder) {
            this.encoder = encoder;
        }
    }

    private record Encoded(Encoder<?> form, Object fields, Encoded next) {}

    private final FieldName[] names;
    private final String[] values;
    // Not volatile: an entry is immutable, and a thread that misses it encodes again.
    private Encoded encoded;

    private PreparedFields(Fields fields) {
        names = new FieldName[fields.size()];
        values = new String[fields.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = fields.name(i);
            values[i] = fields.value(i);
        }
    }

    /** A copy of the fields as they are now. */
    public static PreparedFields of(Fields fields) {
        return new PreparedFields(fields);
    }

    /** One field. Throws IllegalArgumentException for a value with a control character. */
    public static PreparedFields of(FieldName name, String value) {
        Fields fields = new Fields();
        fields.add(name, value);
        return new PreparedFields(fields);
    }

    public int size() {
        return names.length;
    }

    /** Name of the field at that index, from 0. */
    public FieldName name(int index) {
        return names[index];
    }

    /** Value of the field at that index, from 0. */
    public String value(int index) {
        return values[index];
    }

    /** The first value of that name; null if there is none. */
    public String get(FieldName name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    /** The fields in that form, which must not be changed. */
    public <F> F in(Encoder<F> form) {
        for (Encoded known = encoded; known != null; known = known.next) {
            if (known.form == form) {
                @SuppressWarnings("unchecked") // the entry's encoder has made it
                F fields = (F) known.fields;
                return fields;
            }
        }
        F fields = form.encoder.apply(this);
        encoded = new Encoded(form, fields, encoded);
        return fields;
    }

    /** A line for each. */
    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < names.length; i++) {
            lines.append(names[i].text()).append(": ").append(values[i]).append("\r\n");
        }
        return lines.toString();
    }
}

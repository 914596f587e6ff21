package dev.serval.naming;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The types of an entry (Jakarta Annotations' simple environment entries, {@code env-entry-type} of
 * the schema). Immutable. For readers of descriptors.
 */
public enum EntryType {
    BOOLEAN(Boolean.class, "true or false", EntryType::truth),
    BYTE(Byte.class, "a whole number from -128 to 127", Byte::valueOf),
    SHORT(Short.class, "a whole number from -32768 to 32767", Short::valueOf),
    INTEGER(Integer.class, "a whole number of 32 bits", Integer::valueOf),
    LONG(Long.class, "a whole number of 64 bits", Long::valueOf),
    FLOAT(Float.class, "a number", Float::valueOf),
    DOUBLE(Double.class, "a number", Double::valueOf),
    CHARACTER(Character.class, "one character", EntryType::character),
    STRING(String.class, "a text", text -> text);

    private final Class<?> type;
    private final String words;
    private final Function<String, Object> parser;

    EntryType(Class<?> type, String words, Function<String, Object> parser) {
        this.type = type;
        this.words = words;
        this.parser = parser;
    }

    /** The name of the class, as descriptors have it. */
    public String className() {
        return type.getName();
    }

    /** The allowed values, for messages. */
    public String words() {
        return words;
    }

    /** The type with that full class name; null if there is none. */
    public static EntryType of(String className) {
        return Arrays.stream(values())
                .filter(type -> type.className().equals(className))
                .findFirst()
                .orElse(null);
    }

    /** For messages. */
    public static List<String> classNames() {
        return Arrays.stream(values()).map(EntryType::className).toList();
    }

    /** Converts a text to a value. Throws IllegalArgumentException if it is not valid. */
    public Object parse(String text) {
        return parser.apply(text);
    }

    /** Whether a text is valid. */
    public boolean accepts(String text) {
        try {
            parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Object truth(String text) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Boolean.valueOf(text);
        }
        throw new IllegalArgumentException(text);
    }

    private static Object character(String text) {
        if (text.length() == 1) {
            return text.charAt(0);
        }
        throw new IllegalArgumentException(text);
    }
}

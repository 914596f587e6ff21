package dev.serval.websocket.coder;

import jakarta.websocket.DecodeException;
import java.util.Map;
import java.util.function.Function;

/** Primitive types and their boxes as text (WebSocket 2.2 §4.7, §4.3). Stateless. */
public final class PlainText {
    private static final Map<Class<?>, Class<?>> BOXES =
            Map.of(
                    boolean.class, Boolean.class,
                    byte.class, Byte.class,
                    char.class, Character.class,
                    short.class, Short.class,
                    int.class, Integer.class,
                    long.class, Long.class,
                    float.class, Float.class,
                    double.class, Double.class);

    private static final Map<Class<?>, Function<String, Object>> READERS =
            Map.of(
                    String.class, text -> text,
                    Boolean.class, Boolean::valueOf,
                    Byte.class, Byte::valueOf,
                    Character.class, PlainText::character,
                    Short.class, Short::valueOf,
                    Integer.class, Integer::valueOf,
                    Long.class, Long::valueOf,
                    Float.class, Float::valueOf,
                    Double.class, Double::valueOf);

    private PlainText() {}

    /** The box of a primitive type; any other type itself. */
    public static Class<?> boxed(Class<?> type) {
        return BOXES.getOrDefault(type, type);
    }

    /** Whether it is a String, a primitive type or one of their boxes. */
    public static boolean has(Class<?> type) {
        return READERS.containsKey(boxed(type));
    }

    /** Throws DecodeException if the text is not a value of that type. */
    public static Object read(String text, Class<?> type) throws DecodeException {
        try {
            return READERS.get(boxed(type)).apply(text);
        } catch (IllegalArgumentException e) {
            throw new DecodeException(text, "no " + type.getSimpleName() + ": " + e, e);
        }
    }

    /** The first one, as the compatibility kit requires. */
    private static Object character(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("no character");
        }
        return text.charAt(0);
    }
}

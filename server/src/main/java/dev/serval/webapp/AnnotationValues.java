package dev.serval.webapp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of an annotation as a class file has them: defaults, which are not written there, are
 * missing. Owned by its reader, and not changed later.
 *
 * <p>Integers are Long, floating-point numbers Double, constants of enumerations their name,
 * classes their descriptor; members of an array are a List.
 */
final class AnnotationValues {
    private final Map<String, Object> values = new LinkedHashMap<>(4);

    void put(String name, Object value) {
        values.put(name, value);
    }

    Map<String, Object> all() {
        return values;
    }

    /** Any value as text; null if it is missing. */
    String shown(String name) {
        Object value = values.get(name);
        return value == null ? null : String.valueOf(value);
    }

    /** A text, a class or a constant; the fallback if the value is missing or empty. */
    String text(String name, String fallback) {
        return values.get(name) instanceof String text && !text.isEmpty() ? text : fallback;
    }

    /** Empty if it is missing. */
    List<String> texts(String name) {
        return members(name, String.class);
    }

    /** Empty if it is missing. */
    List<AnnotationValues> nested(String name) {
        return members(name, AnnotationValues.class);
    }

    /** An array, or one value as an array of one. */
    private <T> List<T> members(String name, Class<T> kind) {
        Object value = values.get(name);
        List<?> members =
                value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
        return members.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}

package dev.serval.manager;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values as JSON (RFC 8259). Stateless. */
final class Json {
    private Json() {}

    /**
     * An object with its members in order.
     *
     * @param members names and values by turns
     */
    static Map<String, Object> object(Object... members) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put((String) members[i], members[i + 1]);
        }
        return object;
    }

    /** Maps, collections, numbers, booleans and null as such; all else as its text. */
    static String text(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, Object value) {
        if (value instanceof Map<?, ?> object) {
            String next = "{";
            for (Map.Entry<?, ?> member : object.entrySet()) {
                out.append(next);
                string(out, member.getKey().toString());
                out.append(':');
                append(out, member.getValue());
                next = ",";
            }
            out.append(object.isEmpty() ? "{}" : "}");
        } else if (value instanceof Collection<?> array) {
            String next = "[";
            for (Object element : array) {
                out.append(next);
                append(out, element);
                next = ",";
            }
            out.append(array.isEmpty() ? "[]" : "]");
        } else if (value instanceof Double number && !Double.isFinite(number)) {
            out.append("null");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            string(out, value.toString());
        }
    }

    private static void string(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    // Also what would end a script in a page.
                    if (c < ' ' || c == 127 || c == '<' || c == '\u2028' || c == '\u2029') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}

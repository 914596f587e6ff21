package dev.serval.servlet.request;

import dev.serval.http.FieldName;
import dev.serval.http.Forwarded;
import dev.serval.http.HttpDate;
import dev.serval.http.RequestHead;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The header fields of a request, as an application sees them: fields that a trusted proxy has sent
 * for its client may have other values than received. Stateless.
 */
final class RequestFields {
    private RequestFields() {}

    /**
     * The first value of a field; null if there is none.
     *
     * @param forwarded null if no proxy is trusted
     */
    static String first(RequestHead head, Forwarded forwarded, String name) {
        String other = other(forwarded, name);
        if (other != null) {
            return other.isEmpty() ? null : other;
        }
        FieldName field = field(name);
        return field == null ? null : head.field(field);
    }

    static List<String> all(RequestHead head, Forwarded forwarded, String name) {
        String other = other(forwarded, name);
        if (other != null) {
            return other.isEmpty() ? List.of() : List.of(other);
        }
        FieldName field = field(name);
        return field == null ? List.of() : head.fields(field);
    }

    static Set<String> names(RequestHead head, Forwarded forwarded) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < head.fieldCount(); i++) {
            names.add(head.fieldName(i));
        }
        if (forwarded != null) {
            forwarded
                    .fields()
                    .forEach(
                            (name, value) -> {
                                if (value.isEmpty()) {
                                    names.remove(name);
                                } else {
                                    names.add(name);
                                }
                            });
        }
        return names;
    }

    /** Milliseconds; -1 for null; throws IllegalArgumentException if it is not a date. */
    static long date(String name, String value) {
        if (value == null) {
            return -1;
        }
        long millis = HttpDate.parse(value);
        if (millis == -1) {
            throw new IllegalArgumentException("RFC 9110 §5.6.7: " + name + " is no date");
        }
        return millis;
    }

    /** The value that replaces the received field; null if it is not replaced. */
    private static String other(Forwarded forwarded, String name) {
        return forwarded == null || name == null
                ? null
                : forwarded.fields().get(name.toLowerCase(Locale.ROOT));
    }

    /** The field name; null if the text cannot be one. */
    private static FieldName field(String name) {
        try {
            return name == null ? null : FieldName.of(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

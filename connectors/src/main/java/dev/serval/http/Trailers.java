package dev.serval.http;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which fields may be trailers (RFC 9110 §6.5.1): none that frames or routes a message,
 * authenticates its sender, or says how to process it. Stateless.
 */
public final class Trailers {
    private static final Set<String> FORBIDDEN =
            Set.of(
                    "age",
                    "authorization",
                    "cache-control",
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-range",
                    "content-type",
                    "cookie",
                    "date",
                    "expect",
                    "expires",
                    "forwarded",
                    "host",
                    "if-match",
                    "if-modified-since",
                    "if-none-match",
                    "if-range",
                    "if-unmodified-since",
                    "keep-alive",
                    "location",
                    "max-forwards",
                    "pragma",
                    "proxy-authenticate",
                    "proxy-authorization",
                    "proxy-connection",
                    "range",
                    "retry-after",
                    "set-cookie",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "vary",
                    "www-authenticate",
                    "x-forwarded-for",
                    "x-forwarded-host",
                    "x-forwarded-port",
                    "x-forwarded-proto");

    private Trailers() {}

    /**
     * True for a name that is dropped from received trailer sections and never sent in one.
     *
     * @param name in lower case
     */
    public static boolean isForbidden(String name) {
        return FORBIDDEN.contains(name);
    }

    /**
     * The trailers of a program, in their order and without forbidden ones; null if there are none.
     * Throws IllegalArgumentException for a name that is not a token, and for a value with a
     * control character.
     */
    public static Fields of(Map<String, String> given) {
        if (given == null || given.isEmpty()) {
            return null;
        }
        Fields fields = new Fields();
        given.forEach(
                (name, value) -> {
                    if (value != null && !isForbidden(name.toLowerCase(Locale.ROOT))) {
                        fields.add(FieldName.of(name), value);
                    }
                });
        return fields.size() == 0 ? null : fields;
    }
}

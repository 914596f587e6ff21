package dev.serval.files;

import dev.serval.http.HttpVersion;
import java.util.Locale;

/**
 * The clients to which 103 Early Hints are sent. Immutable.
 *
 * <p>RFC 8297 §3 warns of clients over HTTP/1.1 that take an interim response for the final one,
 * and the next response for that of another request; browsers use hints over HTTP/2 and later only.
 * So HTTP/1.1 has to be enabled, for example behind a proxy that is known to pass them on.
 */
public enum EarlyHintsOver {
    /** No client. */
    NOTHING,
    /** Clients with HTTP/2 and later. */
    HTTP2,
    /** Clients with HTTP/1.1 and later. */
    HTTP1;

    /** Whether a client of that version gets them; HTTP/1.0 knows none. */
    public boolean includes(HttpVersion version) {
        return switch (this) {
            case NOTHING -> false;
            case HTTP2 -> version.compareTo(HttpVersion.HTTP_2) >= 0;
            case HTTP1 -> version.compareTo(HttpVersion.HTTP_1_1) >= 0;
        };
    }

    /** Links as the value of one field; throws IllegalArgumentException for what is none. */
    public static String field(String... links) {
        if (links.length == 0) {
            throw new IllegalArgumentException("RFC 8288 §3: no link to send");
        }
        StringBuilder all = new StringBuilder();
        for (String link : links) {
            all.append(all.length() == 0 ? "" : ", ").append(Links.checked(link));
        }
        return all.toString();
    }

    /** The constant with that name in any case; throws IllegalArgumentException for any other. */
    static EarlyHintsOver of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "off" -> NOTHING;
            case "http2" -> HTTP2;
            case "http1" -> HTTP1;
            default ->
                    throw new IllegalArgumentException(
                            "earlyHints is off, http2 or http1, not '" + name + "'");
        };
    }
}

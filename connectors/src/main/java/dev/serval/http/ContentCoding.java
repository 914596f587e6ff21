package dev.serval.http;

import java.util.Locale;

/** The content codings that are known here (RFC 9110 §8.4.1). */
public enum ContentCoding {
    GZIP,
    BR,
    ZSTD,
    DEFLATE;

    private final String token = name().toLowerCase(Locale.ROOT);

    /** Its name in Content-Encoding. */
    public String token() {
        return token;
    }

    /** The coding of that name in any case; null if it is not known. */
    public static ContentCoding of(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        if (wanted.equals("x-gzip")) {
            return GZIP;
        }
        for (ContentCoding coding : values()) {
            if (coding.token.equals(wanted)) {
                return coding;
            }
        }
        return null;
    }
}

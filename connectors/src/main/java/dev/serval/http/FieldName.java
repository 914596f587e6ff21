package dev.serval.http;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A field name (RFC 9110 §5.1): compared without regard to case, encoded once. Immutable. Names
 * that the server itself uses are constants.
 */
public final class FieldName {
    private static final Map<String, FieldName> KNOWN = new HashMap<>();

    public static final FieldName ACCEPT = known("Accept");
    public static final FieldName ACCEPT_ENCODING = known("Accept-Encoding");
    public static final FieldName ACCEPT_LANGUAGE = known("Accept-Language");
    public static final FieldName ACCEPT_RANGES = known("Accept-Ranges");
    public static final FieldName ALLOW = known("Allow");
    public static final FieldName AUTHORIZATION = known("Authorization");
    public static final FieldName CACHE_CONTROL = known("Cache-Control");
    public static final FieldName CONNECTION = known("Connection");
    public static final FieldName CONTENT_ENCODING = known("Content-Encoding");
    public static final FieldName CONTENT_LANGUAGE = known("Content-Language");
    public static final FieldName CONTENT_LENGTH = known("Content-Length");
    public static final FieldName CONTENT_LOCATION = known("Content-Location");
    public static final FieldName CONTENT_RANGE = known("Content-Range");
    public static final FieldName CONTENT_TYPE = known("Content-Type");
    public static final FieldName COOKIE = known("Cookie");
    public static final FieldName DATE = known("Date");
    public static final FieldName ETAG = known("ETag");
    public static final FieldName EXPECT = known("Expect");
    public static final FieldName EXPIRES = known("Expires");
    public static final FieldName HOST = known("Host");
    public static final FieldName IF_MATCH = known("If-Match");
    public static final FieldName IF_MODIFIED_SINCE = known("If-Modified-Since");
    public static final FieldName IF_NONE_MATCH = known("If-None-Match");
    public static final FieldName IF_RANGE = known("If-Range");
    public static final FieldName IF_UNMODIFIED_SINCE = known("If-Unmodified-Since");
    public static final FieldName KEEP_ALIVE = known("Keep-Alive");
    public static final FieldName LAST_MODIFIED = known("Last-Modified");
    public static final FieldName LINK = known("Link");
    public static final FieldName LOCATION = known("Location");
    public static final FieldName RANGE = known("Range");
    public static final FieldName REFERER = known("Referer");
    public static final FieldName RETRY_AFTER = known("Retry-After");
    public static final FieldName SERVER = known("Server");
    public static final FieldName SET_COOKIE = known("Set-Cookie");
    public static final FieldName TRACEPARENT = known("traceparent");
    public static final FieldName TRAILER = known("Trailer");
    public static final FieldName TRANSFER_ENCODING = known("Transfer-Encoding");
    public static final FieldName UPGRADE = known("Upgrade");
    public static final FieldName USER_AGENT = known("User-Agent");
    public static final FieldName VARY = known("Vary");
    public static final FieldName X_POWERED_BY = known("X-Powered-By");

    private final String text;
    private final byte[] lower;
    private final byte[] prefix;

    private FieldName(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("RFC 9110 §5.1: a field name is empty");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 127 || "\"(),/:;<=>?@[\\]{}".indexOf(c) >= 0) {
                throw new IllegalArgumentException(
                        "RFC 9110 §5.6.2: a field name has a character that no token has at index "
                                + i);
            }
        }
        this.text = text;
        this.lower = text.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1);
        this.prefix = (text + ": ").getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * The constant of that name in any case, otherwise a new object that keeps the given spelling.
     * Throws IllegalArgumentException if it is not a token.
     */
    public static FieldName of(String text) {
        FieldName known = KNOWN.get(text);
        if (known == null) {
            known = KNOWN.get(text.toLowerCase(Locale.ROOT));
        }
        return known != null ? known : new FieldName(text);
    }

    public String text() {
        return text;
    }

    /** The name in lower case; never to be written to. */
    byte[] lower() {
        return lower;
    }

    /** The name, a colon and a space, as they are sent; never to be written to. */
    public byte[] prefix() {
        return prefix;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldName name && name.text.equalsIgnoreCase(text);
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (byte b : lower) {
            hash = 31 * hash + b;
        }
        return hash;
    }

    @Override
    public String toString() {
        return text;
    }

    private static FieldName known(String text) {
        FieldName name = new FieldName(text);
        KNOWN.put(text, name);
        KNOWN.put(text.toLowerCase(Locale.ROOT), name);
        return name;
    }
}

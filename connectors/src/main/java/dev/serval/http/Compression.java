package dev.serval.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides which responses a connector compresses with gzip, for {@link Exchange} and for code that
 * keeps compressed forms itself. Immutable; its methods are pure. Names and defaults are those of
 * Tomcat's {@code Connector}.
 *
 * @param mode default {@link Mode#OFF}
 * @param compressionMinSize the minimum size in bytes of a response that is compressed; one of
 *     unknown length always is; default 2048
 * @param compressibleMimeType beginnings of the media types that are compressed, in lower case
 * @param noCompressionUserAgents clients whose whole User-Agent matches get no compressed response;
 *     default null, which means no client
 * @param noCompressionEncodings a response of the application in one of these content codings is
 *     not compressed once more, in lower case
 */
public record Compression(
        Mode mode,
        int compressionMinSize,
        List<String> compressibleMimeType,
        Pattern noCompressionUserAgents,
        Set<String> noCompressionEncodings) {

    /** Whether and how much is compressed. */
    public enum Mode {
        OFF,
        /** By type, size and client. */
        ON,
        /** Every type and size, for every client that takes gzip. */
        FORCE
    }

    /** Nothing is compressed; the rest as in Tomcat. */
    public static final Compression OFF =
            new Compression(
                    Mode.OFF,
                    2048,
                    List.of(
                            "text/html",
                            "text/xml",
                            "text/plain",
                            "text/css",
                            "text/javascript",
                            "application/javascript",
                            "application/json",
                            "application/xml"),
                    null,
                    Set.of(
                            "br",
                            "zstd",
                            "dcb",
                            "deflate",
                            "pack200-gzip",
                            "compress",
                            "dcz",
                            "gzip"));

    /** Compression by type, size and client, with all defaults. */
    public static final Compression ON = OFF.with(Mode.ON);

    private static final Set<String> DIGESTS =
            Set.of("content-md5", "digest", "content-digest", "repr-digest");

    /** The same in another mode. */
    public Compression with(Mode other) {
        return new Compression(
                other,
                compressionMinSize,
                compressibleMimeType,
                noCompressionUserAgents,
                noCompressionEncodings);
    }

    /** The same for other media types, each the beginning of some, in lower case. */
    public Compression ofTypes(String... types) {
        return new Compression(
                mode,
                compressionMinSize,
                List.of(types),
                noCompressionUserAgents,
                noCompressionEncodings);
    }

    public boolean isOff() {
        return mode == Mode.OFF;
    }

    /**
     * Whether content of that type and length is compressed for clients that accept it.
     *
     * @param type the Content-Type; null if there is none
     * @param length bytes; -1 if unknown
     */
    public boolean covers(String type, long length) {
        if (mode != Mode.ON) {
            return mode == Mode.FORCE && length != 0;
        }
        return type != null
                && (length < 0 || length >= compressionMinSize && length > 0)
                && hasCompressibleType(type);
    }

    /**
     * Whether a final response is compressed for clients that accept it, so that it varies.
     *
     * @param length bytes of its body; -1 if unknown
     */
    public boolean covers(int status, Fields fields, long length) {
        return covers(fields.get(FieldName.CONTENT_TYPE), length)
                // RFC 9110 §6.4.1, §15.3.6: no content. §15.3.7: a part of a representation.
                && status != 204
                && status != 205
                && status != 206
                && status != 304
                && mayBeChanged(fields);
    }

    /** Whether the client accepts gzip, does not prefer identity to it, and is not excluded. */
    public boolean serves(RequestHead request) {
        return AcceptEncoding.prefers(AcceptEncoding.of(request), ContentCoding.GZIP)
                && !excludes(request);
    }

    /** Whether the client gets nothing compressed, whatever it accepts. */
    public boolean excludes(RequestHead request) {
        return noCompressionUserAgents != null && excludes(request.field(FieldName.USER_AGENT));
    }

    /**
     * The same.
     *
     * @param agent its User-Agent; null if it has none
     */
    public boolean excludes(String agent) {
        return noCompressionUserAgents != null
                && mode != Mode.FORCE
                && agent != null
                && noCompressionUserAgents.matcher(agent).matches();
    }

    private boolean hasCompressibleType(String type) {
        for (String start : compressibleMimeType) {
            if (type.regionMatches(true, 0, start, 0, start.length())) {
                return true;
            }
        }
        return false;
    }

    private boolean mayBeChanged(Fields fields) {
        for (int i = 0; i < fields.size(); i++) {
            FieldName name = fields.name(i);
            String value = fields.value(i);
            if (name == FieldName.CONTENT_RANGE
                    || name == FieldName.CONTENT_ENCODING && !mayBeEncodedAgain(value)
                    // RFC 9111 §5.2.2.6
                    || name == FieldName.CACHE_CONTROL && has(value, "no-transform")
                    // Its digest is that of the uncompressed bytes (RFC 9530 §2, §3).
                    || DIGESTS.contains(name.text().toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    private boolean mayBeEncodedAgain(String codings) {
        for (String coding : codings.split(",")) {
            String name = coding.strip().toLowerCase(Locale.ROOT);
            String known = name.startsWith("x-") ? name.substring(2) : name;
            // An application that says "identity" wants to be left alone, as in Tomcat.
            if (known.equals("identity") || noCompressionEncodings.contains(known)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Names gzip as the last coding of a response. Its entity tag becomes weak, since the bytes are
     * not the application's, and are compressed anew each time (RFC 9110 §8.8.3.3).
     */
    static void encode(Fields fields) {
        String before = fields.get(FieldName.CONTENT_ENCODING);
        String coding = ContentCoding.GZIP.token();
        fields.set(FieldName.CONTENT_ENCODING, before == null ? coding : before + ", " + coding);
        String tag = fields.get(FieldName.ETAG);
        if (tag != null && tag.startsWith("\"")) {
            fields.set(FieldName.ETAG, "W/" + tag);
        }
        // Ranges of the compressed bytes are not offered.
        fields.remove(FieldName.ACCEPT_RANGES);
    }

    /**
     * A 304 names the tag that the client has: the weak one if it has the compressed form, since a
     * cache updates no other (RFC 9111 §4.3.4).
     */
    static void validate(RequestHead request, Fields fields) {
        String tag = fields.get(FieldName.ETAG);
        if (tag == null || !tag.startsWith("\"")) {
            return;
        }
        for (String known : request.fields(FieldName.IF_NONE_MATCH)) {
            if (known.contains("W/" + tag)) {
                fields.set(FieldName.ETAG, "W/" + tag);
                vary(fields);
                return;
            }
        }
    }

    /** Adds Accept-Encoding to Vary, unless it is there (RFC 9110 §12.5.5). */
    static void vary(Fields fields) {
        List<String> said = fields.all(FieldName.VARY);
        String name = FieldName.ACCEPT_ENCODING.text();
        for (String value : said) {
            if (has(value, name) || has(value, "*")) {
                return;
            }
        }
        fields.set(FieldName.VARY, said.isEmpty() ? name : String.join(", ", said) + ", " + name);
    }

    private static boolean has(String list, String wanted) {
        for (String element : list.split(",")) {
            if (element.strip().equalsIgnoreCase(wanted)) {
                return true;
            }
        }
        return false;
    }
}

package dev.serval.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Encodes paths, names and Locations for URIs (RFC 3986 §2.1). Stateless. */
public final class PercentEncoding {
    private static final String HEX = "0123456789ABCDEF";
    private static final String NAME =
            "!$()*+,-.=@_~"; // none of these ends a scheme or an attribute
    private static final String PATH = NAME + "&'/:";
    private static final String QUERY = PATH + "%;?";
    private static final String REFERENCE = QUERY + "#[]";

    private PercentEncoding() {}

    /** Encodes a decoded path; slashes stay. */
    public static String ofPath(String path) {
        return encode(path, PATH, StandardCharsets.UTF_8, false);
    }

    /** Encodes a path that was normalised by these rules: what they left encoded stays. */
    public static String ofPath(String path, PathRules rules) {
        return ofPath(path, rules, StandardCharsets.UTF_8);
    }

    /**
     * The same in the charset that clients have to use.
     *
     * @param charset in which the server decodes paths
     */
    public static String ofPath(String path, PathRules rules, Charset charset) {
        return encode(path, PATH, charset, rules.leavesEncoded());
    }

    /** Encodes a name as a relative reference, which needs no further escapes in HTML. */
    public static String ofName(String name) {
        return encode(name, NAME, StandardCharsets.UTF_8, false);
    }

    /** Encodes what a query may not contain; what is encoded already stays. */
    public static String ofQuery(String query) {
        return encode(query, QUERY, StandardCharsets.UTF_8, false);
    }

    /** Encodes only what no URI may contain; what is encoded already stays. */
    public static String ofReference(String reference) {
        return encode(reference, REFERENCE, StandardCharsets.UTF_8, false);
    }

    /**
     * @param escapes whether escapes that {@link PathRules} may leave in a path stay, and no others
     */
    private static String encode(String text, String plain, Charset charset, boolean escapes) {
        StringBuilder encoded = null;
        byte[] bytes = text.getBytes(charset);
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xFF;
            boolean alphanumeric = c >= '0' && c <= '9' || (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            if (alphanumeric && c < 128
                    || plain.indexOf(c) >= 0
                    || escapes && c == '%' && isLeft(bytes, i)) {
                if (encoded != null) {
                    encoded.append((char) c);
                }
                continue;
            }
            if (encoded == null) {
                // All before it is ASCII, so characters and bytes have the same index.
                encoded = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
        }
        return encoded == null ? text : encoded.toString();
    }

    /** Whether the escape of a percent sign, a slash or a backslash begins there. */
    private static boolean isLeft(byte[] bytes, int at) {
        if (at + 2 >= bytes.length) {
            return false;
        }
        byte low = bytes[at + 2];
        return switch (bytes[at + 1]) {
            case '2' -> low == '5' || low == 'f' || low == 'F';
            case '5' -> low == 'c' || low == 'C';
            default -> false;
        };
    }
}

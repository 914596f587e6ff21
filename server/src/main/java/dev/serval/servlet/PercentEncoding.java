package dev.serval.servlet;

import dev.serval.http.EncodedSolidusHandling;
import dev.serval.http.PathRules;
import java.nio.charset.StandardCharsets;

/** Makes URIs of paths and Locations (RFC 3986 §2.1). Stateless. */
public final class PercentEncoding {
    private static final String HEX = "0123456789ABCDEF";
    private static final String PATH = "!$&'()*+,-./:=@_~";

    private PercentEncoding() {}

    /** Encodes a decoded path; slashes stay. */
    public static String ofPath(String path) {
        return encode(path, PATH);
    }

    /** Encodes a path in the normal form that these rules gave it: what they left encoded stays. */
    static String ofPath(String path, PathRules rules) {
        boolean kept =
                rules.encodedSolidusHandling() == EncodedSolidusHandling.PASSTHROUGH
                        || rules.encodedReverseSolidusHandling()
                                == EncodedSolidusHandling.PASSTHROUGH;
        return encode(path, kept ? PATH + "%" : PATH);
    }

    /** Encodes only what may not stand in a URI at all; what is encoded already stays. */
    public static String ofReference(String reference) {
        return encode(reference, "!#$%&'()*+,-./:;=?@[]_~");
    }

    private static String encode(String text, String allowed) {
        StringBuilder encoded = null;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xFF;
            boolean alphanumeric = c >= '0' && c <= '9' || (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            if (alphanumeric && c < 128 || allowed.indexOf(c) >= 0) {
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
}

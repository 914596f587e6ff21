package dev.serval.classpath;

import java.nio.charset.StandardCharsets;

/** The paths of files in URLs (RFC 3986 §3.3). Stateless. */
final class EncodedPath {
    private static final String KEPT = "/-._~$&'()*+,;=@";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private EncodedPath() {}

    /**
     * A path with slashes for a URL. The exclamation mark, which ends the part of a jar, and the
     * colon, which ends a scheme, are encoded too.
     */
    static String of(String path) {
        int plain = 0;
        while (plain < path.length() && isKept(path.charAt(plain))) {
            plain++;
        }
        if (plain == path.length()) {
            return path;
        }
        StringBuilder encoded = new StringBuilder(path.length() + 16).append(path, 0, plain);
        for (byte b : path.substring(plain).getBytes(StandardCharsets.UTF_8)) {
            if (isKept((char) (b & 0xff))) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HEX[b >> 4 & 0xf]).append(HEX[b & 0xf]);
            }
        }
        return encoded.toString();
    }

    private static boolean isKept(char c) {
        return c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c >= '0' && c <= '9'
                || KEPT.indexOf(c) >= 0;
    }
}

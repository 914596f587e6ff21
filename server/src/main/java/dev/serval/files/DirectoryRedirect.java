package dev.serval.files;

import java.nio.charset.StandardCharsets;

/** Where a request for a directory without its last slash is sent. Stateless. */
final class DirectoryRedirect {
    /**
     * What a path segment may contain as it is (RFC 3986 §3.3), but for the parameters' {@code ;}.
     */
    private static final String PLAIN_IN_PATH = "-._~!$&'()*+,=:@/";

    private static final String PLAIN_IN_QUERY = PLAIN_IN_PATH + ";?%";
    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    private DirectoryRedirect() {}

    /**
     * A Location of printable ASCII that begins with exactly one slash (CVE-2018-11784).
     *
     * @param contextPath decoded, empty for the root
     * @param path decoded and normalised, behind the context path
     * @param query as received; null if there is none
     */
    static String location(String contextPath, String path, String query) {
        StringBuilder location = new StringBuilder(contextPath.length() + path.length() + 16);
        encode(contextPath + path, PLAIN_IN_PATH, location);
        int slashes = 0;
        while (slashes < location.length() && location.charAt(slashes) == '/') {
            slashes++;
        }
        location.replace(0, slashes, "/");
        if (location.charAt(location.length() - 1) != '/') {
            location.append('/');
        }
        if (query != null) {
            location.append('?');
            encode(query, PLAIN_IN_QUERY, location);
        }
        return location.toString();
    }

    /** A relative reference to a member of a directory, safe in HTML too. */
    static String reference(String name) {
        StringBuilder reference = new StringBuilder(name.length() + 16);
        encode(name, "-._~!$()*+,=@", reference);
        return reference.toString();
    }

    private static void encode(String text, String plain, StringBuilder target) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (letter || plain.indexOf(c) >= 0) {
                target.append(c);
            } else {
                target.append('%').append(HEX[c >> 4]).append(HEX[c & 15]);
            }
        }
    }
}

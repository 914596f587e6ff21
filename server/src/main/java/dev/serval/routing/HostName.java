package dev.serval.routing;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A name of a virtual host. Immutable.
 *
 * @param lower the name in lower case; for a wildcard only what follows the asterisk, {@code
 *     .example.com}
 * @param wildcard whether any one label may precede it
 * @param host the host of this name
 */
record HostName(byte[] lower, boolean wildcard, VirtualHost host) {

    /** Throws IllegalArgumentException for a malformed name. */
    static HostName of(String name, VirtualHost host) {
        boolean wildcard = name.startsWith("*.");
        String fixed = (wildcard ? name.substring(1) : name).toLowerCase(Locale.ROOT);
        boolean empty = fixed.length() <= (wildcard ? 1 : 0);
        if (empty
                || fixed.chars()
                        .anyMatch(c -> c <= ' ' || c >= 127 || "*/\\@?#%".indexOf(c) >= 0)) {
            throw new IllegalArgumentException("'" + name + "' is not a host name");
        }
        return new HostName(fixed.getBytes(StandardCharsets.US_ASCII), wildcard, host);
    }

    int length() {
        return lower.length;
    }

    boolean matches(byte[] bytes, int start, int end) {
        int from = end - lower.length;
        if (wildcard ? from <= start : from != start) {
            return false;
        }
        for (int i = start; i < from; i++) {
            if (bytes[i] == '.') {
                return false;
            }
        }
        for (int i = 0; i < lower.length; i++) {
            int c = bytes[from + i];
            if (c >= 'A' && c <= 'Z') {
                c |= 0x20;
            }
            if (c != lower[i]) {
                return false;
            }
        }
        return true;
    }
}

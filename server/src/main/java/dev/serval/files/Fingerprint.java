package dev.serval.files;

import java.util.regex.Pattern;

/**
 * Recognises names that build tools give to files whose content never changes: {@code
 * app.3f2a9c1b.js}, {@code index-BQf3gX9k.css}, {@code chunk-XQB2W3X5.js}. Pure.
 *
 * <p>A fingerprint stands alone between the first part of the name and its extension, has eight
 * characters or more, and mixes digits and letters as people do not. In doubtful cases a name has
 * none: a file that changes although it was declared immutable is worse than one that is requested
 * again.
 */
final class Fingerprint {
    private static final int LEAST = 8;
    private static final int MOST = 64;
    private static final int LONGEST_NUMBER = 3;

    /** For example 12dec2024, which has hexadecimal digits only. */
    private static final Pattern DATE = Pattern.compile("[0-9]+(dec|feb)[0-9]+");

    /** A word, whose file may change. */
    private static final Pattern UUID =
            Pattern.compile("(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private Fingerprint() {}

    /** Whether the last segment of a path has a fingerprint. */
    static boolean isIn(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        int extension = name.lastIndexOf('.');
        if (extension <= LEAST || UUID.matcher(name).find()) {
            return false;
        }
        int start = nextPart(name, 0);
        while (start > 0 && start < extension) {
            int next = nextPart(name, start);
            if (isHash(name.substring(start, next - 1))) {
                return true;
            }
            start = next;
        }
        return false;
    }

    /** Offset behind the next dot or hyphen; 0 if there is none. */
    private static int nextPart(String name, int from) {
        for (int i = from; i < name.length(); i++) {
            if (name.charAt(i) == '.' || name.charAt(i) == '-') {
                return i + 1;
            }
        }
        return 0;
    }

    private static boolean isHash(String part) {
        if (part.length() < LEAST || part.length() > MOST) {
            return false;
        }
        boolean lower = false;
        boolean upper = false;
        boolean digits = false;
        boolean hex = true;
        int changes = 0;
        int number = 0;
        int longest = 0;
        char before = 0;
        for (int i = 0; i < part.length(); i++) {
            char kind = kind(part.charAt(i));
            switch (kind) {
                case 'a' -> lower = true;
                case 'A' -> upper = true;
                case '0' -> digits = true;
                default -> {
                    return false;
                }
            }
            number = kind == '0' ? number + 1 : 0;
            longest = Math.max(longest, number);
            hex &= Character.digit(part.charAt(i), 16) >= 0;
            changes += i > 0 && kind != before ? 1 : 0;
            before = kind;
        }
        if (!digits || !lower && !upper) {
            return false;
        }
        if (hex && !(lower && upper)) {
            return changes >= 2
                    && 3 * longest <= 2 * part.length()
                    && !DATE.matcher(part).matches();
        }
        return longest <= LONGEST_NUMBER && changes >= (lower ? (part.length() + 1) / 2 : 2);
    }

    private static char kind(char c) {
        if (c >= '0' && c <= '9') {
            return '0';
        }
        if (c >= 'a' && c <= 'z') {
            return 'a';
        }
        return c >= 'A' && c <= 'Z' ? 'A' : '?';
    }
}

package dev.serval.files;

import java.util.Locale;

/**
 * Which requests the page of a single-page application answers; the page evaluates the address
 * itself. Pure.
 */
final class SinglePage {
    private static final String[] RANGES = {"*/*", "text/*", "text/html"};

    private SinglePage() {}

    /** Whether a path may be an address of the application: its last segment has no extension. */
    static boolean isAddress(String path) {
        return path.indexOf('.', path.lastIndexOf('/') + 1) < 0;
    }

    /**
     * Whether a client takes HTML: the most precise range counts (RFC 9110 §12.5.1).
     *
     * @param accept all lines of the field as one list; null if there is none
     */
    static boolean isWelcome(String accept) {
        if (accept == null || accept.isBlank()) {
            return true;
        }
        int precision = -1;
        boolean taken = false;
        for (String part : accept.split(",")) {
            String[] words = part.split(";");
            for (int i = precision + 1; i < RANGES.length; i++) {
                if (words[0].strip().equalsIgnoreCase(RANGES[i])) {
                    precision = i;
                    taken = !isRefused(words);
                }
            }
        }
        return taken;
    }

    /** q=0, q=0.0 and so on. */
    private static boolean isRefused(String[] words) {
        for (int i = 1; i < words.length; i++) {
            if (words[i].strip().toLowerCase(Locale.ROOT).matches("q=0(\\.0*)?")) {
                return true;
            }
        }
        return false;
    }
}

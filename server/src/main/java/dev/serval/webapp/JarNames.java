package dev.serval.webapp;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which jars are scanned, by the names of their files. Immutable. Patterns have {@code *} for any
 * characters and {@code ?} for one.
 *
 * @param skip jars that are not scanned
 * @param scan jars that are scanned although {@code skip} names them; if {@code byDefault} is
 *     false, only these are scanned
 * @param byDefault whether jars that are in neither list are scanned
 */
record JarNames(List<String> skip, List<String> scan, boolean byDefault) {
    /** All jars. */
    static final JarNames ALL = new JarNames(List.of(), List.of(), true);

    JarNames {
        skip = List.copyOf(skip);
        scan = List.copyOf(scan);
    }

    /** A list as configuration writes it: separated by commas, or null if there is none. */
    static List<String> list(String text) {
        return text == null
                ? List.of()
                : Stream.of(text.split(",")).map(String::strip).filter(p -> !p.isEmpty()).toList();
    }

    /** Whether a jar is scanned. */
    boolean scans(String jar) {
        boolean named = matches(scan, jar);
        boolean skipped = matches(skip, jar);
        return byDefault ? named || !skipped : named && !skipped;
    }

    private static boolean matches(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, name));
    }

    /** Takes back the last star only, so the time is that of both lengths multiplied at most. */
    private static boolean matches(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int from = 0;
        while (n < name.length()) {
            char wanted = p < pattern.length() ? pattern.charAt(p) : 0;
            if (wanted == '*') {
                star = p++;
                from = n;
            } else if (p < pattern.length() && (wanted == '?' || wanted == name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++from;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}

package dev.serval.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads the rules for the {@code Cache-Control} field of files (RFC 9111 §5.2); the first rule that
 * matches a file counts. Stateless.
 */
final class CacheControl {
    /** The value for names with a fingerprint: a year, which is the usual maximum (RFC 8246 §2). */
    static final String IMMUTABLE = "public, max-age=31536000, immutable";

    private static final Set<String> PLAIN =
            new TreeSet<>(
                    Set.of(
                            "immutable",
                            "must-revalidate",
                            "must-understand",
                            "no-cache",
                            "no-store",
                            "no-transform",
                            "private",
                            "proxy-revalidate",
                            "public"));
    private static final Set<String> WITH_SECONDS =
            new TreeSet<>(
                    Set.of("max-age", "s-maxage", "stale-if-error", "stale-while-revalidate"));

    private CacheControl() {}

    /**
     * A line is a {@link FilePattern} and its value, {@code *.html = no-cache}, or the word {@code
     * immutable} for names with a {@link Fingerprint}. Throws IllegalArgumentException with line
     * and reason.
     */
    static FileRules of(String text) {
        return FileRules.read(text, "cacheControl", CacheControl::rule);
    }

    private static FileRules.Rule rule(RuleLine line) {
        if (line.value() != null) {
            return new FileRules.Rule(line.files(), checked(line));
        }
        if (line.pattern().equals("immutable")) {
            return new FileRules.Rule(FilePattern.FINGERPRINTED, IMMUTABLE);
        }
        throw line.problem("there is no =: write *.html = no-cache, or immutable");
    }

    private static String checked(RuleLine line) {
        List<String> directives = new ArrayList<>();
        for (String part : line.value().split(",", -1)) {
            String directive = part.strip();
            int equals = directive.indexOf('=');
            String name = equals < 0 ? directive : directive.substring(0, equals).strip();
            String lower = name.toLowerCase(Locale.ROOT);
            if (!PLAIN.contains(lower) && !WITH_SECONDS.contains(lower)) {
                Set<String> known = new TreeSet<>(PLAIN);
                known.addAll(WITH_SECONDS);
                throw line.problem(
                        "'" + name + "' is no directive; known are " + String.join(", ", known));
            }
            boolean seconds = WITH_SECONDS.contains(lower);
            String value = equals < 0 ? "" : directive.substring(equals + 1).strip();
            if (seconds && !value.matches("[0-9]{1,10}")) {
                throw line.problem(name + " needs seconds: " + name + "=86400");
            }
            if (!seconds && equals >= 0) {
                throw line.problem(name + " has no value");
            }
            directives.add(seconds ? lower + "=" + value : lower);
        }
        return String.join(", ", directives);
    }
}

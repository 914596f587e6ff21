package dev.serval.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which {@code Cache-Control} field files have (RFC 9111 §5.2). Immutable; equal where its lines
 * are.
 */
final class CacheControl {
    /** No file has one. */
    static final CacheControl NONE = new CacheControl("", List.of());

    /** Of names with a fingerprint: a year, the most that caches promise (RFC 8246 §2). */
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

    private record Rule(FilePattern pattern, String value) {}

    private final String lines;
    private final List<Rule> rules;

    private CacheControl(String lines, List<Rule> rules) {
        this.lines = lines;
        this.rules = rules;
    }

    /**
     * Reads rules, one a line; of those that are for a file the first one counts. A line is a
     * {@link FilePattern} and its value, {@code *.html = no-cache}, or the word {@code immutable}
     * for names with a {@link Fingerprint}. Empty lines and those that begin with {@code #} are
     * nothing. Throws IllegalArgumentException with line and reason.
     */
    static CacheControl of(String text) {
        List<Rule> rules = new ArrayList<>();
        for (RuleLine line : RuleLine.all(text, "cacheControl")) {
            if (line.value() == null && line.pattern().equals("immutable")) {
                rules.add(new Rule(FilePattern.FINGERPRINTED, IMMUTABLE));
            } else if (line.value() == null) {
                throw line.problem("there is no =: write *.html = no-cache, or immutable");
            } else {
                rules.add(new Rule(line.files(), checked(line)));
            }
        }
        return rules.isEmpty() ? NONE : new CacheControl(text.strip(), List.copyOf(rules));
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

    /** The value for a file; null if it has none. */
    String valueFor(String path, String type) {
        for (Rule rule : rules) {
            if (rule.pattern.matches(path, type)) {
                return rule.value;
            }
        }
        return null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CacheControl that && lines.equals(that.lines);
    }

    @Override
    public int hashCode() {
        return lines.hashCode();
    }

    @Override
    public String toString() {
        return lines;
    }
}

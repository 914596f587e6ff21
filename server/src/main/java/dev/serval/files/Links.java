package dev.serval.files;

import java.util.ArrayList;
import java.util.List;

/**
 * Which {@code Link} field files have (RFC 8288 §3), for pages to name early what they need.
 * Immutable; equal where its lines are.
 */
final class Links {
    /** No file has one. */
    static final Links NONE = new Links("", List.of());

    private record Rule(FilePattern pattern, String link) {}

    private final String lines;
    private final List<Rule> rules;

    private Links(String lines, List<Rule> rules) {
        this.lines = lines;
        this.rules = rules;
    }

    /**
     * Reads rules, one a line; all that are for a file count. A line is a {@link FilePattern} and a
     * link, {@code *.html = </app.css>; rel=preload; as=style}. Throws IllegalArgumentException
     * with line and reason.
     */
    static Links of(String text) {
        List<Rule> rules = new ArrayList<>();
        for (RuleLine line : RuleLine.all(text, "links")) {
            if (line.value() == null) {
                throw line.problem(
                        "there is no =: write *.html = </app.css>; rel=preload; as=style");
            }
            try {
                rules.add(new Rule(line.files(), checked(line.value())));
            } catch (IllegalArgumentException e) {
                throw line.problem(e.getMessage());
            }
        }
        return rules.isEmpty() ? NONE : new Links(text.strip(), List.copyOf(rules));
    }

    /** A link; throws IllegalArgumentException for what is none, or would end the field. */
    static String checked(String link) {
        int end = link.indexOf('>');
        if (!link.startsWith("<") || end < 2 && end >= 0 || end < 0) {
            throw new IllegalArgumentException(
                    "RFC 8288 §3: a link is an address in angle brackets and its parameters:"
                            + " </app.css>; rel=preload; as=style");
        }
        for (int i = 0; i < link.length(); i++) {
            if (link.charAt(i) < ' ' || link.charAt(i) >= 127) {
                throw new IllegalArgumentException(
                        "RFC 9110 §5.5: a link has a control or non-ASCII character at index " + i);
            }
        }
        return link;
    }

    /** The value for a file; null if it has none. */
    String valueFor(String path, String type) {
        StringBuilder all = new StringBuilder();
        for (Rule rule : rules) {
            if (rule.pattern.matches(path, type)) {
                all.append(all.length() == 0 ? "" : ", ").append(rule.link);
            }
        }
        return all.length() == 0 ? null : all.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Links that && lines.equals(that.lines);
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

package dev.serval.files;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Values for files, by pattern. Immutable; the rules are in the order in which they were written.
 */
record FileRules(List<Rule> rules) {
    static final FileRules NONE = new FileRules(List.of());

    /** What files of a pattern have. */
    record Rule(FilePattern pattern, String value) {}

    /**
     * Reads rules, one a line; empty lines and those that begin with {@code #} are ignored.
     *
     * @param setting its name, for messages
     * @param reader throws IllegalArgumentException with line and reason
     */
    static FileRules read(String text, String setting, Function<RuleLine, Rule> reader) {
        List<Rule> rules = new ArrayList<>();
        for (RuleLine line : RuleLine.all(text, setting)) {
            rules.add(reader.apply(line));
        }
        return new FileRules(List.copyOf(rules));
    }

    /** The value of the first rule that matches a file; null if none does. */
    String first(String path, String type) {
        for (Rule rule : rules) {
            if (rule.pattern.matches(path, type)) {
                return rule.value;
            }
        }
        return null;
    }

    /**
     * The values of all rules that match a file, as a list (RFC 9110 §5.6.1); null if none does.
     */
    String all(String path, String type) {
        StringBuilder all = new StringBuilder();
        for (Rule rule : rules) {
            if (rule.pattern.matches(path, type)) {
                all.append(all.length() == 0 ? "" : ", ").append(rule.value);
            }
        }
        return all.length() == 0 ? null : all.toString();
    }
}

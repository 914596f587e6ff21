package dev.serval.valve.rewrite;

import java.util.regex.Pattern;

/**
 * A RewriteCond. Immutable.
 *
 * @param test the text that is tested
 * @param comparison how the text is tested
 * @param pattern for {@link Comparison#PATTERN}; otherwise null
 * @param operand what it is compared with
 * @param negated whether the test must fail
 * @param noCase whether the case of letters is ignored
 * @param or whether it is enough that this one or the next one holds
 */
record Condition(
        Template test,
        Comparison comparison,
        Pattern pattern,
        String operand,
        boolean negated,
        boolean noCase,
        boolean or) {
    /** The kinds of tests. */
    enum Comparison {
        PATTERN,
        LESS,
        EQUAL,
        GREATER,
        DIRECTORY,
        FILE,
        FILE_WITH_CONTENT,
        LINK
    }

    boolean holds(RewritePass pass) {
        boolean holds =
                switch (comparison) {
                    case PATTERN -> pass.matchesCondition(pattern, test.expand(pass, false));
                    case LESS -> order(pass) < 0;
                    case EQUAL -> order(pass) == 0;
                    case GREATER -> order(pass) > 0;
                    case DIRECTORY, FILE, FILE_WITH_CONTENT, LINK ->
                            pass.resources().is(comparison, pass.fileName(test));
                };
        return holds != negated;
    }

    private int order(RewritePass pass) {
        String text = test.expand(pass, false);
        return noCase ? text.compareToIgnoreCase(operand) : text.compareTo(operand);
    }
}

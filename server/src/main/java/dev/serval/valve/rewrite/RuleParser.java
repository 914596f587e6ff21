package dev.serval.valve.rewrite;

import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.valve.rewrite.Condition.Comparison;
import dev.serval.valve.rewrite.RewriteMaps.Lookup;
import dev.serval.valve.rewrite.RuleFlags.Flag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Compiles the lines of a file of rules. Used once, by one thread. */
final class RuleParser {
    private static final List<String> DIRECTIVES =
            List.of("RewriteRule", "RewriteCond", "RewriteMap");

    private final String name;
    private final RuleFiles files;
    private final Map<String, Lookup> maps = new HashMap<>();
    private final List<Rule> rules = new ArrayList<>();
    private final Map<Location, String> mistakes = new LinkedHashMap<>();
    private List<Condition> conditions = new ArrayList<>();

    /**
     * @param name of the file, for messages
     * @param files resolves the names of files
     */
    RuleParser(String name, RuleFiles files) {
        this.name = name;
        this.files = files;
    }

    /**
     * The rules in order.
     *
     * @throws IllegalArgumentException with all mistakes: file, line and column of each, a
     *     description, and the text of the line
     */
    List<Rule> parse(List<String> lines) {
        if (!mistakes(lines).isEmpty()) {
            List<String> all = new ArrayList<>();
            mistakes.forEach((at, mistake) -> all.add(at + ": " + mistake));
            throw new IllegalArgumentException(String.join("; ", all));
        }
        return rules;
    }

    /** All mistakes in the rules, in the order of the file. */
    Map<Location, String> mistakes(List<String> lines) {
        // Rules may use maps that are defined after them.
        each(lines, true);
        each(lines, false);
        if (!conditions.isEmpty() && mistakes.isEmpty()) {
            mistakes.put(new Location(name, lines.size(), 1), "a RewriteCond has no RewriteRule");
        }
        return mistakes;
    }

    private void each(List<String> lines, boolean maps) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            try {
                List<Word> words = Word.of(line);
                if (words.isEmpty() || words.get(0).text().startsWith("#")) {
                    continue;
                }
                if (words.get(0).text().equals("RewriteMap") == maps) {
                    line(words, i + 1);
                }
            } catch (RuleMistake e) {
                mistakes.putIfAbsent(
                        new Location(name, i + 1, e.column()),
                        e.getMessage() + ", in: " + line.strip());
            }
        }
    }

    private void line(List<Word> words, int line) throws RuleMistake {
        Word directive = words.get(0);
        switch (directive.text()) {
            case "RewriteMap" -> {
                require(words, 3, Integer.MAX_VALUE, "a name and int:, txt:, rnd: or a class");
                List<String> parameters =
                        words.subList(3, words.size()).stream().map(Word::text).toList();
                maps.put(words.get(1).text(), RewriteMaps.of(words.get(2), parameters, files));
            }
            case "RewriteCond" -> {
                require(words, 3, 4, "a text, a pattern and perhaps [flags]");
                conditions.add(condition(words));
            }
            case "RewriteRule" -> {
                List<Condition> own = conditions;
                // The conditions of a rule with a mistake do not belong to the next rule.
                conditions = new ArrayList<>();
                require(words, 3, 4, "a pattern, a substitution and perhaps [flags]");
                rules.add(rule(words, line, own));
            }
            default ->
                    throw new RuleMistake(
                            directive.column(),
                            directive.text()
                                    + " is not known here"
                                    + NearestName.hint(directive.text(), DIRECTIVES));
        }
    }

    private static void require(List<Word> words, int least, int most, String what)
            throws RuleMistake {
        if (words.size() < least || words.size() > most) {
            int column = words.get(Math.min(words.size() - 1, 4)).column();
            throw new RuleMistake(column, words.get(0).text() + " takes " + what);
        }
    }

    private Condition condition(List<Word> words) throws RuleMistake {
        boolean noCase = false;
        boolean or = false;
        Word last = words.size() > 3 ? words.get(3) : null;
        for (Flag flag : RuleFlags.of(last)) {
            if (!flag.is("NC") && !flag.is("OR")) {
                throw new RuleMistake(
                        last.column(), "the flag " + flag.name() + " belongs to a RewriteRule");
            }
            noCase |= flag.is("NC");
            or |= flag.is("OR");
        }
        Template test = Template.of(words.get(1), maps);
        Word word = words.get(2);
        boolean negated = word.text().startsWith("!");
        String text = word.text().substring(negated ? 1 : 0);
        Comparison comparison = comparison(text, word);
        return new Condition(
                test,
                comparison,
                comparison == Comparison.PATTERN ? pattern(text, noCase, word) : null,
                operand(text),
                negated,
                noCase,
                or);
    }

    private static Comparison comparison(String text, Word word) throws RuleMistake {
        switch (text) {
            case "-d":
                return Comparison.DIRECTORY;
            case "-f":
                return Comparison.FILE;
            case "-s":
                return Comparison.FILE_WITH_CONTENT;
            case "-l":
                return Comparison.LINK;
            default:
                break;
        }
        if (text.matches("-([A-Za-z]{1,2})")) {
            throw new RuleMistake(
                    word.column(),
                    "the test "
                            + text
                            + " is unknown: use -d, -f, -s or -l; \\"
                            + text
                            + " is the expression");
        }
        return switch (text.isEmpty() ? 0 : text.charAt(0)) {
            case '<' -> Comparison.LESS;
            case '=' -> Comparison.EQUAL;
            case '>' -> Comparison.GREATER;
            default -> Comparison.PATTERN;
        };
    }

    private static String operand(String text) {
        String operand = text.isEmpty() ? "" : text.substring(1);
        boolean quoted = operand.length() > 1 && operand.startsWith("\"") && operand.endsWith("\"");
        return quoted ? operand.substring(1, operand.length() - 1) : operand;
    }

    private Rule rule(List<Word> words, int line, List<Condition> own) throws RuleMistake {
        Rule rule = new Rule(line, own);
        Word last = words.size() > 3 ? words.get(3) : null;
        boolean noCase = false;
        for (Flag flag : RuleFlags.of(last)) {
            RuleFlags.apply(flag, rule, maps, last.column());
            noCase |= flag.is("NC");
        }
        Word pattern = words.get(1);
        rule.negated = pattern.text().startsWith("!");
        rule.pattern = pattern(pattern.text().substring(rule.negated ? 1 : 0), noCase, pattern);
        Word to = words.get(2);
        if (!to.text().equals("-")) {
            rule.substitution = Template.of(to, maps);
            rule.mayLeave =
                    RewritePass.LEAVES.matcher(to.text()).find()
                            || to.text().startsWith("${")
                            || to.text().startsWith("%{REQUEST_SCHEME}://");
        }
        return rule;
    }

    private static Pattern pattern(String text, boolean noCase, Word word) throws RuleMistake {
        try {
            return Pattern.compile(text, noCase ? Pattern.CASE_INSENSITIVE : 0);
        } catch (PatternSyntaxException e) {
            int index = Math.max(e.getIndex(), 0);
            throw new RuleMistake(
                    word.column() + index, "no regular expression: " + e.getDescription());
        }
    }
}

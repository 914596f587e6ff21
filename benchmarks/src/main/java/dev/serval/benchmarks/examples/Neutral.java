package dev.serval.benchmarks.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What differs between two answers of one server, and is taken out before they are compared. */
enum Neutral {
    TIME(".*", "times of day", text -> text.replaceAll("\\b\\d{1,2}:\\d{1,2}:\\d{1,2}\\b", "TIME")),
    MILLIS(
            "/examples/jsp/include/.*",
            "milliseconds since 1970",
            text -> text.replaceAll("\\b1\\d{12}\\b", "MILLIS")),
    MEMORY(
            "/examples/jsp/forward/forward.jsp",
            "which of two pages the free memory has led to",
            text ->
                    text.replaceAll(
                            "(?s)^.*VM Memory usage &[lg]t; 50%\\.\\s*</html>\\s*$", "MEMORY")),
    SHUFFLED(
            "/examples/jsp/jsp2/jspattribute/shuffle.jsp",
            "the order of shuffled tiles",
            text -> sorted(text, Pattern.compile("(?s)<tr>.*</tr>"), "\\s+|(?=<)")),
    CART(
            "/examples/jsp/sessions/carts.jsp",
            "the order of a set of things, by their addresses",
            text -> sorted(text, Pattern.compile("(?s)(?<=<ol>).*(?=</ol>)"), "(?=<li>)"));

    private final String path;
    private final String what;
    private final UnaryOperator<String> rule;

    Neutral(String path, String what, UnaryOperator<String> rule) {
        this.path = path;
        this.what = what;
        this.rule = rule;
    }

    /** The text of an answer, as all rules of its path leave it. */
    static String text(Ask ask, String text) {
        String rest = text;
        for (Neutral each : values()) {
            if (ask.path().matches(each.path)) {
                rest = each.rule.apply(rest);
            }
        }
        return rest;
    }

    /** A Content-Type; of two pages that memory chooses from, only one tells a charset. */
    static String type(Ask ask, String type) {
        String plain = type.toLowerCase(Locale.ROOT).replace(" ", "");
        return ask.path().matches(MEMORY.path) ? plain.replace(";charset=utf-8", "") : plain;
    }

    static List<String> list() {
        List<String> list =
                new ArrayList<>(
                        List.of(
                                "ids of sessions that the server has given",
                                "blanks and letter case of Content-Type",
                                "the order of attributes of cookies"));
        for (Neutral each : values()) {
            list.add(each.what + (each.path.equals(".*") ? "" : ", in " + each.path));
        }
        return list;
    }

    private static String sorted(String text, Pattern part, String between) {
        Matcher found = part.matcher(text);
        if (!found.find()) {
            return text;
        }
        List<String> pieces = new ArrayList<>(List.of(found.group().split(between)));
        pieces.replaceAll(String::strip);
        pieces.sort(null);
        return text.substring(0, found.start())
                + String.join("\n", pieces)
                + text.substring(found.end());
    }
}

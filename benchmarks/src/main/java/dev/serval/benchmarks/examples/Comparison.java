package dev.serval.benchmarks.examples;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** What was asked of all servers and what they have answered, and the verdicts. One thread. */
final class Comparison {
    private static final List<String> FIELDS =
            List.of("Content-Type", "Location", "Set-Cookie", "Allow", "Cache-Control");

    private final Map<Decision, Integer> decided = new EnumMap<>(Decision.class);
    private int same;
    private int different;

    Comparison(List<String> servers) {
        System.out.println("| request | " + String.join(" | ", servers) + " | |");
        System.out.println("| --- |" + " --- |".repeat(servers.size() + 1));
    }

    /**
     * Tells a row.
     *
     * @param answers Tomcat's first
     */
    void add(Ask ask, List<Answer> answers, List<Visitor> visitors) {
        List<List<String>> seen = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            seen.add(aspects(ask, answers.get(i), visitors.get(i)));
        }
        List<String> cells = new ArrayList<>();
        for (Answer answer : answers) {
            cells.add(
                    answer.status()
                            + " "
                            + Objects.requireNonNullElse(answer.field("Content-Type"), "-"));
        }
        add(ask.toString(), cells, seen, answers.get(0));
    }

    /** Tells a row of lines that were heard; each is an aspect. */
    void add(String what, List<List<String>> heard) {
        List<String> cells = heard.stream().map(lines -> lines.size() + " lines").toList();
        add(what, cells, heard, null);
    }

    private void add(String what, List<String> cells, List<List<String>> seen, Answer answer) {
        Set<Decision> decisions = EnumSet.noneOf(Decision.class);
        List<String> details = new ArrayList<>();
        for (int i = 1; i < seen.size(); i++) {
            List<String> tomcat = seen.get(0);
            List<String> serval = seen.get(i);
            for (int at = 0; at < Math.max(tomcat.size(), serval.size()); at++) {
                String wanted = at < tomcat.size() ? tomcat.get(at) : "nothing";
                String got = at < serval.size() ? serval.get(at) : "nothing";
                if (wanted.equals(got)) {
                    continue;
                }
                Decision decision = Decision.of(what, answer, wanted, got);
                if (decision == null) {
                    details.add(difference(i, wanted, got));
                } else {
                    decisions.add(decision);
                }
            }
        }
        String verdict;
        if (!details.isEmpty()) {
            different++;
            verdict = "DIFFERENT";
        } else if (decisions.isEmpty()) {
            same++;
            verdict = "same";
        } else {
            decisions.forEach(decision -> decided.merge(decision, 1, Integer::sum));
            verdict = String.join(", ", decisions.stream().map(Comparison::name).toList());
        }
        System.out.println(
                "| "
                        + what.replace("|", "\\|")
                        + " | "
                        + String.join(" | ", cells)
                        + " | "
                        + verdict
                        + " |");
        details.forEach(System.out::println);
    }

    private static String name(Decision decision) {
        return decision.name().toLowerCase(Locale.ROOT);
    }

    /** The first line that differs. */
    private static String difference(int server, String wanted, String got) {
        String[] first = wanted.split("\n", -1);
        String[] second = got.split("\n", -1);
        int at = 0;
        while (at < first.length && at < second.length && first[at].equals(second[at])) {
            at++;
        }
        return "    %d, line %d: Tomcat [%s] Serval [%s]"
                .formatted(
                        server,
                        at,
                        at < first.length ? first[at].strip() : "",
                        at < second.length ? second[at].strip() : "");
    }

    private static List<String> aspects(Ask ask, Answer answer, Visitor visitor) {
        List<String> aspects = new ArrayList<>();
        aspects.add("status " + answer.status());
        for (String field : FIELDS) {
            String value = String.valueOf(answer.field(field));
            if (field.equals("Content-Type")) {
                value = Neutral.type(ask, value);
            } else if (field.equals("Set-Cookie")) {
                value = String.join("; ", Stream.of(value.split("; *")).sorted().toList());
            }
            aspects.add(field + ": " + visitor.withoutIds(value));
        }
        aspects.add("body " + Neutral.text(ask, visitor.withoutIds(answer.text())));
        return aspects;
    }

    /** Tells the totals; true when nothing differs but what was decided. */
    boolean tell() {
        System.out.println("\nTaken out before comparing:");
        Neutral.list().forEach(line -> System.out.println("- " + line));
        System.out.println("\nDecided differences:");
        decided.forEach(
                (decision, count) ->
                        System.out.printf(
                                "- %s, %d times: %s%n", name(decision), count, decision.reason()));
        int all = decided.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf("%n%d the same, %d decided, %d different%n", same, all, different);
        return different == 0;
    }
}

package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import dev.serval.benchmarks.results.SuiteResult;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What the figures of a suite mean, in words. A text has a sentence in each line and paragraphs
 * between empty lines. Figures stand in it as
 *
 * <pre>
 * {ratio best Serval / Tomcat NIO}           of all scenarios in which more is better
 * {ratio Serval NIO / nginx : hello}         of those whose name begins so, whatever is better
 * {cpu best Serval / Tomcat NIO : hello}     CPU per request
 * {p99 best Serval / Tomcat NIO}             99th percentile of the latency
 * </pre>
 *
 * and become "1.31 times", or "1.05 to 1.62 times". A sentence whose figures were not measured is
 * left out, so that a text is true whatever was run. Stateless.
 */
final class SuiteText {
    private static final Pattern FIGURE =
            Pattern.compile("\\{(ratio|cpu|p99) ([^/{}]+) / ([^:{}]+?)(?: : ([^{}]+))?\\}");
    private static final String BEST = "best Serval";

    private SuiteText() {}

    static String of(String text, SuiteResult result) {
        return Pattern.compile("\n\\s*\n")
                .splitAsStream(text.strip())
                .map(paragraph -> paragraph(paragraph, result))
                .filter(paragraph -> !paragraph.isEmpty())
                .collect(Collectors.joining("\n\n"));
    }

    private static String paragraph(String text, SuiteResult result) {
        return text.lines()
                .map(line -> sentence(line.strip(), result))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" "));
    }

    private static Optional<String> sentence(String text, SuiteResult result) {
        Matcher matcher = FIGURE.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (matcher.find()) {
            double[] ratios = ratios(matcher.toMatchResult(), result);
            if (ratios.length == 0) {
                return Optional.empty();
            }
            matcher.appendReplacement(filled, Matcher.quoteReplacement(words(ratios)));
        }
        String sentence = matcher.appendTail(filled).toString();
        if (sentence.indexOf('{') >= 0) {
            throw new IllegalArgumentException("no figure that is known: " + sentence);
        }
        return Optional.of(sentence);
    }

    private static double[] ratios(MatchResult figure, SuiteResult result) {
        String which = figure.group(4);
        ToDoubleFunction<Round> value =
                switch (figure.group(1)) {
                    case "cpu" -> Round::cpuMicros;
                    case "p99" -> Round::p99Ms;
                    default -> Round::value;
                };
        return result.scenarios().stream()
                .filter(scenario -> which == null || scenario.name().startsWith(which))
                .filter(scenario -> which != null || scenario.higherIsBetter())
                .flatMapToDouble(
                        scenario -> ratio(scenario, figure.group(2), figure.group(3), value))
                .toArray();
    }

    private static DoubleStream ratio(
            ScenarioResult scenario, String own, String peer, ToDoubleFunction<Round> value) {
        Ranking ranking = new Ranking(scenario);
        Optional<Row> first = own.equals(BEST) ? ranking.bestServal() : ranking.row(own);
        Optional<Row> second = ranking.row(peer);
        if (first.isEmpty() || second.isEmpty()) {
            return DoubleStream.empty();
        }
        double ratio =
                Spread.of(first.get(), value).median() / Spread.of(second.get(), value).median();
        return Double.isFinite(ratio) ? DoubleStream.of(ratio) : DoubleStream.empty();
    }

    private static String words(double[] ratios) {
        double least = DoubleStream.of(ratios).min().orElseThrow();
        double most = DoubleStream.of(ratios).max().orElseThrow();
        String from = Figures.times(least);
        String to = Figures.times(most);
        return from.equals(to) ? from + " times" : from + " to " + to + " times";
    }
}

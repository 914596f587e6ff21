package dev.serval.benchmarks.micro;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one benchmark has measured, as it is printed: rounded, so that noise changes few digits.
 * Immutable.
 *
 * @param benchmark package, class and method, without what all have in common
 * @param parameters {@code name=value}, or {@code -}
 * @param nanos nanoseconds for each operation
 * @param error half of its 99.9 % interval of confidence; {@code -} for too few measurements
 * @param bytes allocated for each operation by all threads, the median of the iterations
 */
record MicroRow(String benchmark, String parameters, String nanos, String error, String bytes) {
    private static final MathContext DIGITS = new MathContext(3);

    static MicroRow of(RunResult result) {
        BenchmarkParams params = result.getParams();
        String parameters =
                params.getParamsKeys().stream()
                        .sorted()
                        .map(key -> key + "=" + params.getParam(key))
                        .collect(Collectors.joining(","));
        Result<?> primary = result.getPrimaryResult();
        double bytes =
                result.getSecondaryResults().entrySet().stream()
                        .filter(entry -> entry.getKey().endsWith("gc.alloc.rate.norm"))
                        .map(Map.Entry::getValue)
                        // The last iteration has what the measuring itself allocates to end it.
                        .mapToDouble(norm -> norm.getStatistics().getPercentile(50))
                        .findFirst()
                        .orElse(Double.NaN);
        return new MicroRow(
                name(params.getBenchmark()),
                parameters.isEmpty() ? "-" : parameters,
                rounded(primary.getScore()),
                rounded(primary.getScoreError()),
                bytes(bytes));
    }

    /**
     * {@code http1.RequestParser.parse} of {@code dev.serval.http1.RequestParserBenchmark.parse}.
     */
    static String name(String benchmark) {
        return benchmark
                .replaceFirst("^dev\\.serval\\.(benchmarks\\.micro\\.)?", "")
                .replace("Benchmark.", ".");
    }

    /** Three significant digits. */
    static String rounded(double value) {
        if (!Double.isFinite(value)) {
            return "-";
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS);
        return rounded.setScale(Math.max(0, Math.min(2, rounded.scale())), RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Whole bytes: fractions are those of the measuring itself, spread over the operations. */
    static String bytes(double value) {
        return Double.isFinite(value) ? Long.toString(Math.round(value)) : "-";
    }
}

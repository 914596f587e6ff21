package dev.serval.benchmarks.report;

import dev.serval.benchmarks.results.Machine;
import dev.serval.benchmarks.results.Round;
import dev.serval.benchmarks.results.Row;
import dev.serval.benchmarks.results.ScenarioResult;
import dev.serval.benchmarks.results.Series;
import dev.serval.benchmarks.results.ServerVersion;
import dev.serval.benchmarks.results.SuiteResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A small result that nobody has measured. */
final class MadeUp {
    static final ScenarioResult HELLO =
            new ScenarioResult(
                    "hello",
                    "wrk",
                    "wrk -c 149 http://HOST:PORT/hello",
                    "requests/s",
                    true,
                    List.of(
                            row("Tomcat NIO", 10, 40_000, 50_000, 60_000),
                            row("Serval BIO", 4, 70_000, 90_000, 80_000),
                            row("Serval NIO", 5, 100_000, 75_000, 76_000),
                            new Row("nginx", List.of(failed("wrong answers")))));

    static final ScenarioResult MEMORY =
            new ScenarioResult(
                    "after start",
                    "driver",
                    "",
                    "MiB",
                    false,
                    List.of(row("Tomcat NIO", -1, 64), row("Serval NIO", -1, 48)));

    static final SuiteResult SUITE = suite("2026-01-01T00:10:00Z");

    static final NamedResult NAMED = new NamedResult("servlet", SUITE);

    private MadeUp() {}

    static SuiteResult suite(String ended) {
        return suite(ended, "off");
    }

    static SuiteResult suite(String ended, String log) {
        return new SuiteResult(
                "servlet",
                "Servlets, 149 clients",
                new Machine("Some processor", 2, 8192, "Linux 6.1", "25.0.1, Some vendor"),
                Map.of("JVM", "-Xmx256m", "access log", log),
                List.of(
                        new ServerVersion("Serval NIO", "0.1.0", null),
                        new ServerVersion("nginx", "", "Debian's package nginx is missing")),
                List.of(HELLO, MEMORY),
                "2026-01-01T00:00:00Z",
                ended,
                true,
                List.of(
                        new Series(
                                "Serval NIO",
                                "heap after GC, MiB",
                                List.of(0.0, 1.0),
                                List.of(20.0, 21.0))));
    }

    private static Row row(String server, double cpu, double... values) {
        return new Row(
                server,
                Arrays.stream(values)
                        .mapToObj(v -> new Round(v, 1, 2, 3, cpu, 102_400, 0.5, 0.9, 1000, null))
                        .toList());
    }

    private static Round failed(String note) {
        return new Round(-1, -1, -1, -1, -1, -1, -1, -1, 0, note);
    }
}

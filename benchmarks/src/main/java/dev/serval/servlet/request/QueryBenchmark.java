package dev.serval.servlet.request;

import dev.serval.http.FormLimits;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Five parameters of a query, plain and with escapes. */
@State(Scope.Thread)
public class QueryBenchmark {
    @Param({"plain", "escaped"})
    private String query;

    private String raw;

    @Setup
    public void setUp() {
        raw =
                query.equals("plain")
                        ? "page=12&size=50&sort=name&order=descending&filter=available"
                        : "q=K%C3%A4se+und+Brot&from=M%C3%BCnchen&to=K%C3%B6ln&x=%26%3D%2F&y=%2B1";
    }

    @Benchmark
    public Map<String, String[]> parse() {
        Parameters parameters = new Parameters(FormLimits.DEFAULTS);
        parameters.addQuery(raw, StandardCharsets.UTF_8);
        return parameters.map();
    }
}

package dev.serval.valve.accesslog;

import dev.serval.benchmarks.micro.BrowserHeads;
import dev.serval.http.Exchange;
import dev.serval.http.NoConnection;
import dev.serval.http1.ParsedHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.ZoneOffset;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A line of the access log of a browser's request, without the file. */
@State(Scope.Thread)
public class AccessLogBenchmark {
    private static final long NOW = 1_795_000_000_000L;

    @Param({"common", "combined"})
    private String pattern;

    private final byte[] chunk = new byte[1024];
    private final Line line = new Line();
    private final Completed completed = new Completed(LineRules.all(false));
    private AccessLogPattern parsed;
    private Exchange exchange;

    @Setup
    public void setUp() throws IOException {
        parsed = AccessLogPattern.parse(pattern, ZoneOffset.UTC);
        exchange = new Exchange(new NoConnection());
        exchange.begin(ParsedHead.of(BrowserHeads.of("firefox")));
        exchange.status(200);
        exchange.end(ByteBuffer.allocate(9126));
    }

    @Benchmark
    public int format() {
        completed.fill(exchange, NOW, 250_000);
        line.begin(chunk, 0);
        parsed.append(line, completed);
        int end = line.end();
        completed.clear();
        return end;
    }
}

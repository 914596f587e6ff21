package dev.serval.http1;

import dev.serval.benchmarks.micro.BrowserHeads;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.RequestHead;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A request head, from its bytes. */
@State(Scope.Thread)
public class RequestParserBenchmark {
    @Param({"bare", "generator", "firefox", "chrome", "safari", "sixtyFields"})
    private String head;

    private final RequestParser parser = new RequestParser(HttpLimits.DEFAULTS);
    private byte[] bytes;

    @Setup
    public void setUp() {
        bytes = BrowserHeads.of(head);
    }

    @Benchmark
    public RequestHead parse() throws HttpError {
        parser.reset();
        if (parser.parse(bytes, 0, bytes.length) != bytes.length) {
            throw new IllegalStateException("the head is not complete");
        }
        return parser.recorder().head();
    }
}

package dev.serval.http1;

import dev.serval.benchmarks.micro.BrowserHeads;
import dev.serval.http.FieldName;
import dev.serval.http.RequestHead;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Fields of a browser's head: by a constant of the server, and by an application's text. */
@State(Scope.Thread)
public class FieldLookupBenchmark {
    private RequestHead head;

    @Setup
    public void setUp() {
        head = ParsedHead.of(BrowserHeads.of("chrome"));
    }

    @Benchmark
    public int first() {
        return head.indexOf(FieldName.HOST, 0);
    }

    @Benchmark
    public int last() {
        return head.indexOf(FieldName.IF_MODIFIED_SINCE, 0);
    }

    @Benchmark
    public int missing() {
        return head.indexOf(FieldName.AUTHORIZATION, 0);
    }

    @Benchmark
    public String valueByText() {
        return head.field("accept-language");
    }

    @Benchmark
    public String valueByUnknownText() {
        return head.field("sec-fetch-mode");
    }
}

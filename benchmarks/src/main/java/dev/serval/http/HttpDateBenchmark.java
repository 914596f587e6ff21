package dev.serval.http;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Dates of fields, written and read. */
@State(Scope.Thread)
public class HttpDateBenchmark {
    private final byte[] target = new byte[HttpDate.LENGTH];
    private long millis = 1_795_000_000_000L;
    private String fixdate = "Sat, 21 Nov 2026 00:00:00 GMT";
    private String rfc850 = "Saturday, 21-Nov-26 00:00:00 GMT";

    @Benchmark
    public byte[] format() {
        HttpDate.format(millis, target, 0);
        return target;
    }

    @Benchmark
    public String formatText() {
        return HttpDate.format(millis);
    }

    @Benchmark
    public long parseFixdate() {
        return HttpDate.parse(fixdate);
    }

    @Benchmark
    public long parseRfc850() {
        return HttpDate.parse(rfc850);
    }
}

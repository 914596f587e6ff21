package dev.serval.http1;

import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds (and, with {@code -prof gc}, bytes) per parsed request head. Stands in the parser's
 * package because the parser is nobody else's.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RequestParserBenchmark {
    private static final String BARE = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String LOAD_GENERATOR =
            "GET /bench/13b.txt HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: 127.0.0.1:8080\r\n"
                    + "User-Agent: generator/2.3\r\nAccept: */*\r\n\r\n";
    private static final String BROWSER =
            "GET /docs/quickstart.html?from=welcome HTTP/1.1\r\nHost: www.example.org\r\n"
                    + "Connection: keep-alive\r\nCache-Control: max-age=0\r\n"
                    + "Upgrade-Insecure-Requests: 1\r\n"
                    + "User-Agent: Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0\r\n"
                    + "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n"
                    + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: navigate\r\n"
                    + "Sec-Fetch-User: ?1\r\nSec-Fetch-Dest: document\r\n"
                    + "Referer: http://www.example.org/\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n"
                    + "Accept-Language: en-GB,en;q=0.8,de;q=0.5\r\n"
                    + "If-Modified-Since: Sat, 21 Nov 2026 00:00:00 GMT\r\n\r\n";

    @Param({"bare", "generator", "browser", "sixtyFields"})
    private String head;

    private final RequestParser parser = new RequestParser(HttpLimits.DEFAULTS);
    private byte[] bytes;

    @Setup
    public void setUp() {
        String text =
                switch (head) {
                    case "bare" -> BARE;
                    case "generator" -> LOAD_GENERATOR;
                    case "browser" -> BROWSER;
                    default -> sixtyFields();
                };
        bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String sixtyFields() {
        StringBuilder text = new StringBuilder("GET / HTTP/1.1\r\nHost: localhost\r\n");
        for (int i = 0; i < 59; i++) {
            text.append("X-Field-").append(i).append(": value of field ").append(i).append("\r\n");
        }
        return text.append("\r\n").toString();
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

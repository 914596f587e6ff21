package dev.serval.servlet.request;

import dev.serval.http.HttpError;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A path in its normal form: one that is, and ones that have to be brought there. */
@State(Scope.Thread)
public class PathNormalizerBenchmark {
    @Param({"plain", "encoded", "dots"})
    private String path;

    private byte[] bytes;

    @Setup
    public void setUp() {
        String text =
                switch (path) {
                    case "plain" -> "/shop/catalogue/items/1234/details.html";
                    case "encoded" -> "/shop/K%C3%A4se%20und%20Brot/items/1234/details.html";
                    default -> "/shop/./catalogue/../catalogue//items/1234/details.html";
                };
        bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Benchmark
    public String normalize() throws HttpError {
        return PathNormalizer.normalize(bytes, 0, bytes.length);
    }
}

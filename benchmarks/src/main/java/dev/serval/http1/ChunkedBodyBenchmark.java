package dev.serval.http1;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A chunked body of 16 KiB. */
@State(Scope.Thread)
public class ChunkedBodyBenchmark {
    private static final int BODY = 16 * 1024;

    @Param({"64", "4096"})
    private int chunk;

    private final BodyDecoder decoder = new BodyDecoder(HttpLimits.DEFAULTS);
    private final ByteBuffer target = ByteBuffer.allocate(BODY);
    private InputBuffer input;
    private byte[] bytes;

    @Setup
    public void setUp() {
        StringBuilder body = new StringBuilder();
        String line = Integer.toHexString(chunk) + "\r\n";
        for (int i = 0; i < BODY / chunk; i++) {
            body.append(line).append("x".repeat(chunk)).append("\r\n");
        }
        bytes = body.append("0\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        input = new InputBuffer(new BufferPool(bytes.length, false, 64));
    }

    @Benchmark
    public int decode() throws HttpError {
        input.room(bytes.length).put(bytes);
        input.received(bytes.length);
        decoder.begin(Framing.CHUNKED, -1);
        target.clear();
        int count = decoder.decode(input, target);
        if (decoder.decode(input, target) != -1 || count != BODY) {
            throw new IllegalStateException("the body is not complete");
        }
        input.trim();
        return count;
    }
}

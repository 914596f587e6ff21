package dev.serval.http1;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import dev.serval.buffer.OutputBuffer;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HeadTooLargeException;
import dev.serval.http.HttpOptions;
import dev.serval.http.PreparedFields;
import dev.serval.http.ServerFields;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The head of a 200: by fields as a servlet sets them, and by lines that a file has ready. */
@State(Scope.Thread)
public class ResponseHeadBenchmark {
    private final ResponseEncoder encoder =
            new ResponseEncoder(new ServerFields(HttpOptions.DEFAULTS), HttpOptions.DEFAULTS);
    private final OutputBuffer out =
            new OutputBuffer(new BulkPool(new BufferPool(8192, true, 64), 16_384, 1));
    private final Fields none = new Fields();
    private final Fields fields = new Fields();
    private final PreparedFields prepared;

    public ResponseHeadBenchmark() {
        fields.set(FieldName.CONTENT_TYPE, "text/html;charset=UTF-8");
        fields.set(FieldName.CACHE_CONTROL, "no-cache");
        fields.set(FieldName.ETAG, "\"9126-1763683200000\"");
        fields.set(FieldName.LAST_MODIFIED, "Sat, 21 Nov 2026 00:00:00 GMT");
        fields.set(FieldName.of("X-Frame-Options"), "DENY");
        Fields ready = new Fields();
        ready.set(FieldName.CONTENT_TYPE, "text/html;charset=UTF-8");
        ready.set(FieldName.ETAG, "\"9126-1763683200000\"");
        ready.set(FieldName.LAST_MODIFIED, "Sat, 21 Nov 2026 00:00:00 GMT");
        ready.set(FieldName.ACCEPT_RANGES, "bytes");
        prepared = PreparedFields.of(ready);
    }

    @Benchmark
    public int fiveFields() throws HeadTooLargeException {
        return head(fields, null);
    }

    @Benchmark
    public int prepared() throws HeadTooLargeException {
        return head(none, prepared);
    }

    private int head(Fields set, PreparedFields ready) throws HeadTooLargeException {
        encoder.head(out, 200, set, ready, Framing.LENGTH, 9126, ResponseEncoder.NOTHING);
        int size = out.unsent().remaining();
        out.release();
        return size;
    }
}

package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LogWriterTest {
    /** No line is lost by it, and none is written twice. */
    @Test
    void theWriterGoesOnWhateverItsTargetThrows() throws Exception {
        List<Error> errors =
                new ArrayList<>(
                        List.of(
                                new OutOfMemoryError("of a test"),
                                new StackOverflowError(),
                                new NoClassDefFoundError("of a test"),
                                new ThreadDeath()));
        CompletableFuture<String> written = new CompletableFuture<>();
        LogTarget target =
                new LogTarget() {
                    @Override
                    public void write(Chunk chunk) {
                        if (!errors.isEmpty()) {
                            throw errors.remove(0);
                        }
                        written.complete(
                                new String(
                                        chunk.bytes, 0, chunk.length, StandardCharsets.US_ASCII));
                    }

                    @Override
                    public long gatherMillis() {
                        return 0;
                    }

                    @Override
                    public void close() {}
                };
        LineQueue queue =
                new LineQueue(
                        AccessLogPattern.parse("%U", ZoneOffset.UTC),
                        new LogFiles.Periods(LogFiles.DAILY, ZoneOffset.UTC),
                        2,
                        1000,
                        LineRules.all(false));
        LogWriter writer = new LogWriter(queue, target);
        writer.start();
        queue.add(Exchanges.answered(200, 1, "GET /a HTTP/1.1"), 0, 0);

        assertThat(written.get(20, TimeUnit.SECONDS)).isEqualTo("/a\n");
        writer.close();
    }
}

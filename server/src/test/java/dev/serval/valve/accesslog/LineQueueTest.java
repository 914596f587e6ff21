package dev.serval.valve.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Exchange;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class LineQueueTest {
    private static final long DAY = Instant.parse("2026-11-21T00:00:00Z").toEpochMilli();

    private final Exchange exchange = Exchanges.answered(200, 1, "GET /0123456789 HTTP/1.1");

    private static LineQueue queue(int chunks, int bytes) {
        return new LineQueue(
                AccessLogPattern.parse("%U", ZoneOffset.UTC),
                new LogFiles.Periods(LogFiles.DAILY, ZoneOffset.UTC),
                chunks,
                bytes,
                LineRules.all(false));
    }

    private static String text(Chunk chunk) {
        return new String(chunk.bytes, 0, chunk.length, StandardCharsets.US_ASCII);
    }

    @Test
    void aLineIsNeverSplitBetweenChunks() throws InterruptedException {
        LineQueue queue = queue(2, 30);
        queue.add(exchange, DAY, 0);
        queue.add(exchange, DAY, 0);
        queue.add(exchange, DAY, 0);
        assertThat(text(queue.take(0))).isEqualTo("/0123456789\n/0123456789\n");
        assertThat(text(queue.take(0))).isEqualTo("/0123456789\n");
    }

    @Test
    void aFullQueueDropsLinesAndCountsThem() throws InterruptedException {
        LineQueue queue = queue(1, 12);
        for (int i = 0; i < 5; i++) {
            queue.add(exchange, DAY, 0);
        }
        assertThat(queue.takeLost()).isEqualTo(4);
        Chunk chunk = queue.take(0);
        assertThat(text(chunk)).isEqualTo("/0123456789\n");
        queue.giveBack(chunk, 0);
        queue.add(exchange, DAY, 0);
        assertThat(queue.takeLost()).isZero();
    }

    @Test
    void aLineThatFitsNowhereIsCut() throws InterruptedException {
        LineQueue queue = queue(2, 8);
        queue.add(exchange, DAY, 0);
        assertThat(text(queue.take(0))).isEqualTo("/012345\n");
    }

    @Test
    void aCutNeverLeavesHalfAnEscapeNorOldBytes() throws InterruptedException {
        LineQueue queue = queue(1, 8);
        queue.add(Exchanges.answered(200, 1, "GET /xxxxx HTTP/1.1"), DAY, 0);
        Chunk chunk = queue.take(0);
        queue.giveBack(chunk, 0);
        queue.add(Exchanges.answered(200, 1, "GET /ab\u00e9 HTTP/1.1"), DAY, 0);
        assertThat(text(queue.take(0))).isEqualTo("/ab\n");
    }

    @Test
    void aChunkHoldsLinesOfOneDay() throws InterruptedException {
        LineQueue queue = queue(3, 1000);
        queue.add(exchange, DAY - 1, 0);
        queue.add(exchange, DAY, 0);
        queue.add(exchange, DAY, 0);
        Chunk old = queue.take(0);
        assertThat(old.stamp).isEqualTo(".2026-11-20");
        assertThat(old.lines).isEqualTo(1);
        Chunk today = queue.take(0);
        assertThat(today.stamp).isEqualTo(".2026-11-21");
        assertThat(today.lines).isEqualTo(2);
    }

    @Test
    void aClosedQueueGivesWhatItHasAndThenNull() throws InterruptedException {
        LineQueue queue = queue(3, 1000);
        queue.add(exchange, DAY, 0);
        queue.close();
        queue.add(exchange, DAY, 0);
        assertThat(queue.take(60_000).lines).isEqualTo(1);
        assertThat(queue.take(60_000)).isNull();
    }
}

package dev.serval.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyHistogramTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1000, 0",
        "1001, 1",
        "2500, 1",
        "2501, 2",
        "10000000, 12",
        "10000001, 13",
        "9223372036854, 13"
    })
    void aTimeIsInTheFirstClassWhoseBoundItDoesNotExceed(long micros, int expected) {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.took(TimeUnit.MICROSECONDS.toNanos(micros));
        for (int i = 0; i <= LatencyHistogram.COUNT; i++) {
            assertThat(histogram.count(i)).as("class %d", i).isEqualTo(i == expected ? 1 : 0);
        }
    }

    @Test
    void textOfLabelsIsEscaped() throws Exception {
        StringBuilder text = new StringBuilder();
        new MetricsText(text, false).sample("a", 1, "b", "c\"d\\e\nf");
        assertThat(text).hasToString("a{b=\"c\\\"d\\\\e\\nf\"} 1\n");
    }
}

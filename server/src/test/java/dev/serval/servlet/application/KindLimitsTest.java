package dev.serval.servlet.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KindLimitsTest {
    private long now = Long.MAX_VALUE - 5; // it may pass the end of its range at any time
    private final KindLimits limits = new KindLimits(() -> now);

    private long told(String kind, int times) {
        return IntStream.range(0, times).filter(i -> limits.of(kind).next() != null).count();
    }

    @Test
    void aFloodOfOneKindLeavesRoomForOthers() {
        assertThat(told("a", 1000)).isEqualTo(20);
        assertThat(told("b", 1000)).isEqualTo(20);
        now += TimeUnit.MINUTES.toNanos(1);
        assertThat(limits.of("a").next().unsaid()).isEqualTo(980);
    }

    @Test
    void manyKindsHaveALimitTogetherButTheFirstOfEachIsTold() {
        long first = IntStream.range(0, 10).mapToLong(i -> told("a" + i, 30)).sum();
        assertThat(first).isEqualTo(200);
        assertThat(told("b", 30)).isEqualTo(1);
        now += TimeUnit.MINUTES.toNanos(1);
        assertThat(limits.of("b").next().unsaid()).isEqualTo(29);
    }

    @Test
    void kindsBeyondAHundredShareOneLimit() {
        IntStream.range(0, 100).forEach(i -> limits.of("a" + i));
        assertThat(limits.of("a0")).isNotSameAs(limits.of("a1"));
        assertThat(limits.of("b")).isSameAs(limits.of("c")).isNotSameAs(limits.of("a0"));
    }
}

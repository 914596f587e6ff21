package dev.serval.benchmarks.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LatenciesTest {

    @Test
    void quantilesAreThoseOfAllTogether() {
        Latencies one = new Latencies();
        Latencies other = new Latencies();
        for (int millis = 1; millis <= 50; millis++) {
            one.add(millis * 1_000_000L);
            other.add((50 + millis) * 1_000_000L);
        }
        List<Latencies> all = List.of(one, other);
        assertThat(Latencies.quantile(all, 0.5)).isEqualTo(50, within(0.02));
        assertThat(Latencies.quantile(all, 0.99)).isEqualTo(99, within(0.02));
    }

    @Test
    void thereIsNoneOfNothing() {
        assertThat(Latencies.quantile(List.of(new Latencies()), 0.5)).isEqualTo(-1);
    }
}

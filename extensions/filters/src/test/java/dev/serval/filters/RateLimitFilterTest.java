package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.net.ClientNetwork;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitFilterTest {
    // Longer than a test: the window is the same for all of its requests, but once in ages.
    private static final String AGES = "2000000000";

    @TempDir private Path directory;

    @Test
    void requestsBeyondTheLimitAreDenied() throws Exception {
        try (Filtered app =
                Filtered.by(
                        directory,
                        RateLimitFilter.class,
                        "bucketRequests",
                        "2",
                        "bucketDuration",
                        AGES)) {
            assertThat(app.get("/echo").statusCode()).isEqualTo(200);
            assertThat(app.get("/page.html").statusCode()).isEqualTo(200);
            HttpResponse<String> third = app.get("/echo");
            assertThat(third.statusCode()).isEqualTo(429);
            assertThat(third.body()).contains("Too many requests");
            assertThat(third.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, Long.parseLong(AGES));
            assertThat(third.headers().map()).doesNotContainKey("ratelimit");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FastRateLimiter", "ExactRateLimiter"})
    void bothOfTomcatsLimitersCount(String limiter) throws Exception {
        try (Filtered app =
                Filtered.by(
                        directory,
                        RateLimitFilter.class,
                        "bucketRequests",
                        "1",
                        "bucketDuration",
                        AGES,
                        "exposeHeaders",
                        "true",
                        "policyName",
                        "calm",
                        "statusCode",
                        "503",
                        "rateLimitClassName",
                        "org.apache.catalina.util." + limiter)) {
            HttpResponse<String> first = app.get("/echo");
            assertThat(first.headers().firstValue("RateLimit-Policy"))
                    .contains("\"calm\";q=1;w=" + AGES);
            assertThat(first.headers().firstValue("RateLimit")).contains("\"calm\";r=0");
            assertThat(app.get("/echo").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void withoutEnforcementTheyAreCountedOnly() throws Exception {
        try (Filtered app =
                Filtered.by(
                        directory,
                        RateLimitFilter.class,
                        "bucketRequests",
                        "1",
                        "bucketDuration",
                        AGES,
                        "enforce",
                        "false")) {
            assertThat(app.get("/echo").body()).contains("RateLimitFilter.Count=1;");
            assertThat(app.get("/echo").body()).contains("RateLimitFilter.Count=2;");
        }
    }

    @Test
    void anotherWindowBeginsAtZero() {
        RateBuckets buckets = new RateBuckets(10);
        ClientNetwork client = ClientNetwork.of("192.0.2.1");
        assertThat(buckets.count(client, 10_000)).isEqualTo(1);
        assertThat(buckets.count(client, 19_999)).isEqualTo(2);
        assertThat(buckets.secondsLeft(19_999)).isEqualTo(1);
        assertThat(buckets.secondsLeft(10_000)).isEqualTo(10);
        assertThat(buckets.count(client, 20_000)).isEqualTo(1);
        // A clock that was set back.
        assertThat(buckets.count(client, 15_000)).isEqualTo(2);
    }

    @Test
    void clientsAreCountedApartAsFarAsThereIsMemory() {
        RateBuckets buckets = new RateBuckets(10);
        for (int i = 0; i < RateBuckets.MOST_CLIENTS; i++) {
            assertThat(buckets.count(new ClientNetwork(i, 32), 0)).isEqualTo(1);
        }
        assertThat(buckets.count(new ClientNetwork(-1, 32), 0)).isZero();
        assertThat(buckets.count(new ClientNetwork(7, 32), 0)).isEqualTo(2);
    }
}

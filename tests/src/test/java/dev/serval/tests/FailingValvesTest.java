package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.http.Refusal;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.PreRoutingValve;
import org.junit.jupiter.api.Test;

/** What the log says of a valve that fails: on one connector, since it says so once a minute. */
final class FailingValvesTest {
    @Test
    void oneThatFailsIsNamed() throws Exception {
        PreRoutingValve before =
                exchange -> {
                    if (exchange.request().rawPath().equals("/before")) {
                        throw new IllegalStateException("of the test");
                    }
                    return true;
                };
        CompletionValve after =
                exchange -> {
                    throw new IllegalStateException("of the test");
                };
        try (ServerLog log = new ServerLog()) {
            Serval serval = Serval.onPort(0).valve(before).valve(after).start();
            RawResponse failed;
            try (serval;
                    RawClient client = new RawClient(Wire.NIO, serval.port())) {
                failed = client.exchange(request("GET", "/before"));
            }
            assertThat(failed.status()).isEqualTo(500);
            assertThat(failed.text()).contains(Refusal.APPLICATION.code());
            String name = before.getClass().getName();
            assertThat(log.lines())
                    .anyMatch(
                            line ->
                                    line.startsWith(
                                            "SRV-0607 GET /before failed: The valve " + name));
            String other = after.getClass().getName();
            Waiting.until(
                    "the other one is named",
                    () ->
                            log.lines().stream()
                                    .anyMatch(l -> l.startsWith("SRV-0930 The valve " + other)));
        }
    }
}

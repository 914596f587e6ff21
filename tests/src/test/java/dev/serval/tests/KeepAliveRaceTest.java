package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A next request that arrives at the very moment in which the connection begins to wait for it,
 * many times: it is never overlooked.
 */
@OnEveryWire
final class KeepAliveRaceTest {
    private static final int CLIENTS = 6;
    private static final int REQUESTS = Integer.getInteger("serval.races", 700);

    @Parameter ServerUnderTest server;

    @ParameterizedTest
    @ValueSource(strings = {"/app/ignore", "/hello.txt"})
    void everyRequestIsAnswered(String target) throws Exception {
        List<CompletableFuture<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            CompletableFuture<Integer> answered = new CompletableFuture<>();
            clients.add(answered);
            new Thread(() -> ask(target, answered), "client-" + i).start();
        }
        for (CompletableFuture<Integer> answered : clients) {
            assertThat(answered.get(60, TimeUnit.SECONDS)).isEqualTo(REQUESTS);
        }
    }

    private void ask(String target, CompletableFuture<Integer> answered) {
        try (RawClient client = server.connect()) {
            String request = ServerUnderTest.request("GET", target);
            for (int i = 0; i < REQUESTS; i++) {
                client.exchange(request);
            }
            answered.complete(REQUESTS);
        } catch (Exception | AssertionError e) {
            answered.completeExceptionally(e);
        }
    }
}

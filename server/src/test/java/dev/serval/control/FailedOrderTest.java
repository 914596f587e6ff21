package dev.serval.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.thread.ThreadFailures;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of orders that fail with an Error, or that are none. */
@Timeout(30)
class FailedOrderTest {
    @TempDir private Path base;

    @Test
    void anOrderThatHasNoMemoryIsNotedAndTheNextIsObeyed() throws Exception {
        CompletableFuture<Throwable> uncaught = new CompletableFuture<>();
        CompletableFuture<Thread> runner = new CompletableFuture<>();
        ThreadFailures failures = new ThreadFailures();
        Order fill =
                (words, out) -> {
                    Thread.currentThread()
                            .setUncaughtExceptionHandler((thread, e) -> uncaught.complete(e));
                    runner.complete(Thread.currentThread());
                    throw new OutOfMemoryError("of a test");
                };
        Path path = ControlSocket.in(base);
        try (ControlSocket socket =
                ControlSocket.open(
                        path,
                        Map.of("fill", fill, "status", (words, out) -> 0),
                        new TurnGuard("The control socket", failures))) {
            assertThatThrownBy(() -> order(path, "fill")).hasMessageContaining("did not answer");
            runner.get(10, TimeUnit.SECONDS).join(10_000);
            assertThat(uncaught).isNotDone();
            assertThat(failures.where()).isEqualTo("The control socket");
            assertThat(order(path, "status")).isZero();
        }
    }

    @Test
    void anOrderOfTooManyWordsIsNotObeyed() throws Exception {
        AtomicInteger obeyed = new AtomicInteger();
        Path path = ControlSocket.in(base);
        Order order = (words, out) -> obeyed.incrementAndGet();
        try (ControlSocket socket = ControlSocket.open(path, Map.of("order", order))) {
            List<String> words = new ArrayList<>(Collections.nCopies(16, "order"));
            assertThat(ControlClient.order(path, words, line -> {})).isEqualTo(1);
            words.add("one more");
            assertThatThrownBy(() -> ControlClient.order(path, words, line -> {}))
                    .hasMessageContaining("did not answer");
        }
        assertThat(obeyed).hasValue(1);
    }

    private static int order(Path path, String word) throws IOException {
        return ControlClient.order(path, List.of(word), line -> {});
    }
}

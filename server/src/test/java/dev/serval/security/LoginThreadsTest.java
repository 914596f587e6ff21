package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Few slow hashes at once, bounded queues, and turns of the realms. */
@Timeout(60)
class LoginThreadsTest {
    private final LoginThreads threads = new LoginThreads(1);
    private final Semaphore free = new Semaphore(0);
    private final Queue<String> order = new ConcurrentLinkedQueue<>();

    @AfterEach
    void letGo() {
        free.release(1000);
    }

    private LoginQueue queue(int size, int millis) {
        return new LoginQueue(threads, new RealmLimits(size, millis));
    }

    private boolean hash(String name) {
        order.add(name);
        try {
            assertThat(free.tryAcquire(10, TimeUnit.SECONDS)).as(name).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return name.startsWith("right");
    }

    private CompletableFuture<Boolean> compare(LoginQueue queue, String name) {
        return compare(queue, null, name);
    }

    private CompletableFuture<Boolean> compare(LoginQueue queue, String client, String name) {
        return CompletableFuture.supplyAsync(
                () -> queue.compare(client, () -> hash(name)), task -> new Thread(task).start());
    }

    /** One that is hashed, and so many that wait. */
    private List<CompletableFuture<Boolean>> flood(LoginQueue queue, String client, int waiting) {
        List<CompletableFuture<Boolean>> flood = new ArrayList<>();
        for (int i = 0; i <= waiting; i++) {
            flood.add(compare(queue, client, "flood " + i));
            awaitWaiting(queue, i);
        }
        return flood;
    }

    /** Waits until so many wait, and the first is at work. */
    private void awaitWaiting(LoginQueue queue, int count) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (order.isEmpty() || threads.waiting(queue) < count) {
            assertThat(System.nanoTime() - end).as("%s wait", count).isNegative();
            Thread.onSpinWait();
        }
    }

    @Test
    void theResultIsThatOfTheComparison() {
        free.release(2);
        LoginQueue queue = queue(1, 60_000);
        assertThat(queue.compare(null, () -> hash("right"))).isTrue();
        assertThat(queue.compare(null, () -> hash("wrong"))).isFalse();
    }

    @Test
    void whatAComparisonThrowsItsCallerGetsAndTheNextOneRuns() {
        LoginQueue queue = queue(1, 60_000);
        assertThatThrownBy(
                        () ->
                                queue.compare(
                                        null,
                                        () -> {
                                            throw new IllegalStateException("broken");
                                        }))
                .hasMessage("broken");
        free.release();
        assertThat(queue.compare(null, () -> hash("right"))).isTrue();
    }

    @Test
    void whoFindsTheQueueFullIsRefusedAtOnce() {
        LoginQueue queue = queue(1, 60_000);
        CompletableFuture<Boolean> first = compare(queue, "right 1");
        awaitWaiting(queue, 0);
        CompletableFuture<Boolean> second = compare(queue, "right 2");
        awaitWaiting(queue, 1);
        assertThatThrownBy(() -> queue.compare(null, () -> hash("third")))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining("as many wait as may; see maxQueueSize (1)")
                .extracting(e -> ((LoginsBusyException) e).retryAfter())
                .isEqualTo(60);
        free.release(2);
        assertThat(first.join()).isTrue();
        assertThat(second.join()).isTrue();
        assertThat(order).containsExactly("right 1", "right 2");
    }

    @Test
    void whoWaitsForTooLongIsRefusedAndNeverHashed() {
        LoginQueue queue = queue(5, 1);
        CompletableFuture<Boolean> first = compare(queue, "right");
        awaitWaiting(queue, 0);
        assertThatThrownBy(() -> queue.compare(null, () -> hash("late")))
                .isInstanceOf(LoginsBusyException.class)
                .hasMessageContaining(
                        "not come in time; see maxQueueSize (5) and maxQueueTime (1 ms)");
        assertThat(threads.waiting(queue)).isZero();
        free.release(10);
        assertThat(first.join()).as("began, so it is worth the rest").isTrue();
        assertThat(order).containsExactly("right");
    }

    @Test
    void realmsTakeTurns() {
        LoginQueue flooded = queue(10, 60_000);
        CompletableFuture<?> all = compare(flooded, "a0");
        awaitWaiting(flooded, 0);
        for (int i = 1; i <= 4; i++) {
            all = CompletableFuture.allOf(all, compare(flooded, "a" + i));
            awaitWaiting(flooded, i);
        }
        LoginQueue other = queue(10, 60_000);
        all = CompletableFuture.allOf(all, compare(other, "b"));
        awaitWaiting(other, 1);
        free.release(10);
        all.join();
        assertThat(order).containsExactly("a0", "a1", "b", "a2", "a3", "a4");
    }

    @Test
    void oneClientMayFillTheQueueAndKeepsNobodyElseOut() {
        LoginQueue queue = queue(8, 60_000);
        List<CompletableFuture<Boolean>> flood = flood(queue, "192.0.2.1", 8);
        List<CompletableFuture<Boolean>> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(compare(queue, "192.0.2.2", "right " + i));
            assertThat(flood.get(8 - i))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(LoginsBusyException.class)
                    .withMessageContaining("more of its client wait than of others")
                    .withMessageContaining("maxQueueSize (8)");
        }
        for (String client : List.of("192.0.2.1", "192.0.2.2")) {
            assertThatThrownBy(() -> queue.compare(client, () -> hash("one more")))
                    .as("has as many as the other")
                    .isInstanceOf(LoginsBusyException.class)
                    .hasMessageContaining("as many wait as may");
        }
        free.release(1000);
        assertThat(others).allSatisfy(one -> assertThat(one.join()).isTrue());
        for (CompletableFuture<Boolean> one : flood.subList(0, 5)) {
            assertThat(one.join()).isFalse();
        }
        assertThat(order).hasSize(9).doesNotContain("one more", "flood 5", "flood 8");
    }

    @Test
    void someClientsThatFillTheQueueTogetherKeepNobodyElseOut() {
        LoginQueue queue = queue(8, 60_000);
        List<CompletableFuture<Boolean>> flood = flood(queue, "192.0.2.1", 2);
        for (int i = 0; i < 6; i++) {
            flood.add(compare(queue, "192.0.2." + (2 + i / 2), "flood " + (3 + i)));
            awaitWaiting(queue, 3 + i);
        }
        CompletableFuture<Boolean> other = compare(queue, "192.0.2.9", "right");
        assertThat(flood.get(2)).failsWithin(Duration.ofSeconds(10));
        free.release(1000);
        assertThat(other.join()).isTrue();
    }

    @Test
    void whoHasFewGivesNoPlaceToOthers() {
        LoginQueue queue = queue(4, 60_000);
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        for (int i = 0; i <= 4; i++) {
            all.add(compare(queue, "192.0.2." + i, "right " + i));
            awaitWaiting(queue, i);
        }
        assertThatThrownBy(() -> queue.compare("192.0.2.9", () -> hash("late")))
                .isInstanceOf(LoginsBusyException.class);
        free.release(1000);
        assertThat(all).allSatisfy(one -> assertThat(one.join()).isTrue());
    }

    @Test
    void clientsTakeTurns() {
        LoginQueue queue = queue(10, 60_000);
        List<CompletableFuture<Boolean>> all = flood(queue, "192.0.2.1", 4);
        all.add(compare(queue, "2001:db8::1", "b"));
        awaitWaiting(queue, 5);
        all.add(compare(queue, "2001:db8::2", "same network"));
        awaitWaiting(queue, 6);
        all.add(compare(queue, "192.0.2.3", "c"));
        awaitWaiting(queue, 7);
        free.release(1000);
        all.forEach(CompletableFuture::join);
        assertThat(order)
                .containsExactly(
                        "flood 0",
                        "flood 1",
                        "b",
                        "c",
                        "flood 2",
                        "same network",
                        "flood 3",
                        "flood 4");
    }

    @Test
    void theThreadEndsWhenNothingIsLeft() throws Exception {
        free.release();
        Thread[] hashing = new Thread[1];
        queue(1, 60_000)
                .compare(
                        null,
                        () -> {
                            hashing[0] = Thread.currentThread();
                            return hash("x");
                        });
        hashing[0].join(TimeUnit.SECONDS.toMillis(30));
        assertThat(hashing[0].isAlive()).isFalse();
        assertThat(hashing[0]).isNotSameAs(Thread.currentThread());
    }

    @Test
    void anInterruptIsKept() {
        free.release();
        Thread.currentThread().interrupt();
        assertThat(queue(1, 60_000).compare(null, () -> hash("right"))).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aHandlerTellsTheRoundsOfWhatIsKept() {
        // What is slow is compared there: the forms that serval.sh digest prints, and Tomcat's.
        for (CredentialHandler handler :
                List.of(
                        Pbkdf2Credentials.DEFAULT,
                        new NestedCredentials(List.of(Pbkdf2Credentials.DEFAULT)))) {
            assertThat(handler.rounds("$pbkdf2-sha256$i=600000$AAAA$AAAA")).isEqualTo(600_000);
            assertThat(handler.rounds("plain")).isEqualTo(1);
        }
        assertThat(SecretKeyCredentials.DEFAULT.rounds("00$20000$00")).isEqualTo(20_000);
        assertThat(
                        new MessageDigestCredentials(
                                        "SHA-256", java.nio.charset.StandardCharsets.UTF_8, 1, 0)
                                .rounds("00$5000$00"))
                .isEqualTo(5000);
    }
}

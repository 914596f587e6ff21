package dev.serval.websocket.wire;

import static dev.serval.websocket.wire.Frames.FIN;
import static dev.serval.websocket.wire.Frames.masked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What leaves, how it waits, and who is told. */
@Timeout(20)
final class SenderTest {
    private static final Limits SMALL = new Limits(100, 100, 0, 0, 1000, 400);

    private final Wired wired = new Wired(Role.SERVER, SMALL, null);
    private final List<String> done = new ArrayList<>();

    private void send(String text) {
        wired.connection.sendText(
                text,
                0,
                failure -> done.add(failure == null ? text : text + ": " + failure.getMessage()));
    }

    @Test
    void aMessageIsCompleteOnlyWhenItIsWritten() throws IOException {
        wired.bytes.room(3);
        send("hello");
        assertThat(done).isEmpty();
        wired.bytes.room(100);
        wired.turn();
        assertThat(done).containsExactly("hello");
        assertThat(wired.left()).isEqualTo("810568656c6c6f");
    }

    @Test
    void whatWaitsLeavesInItsOrderAndTogether() throws IOException {
        wired.bytes.room(0);
        send("a");
        send("b");
        send("c");
        int before = wired.bytes.writes;
        wired.bytes.room(100);
        wired.turn();
        assertThat(wired.bytes.writes - before).isEqualTo(2);
        assertThat(wired.left()).isEqualTo("810161" + "810162" + "810163");
        assertThat(done).containsExactly("a", "b", "c");
    }

    @Test
    void moreThanTheBoundFails() throws IOException {
        wired.bytes.room(0);
        send("x".repeat(99));
        send("y");
        send("z");
        assertThat(done).containsExactly("z: more than 400 bytes wait: the peer does not read");
        wired.bytes.room(1000);
        wired.turn();
        assertThat(done.get(2)).isEqualTo("y");
    }

    @Test
    void oneMessageMayBeLargerThanTheBound() {
        send("x".repeat(100_000));
        assertThat(done).hasSize(1);
        assertThat(wired.bytes.left()).hasSize(100_010);
    }

    @Test
    void aLargeMessageNeedsOneBufferHoweverLongItWaits() throws IOException {
        long lent = Buffers.DIRECT.outstanding();
        wired.bytes.room(50_000);
        send("x".repeat(100_000));
        assertThat(Buffers.DIRECT.outstanding() - lent).isEqualTo(1);
        wired.bytes.room(100_000);
        wired.turn();
        assertThat(Buffers.DIRECT.outstanding() - lent).isZero();
        assertThat(wired.bytes.left()).hasSize(100_010);
    }

    @Test
    void whoeverIsToldMaySendAndIsToldBehindThat() {
        AtomicInteger depth = new AtomicInteger();
        AtomicInteger deepest = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(10_000);
        SendCompletion[] again = new SendCompletion[1];
        again[0] =
                failure -> {
                    deepest.accumulateAndGet(depth.incrementAndGet(), Math::max);
                    if (left.decrementAndGet() > 0) {
                        wired.connection.sendText("x", 0, again[0]);
                    }
                    depth.decrementAndGet();
                };
        wired.connection.sendText("x", 0, again[0]);
        assertThat(left.get()).isZero();
        assertThat(deepest.get()).isEqualTo(1);
    }

    /** A write that blocks could last as long as the peer likes. */
    @Test
    void whereNoThreadIsFreeNobodyWritesInPlace() {
        FakeBytes blocking = new FakeBytes();
        blocking.blocks = true;
        blocking.full = true;
        Wired busy = new Wired(Role.SERVER, SMALL, null, blocking);
        for (String text : List.of("a", "b", "c", "d")) {
            busy.connection.sendText(text, 0, failure -> done.add(text + " " + failure));
        }
        busy.connection.tick(System.nanoTime());
        assertThat(blocking.writes).isZero();
        assertThat(done).hasSize(1).first().asString().startsWith("d ").contains("400 bytes wait");
        blocking.full = false;
        busy.connection.tick(System.nanoTime());
        assertThat(busy.left()).isEqualTo("810161" + "810162" + "810163");
        assertThat(done).hasSize(4);
    }

    @Test
    void whatWaitsForAThreadEndsInItsTime() {
        FakeBytes blocking = new FakeBytes();
        blocking.blocks = true;
        blocking.full = true;
        Wired busy = new Wired(Role.SERVER, SMALL, null, blocking);
        busy.connection.sendText("a", 500, failure -> done.add(failure.getMessage()));
        busy.connection.tick(System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
        busy.connection.lost();
        assertThat(done).containsExactly("a message was not written in time");
        assertThat(blocking.closed).isTrue();
    }

    @Test
    void aBlockingSendWaitsUntilItIsWritten() throws Exception {
        wired.bytes.room(2);
        CountDownLatch over = new CountDownLatch(1);
        Thread sender =
                new Thread(
                        () -> {
                            try {
                                wired.connection.sendText("hello");
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                            over.countDown();
                        });
        sender.start();
        while (!wired.bytes.isAwaitingRoom()) {
            Thread.onSpinWait();
        }
        assertThat(over.getCount()).isOne();
        wired.bytes.room(100);
        assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
        sender.join();
    }

    @Test
    void aBlockingSendFailsWithTheConnection() throws Exception {
        long lent = Buffers.DIRECT.outstanding();
        wired.bytes.room(0);
        CountDownLatch over = new CountDownLatch(1);
        Thread sender =
                new Thread(
                        () -> {
                            try {
                                wired.connection.sendText("hello");
                            } catch (IOException e) {
                                over.countDown();
                            }
                        });
        sender.start();
        while (!wired.bytes.isAwaitingRoom()) {
            Thread.onSpinWait();
        }
        wired.connection.lost();
        assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
        sender.join();
        assertThat(Buffers.DIRECT.outstanding()).isEqualTo(lent);
    }

    @Test
    void manyThreadsSendAndNothingIsMixed() throws Exception {
        Wired large = new Wired(Role.SERVER, Limits.DEFAULT, null);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String text = String.valueOf((char) ('a' + i)).repeat(50 + i);
            Thread thread =
                    new Thread(
                            () -> {
                                for (int n = 0; n < 500; n++) {
                                    try {
                                        large.connection.sendText(text);
                                    } catch (IOException e) {
                                        throw new IllegalStateException(e);
                                    }
                                }
                            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Wired client = new Wired(Role.CLIENT, Limits.DEFAULT, null);
        client.receive(large.bytes.left());
        while (client.told.size() < 4000 && client.connection.isOpen()) {
            client.turn();
        }
        assertThat(client.told).hasSize(4000);
        assertThat(client.told).allMatch(line -> line.substring(6).chars().distinct().count() == 1);
    }

    @Test
    void aSendTimeOutClosesTheConnection() throws IOException {
        wired.bytes.room(0);
        List<Throwable> failures = new ArrayList<>();
        wired.connection.sendText("x", 500, failures::add);
        wired.connection.tick(System.nanoTime());
        assertThat(wired.bytes.closed).isFalse();
        wired.connection.tick(System.nanoTime() + TimeUnit.SECONDS.toNanos(1));
        assertThat(wired.bytes.closed).isTrue();
        wired.connection.lost();
        assertThat(failures).hasOnlyElementsOfType(SocketTimeoutException.class).hasSize(1);
        assertThat(wired.told)
                .containsExactly("failed a message was not written in time", "closed 1006 ");
    }

    @Test
    void aMessageThatStopsHalfwayIsNotWaitedForLong() throws IOException {
        wired.receive(masked(1, (byte) 'a'));
        long now = System.nanoTime();
        wired.connection.tick(now);
        wired.connection.tick(now + TimeUnit.SECONDS.toNanos(59));
        assertThat(wired.left()).isEmpty();
        wired.connection.tick(now + TimeUnit.SECONDS.toNanos(61));
        assertThat(wired.left()).startsWith("88").contains("03f0");
    }

    /** Of which nothing is held: it cannot be too slow for what it holds. */
    @Test
    void norIsOneOfWhichOnlyTheHeadHasCome() throws IOException {
        wired.receive(Arrays.copyOf(masked(FIN | 1, (byte) 'a'), 3));
        long now = System.nanoTime();
        wired.connection.tick(now);
        wired.connection.tick(now + TimeUnit.SECONDS.toNanos(61));
        assertThat(wired.left()).startsWith("88").contains("03f0");
    }

    @Test
    void emptyMessagesThatWaitCountToo() throws IOException {
        wired.bytes.room(0);
        for (int i = 0; i < 4; i++) {
            send("");
        }
        assertThat(done).containsExactly(": more than 400 bytes wait: the peer does not read");
    }

    @Test
    void pongsOfPingsThatWaitAreOne() throws IOException {
        wired.bytes.room(0);
        send("first");
        for (int i = 0; i < 100; i++) {
            wired.receive(masked(FIN | 9, (byte) i));
        }
        wired.bytes.room(100);
        assertThat(wired.left()).isEqualTo("81056669727374" + "8a0163");
    }

    @Test
    void nothingStandsBetweenTheParts() throws IOException {
        wired.connection.sendTextPart("a", false);
        assertThatThrownBy(() -> wired.connection.sendText("b"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(
                        () -> wired.connection.sendBinaryPart(ByteBuffer.wrap(new byte[1]), true))
                .isInstanceOf(IllegalStateException.class);
        wired.connection.sendPing(ByteBuffer.wrap(new byte[] {1}));
        wired.connection.sendTextPart("c", true);
        wired.connection.sendText("d");
        assertThat(wired.left()).isEqualTo("010161" + "890101" + "800163" + "810164");
    }

    @Test
    void batchedMessagesWaitForTheFlush() throws IOException {
        wired.connection.batching(true);
        send("a");
        wired.connection.sendText("b");
        assertThat(done).containsExactly("a");
        assertThat(wired.left()).isEmpty();
        wired.connection.flush();
        assertThat(wired.left()).isEqualTo("810161" + "810162");
        send("c");
        wired.connection.batching(false);
        assertThat(wired.left()).isEqualTo("810163");
    }

    @Test
    void aFullBufferDoesNotWaitForTheFlush() throws IOException {
        wired.connection.batching(true);
        for (int i = 0; i < 1000; i++) {
            wired.connection.sendText("x".repeat(98));
        }
        assertThat(wired.bytes.left().length).isGreaterThan(80_000);
    }

    @Test
    void controlFramesDoNotWaitForTheFlush() throws IOException {
        wired.connection.batching(true);
        send("a");
        wired.connection.close(1000, "");
        assertThat(wired.left()).isEqualTo("810161" + "880203e8");
    }

    @Test
    void aPingHasAtMost125Bytes() {
        assertThatThrownBy(() -> wired.connection.sendPing(ByteBuffer.allocate(126)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(wired.left()).isEmpty();
    }

    @Test
    void anIdleConnectionHoldsNoBuffer() throws IOException {
        long lent = Buffers.HEAP.outstanding() + Buffers.DIRECT.outstanding();
        wired.receive(Frames.text("a"));
        send("b");
        assertThat(Buffers.HEAP.outstanding() + Buffers.DIRECT.outstanding()).isEqualTo(lent);
        assertThat(wired.bytes.awaited).isTrue();
    }

    @Test
    void tasksRunInTurns() throws IOException {
        wired.connection.execute(() -> done.add("task"));
        assertThat(done).isEmpty();
        wired.turn();
        assertThat(done).containsExactly("task");
    }

    @Test
    void aPeerThatTakesNothingIsCutOffWhateverItSends() throws IOException {
        wired.bytes.room(3);
        send("hello");
        long now = System.nanoTime();
        wired.connection.tick(now);
        wired.receive(masked(FIN | 10));
        wired.connection.tick(now + TimeUnit.SECONDS.toNanos(59));
        assertThat(done).isEmpty();
        wired.receive(masked(FIN | 10));
        wired.connection.tick(now + TimeUnit.SECONDS.toNanos(61));
        wired.connection.lost();
        assertThat(done).containsExactly("hello: a message was not written in time");
    }

    @Test
    void aPeerThatTakesALittleIsNot() throws IOException {
        wired.bytes.room(0);
        send("x".repeat(90));
        long now = System.nanoTime();
        for (int i = 0; i < 9; i++) {
            wired.connection.tick(now + TimeUnit.SECONDS.toNanos(40 * i));
            wired.bytes.room(1);
        }
        assertThat(done).isEmpty();
        wired.bytes.room(1000);
        wired.turn();
        assertThat(done).hasSize(1);
    }
}

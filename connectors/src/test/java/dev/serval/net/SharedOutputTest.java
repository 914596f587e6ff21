package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import dev.serval.buffer.InputBuffer;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A socket that takes what the test lets it take, and several writers. */
@Timeout(30)
class SharedOutputTest {
    private final BufferPool small = new BufferPool(64, true, 4);
    private final BulkPool pool = new BulkPool(small, 128, 1);
    private final StringBuffer sent = new StringBuffer();
    private volatile int takes = Integer.MAX_VALUE;
    private volatile IOException failure;
    private volatile Error error;
    private volatile Error errorOfWhen;
    private volatile Runnable writer;
    private volatile boolean reset;
    private final CompletableFuture<Parked> waiting = new CompletableFuture<>();

    private final Driver driver =
            new Driver() {
                @Override
                public void execute(Runnable task) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public boolean dispatch(Call call) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public boolean compute(Runnable task) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void fork(Runnable task) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Runnable resume(Connection connection) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void await(Parked parked) {
                    waiting.complete(parked);
                    Driver.super.await(parked);
                }
            };

    private final SharedOutput output =
            new SharedOutput(
                    new Connection(transport(), driver, new InputBuffer(small), gone -> {}), pool);

    private Transport transport() {
        InvocationHandler handler =
                (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "write" -> {
                            return write((ByteBuffer) arguments[0]);
                        }
                        case "when" -> {
                            if (errorOfWhen != null) {
                                throw errorOfWhen;
                            }
                            writer = (Runnable) arguments[1];
                        }
                        case "reset" -> reset = true;
                        default -> throw new UnsupportedOperationException(method.getName());
                    }
                    return null;
                };
        return (Transport)
                Proxy.newProxyInstance(
                        Transport.class.getClassLoader(),
                        new Class<?>[] {Transport.class},
                        handler);
    }

    private boolean write(ByteBuffer source) throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (error != null) {
            throw error;
        }
        while (source.hasRemaining() && takes > 0) {
            sent.append((char) source.get());
            takes--;
        }
        return !source.hasRemaining();
    }

    private void put(String message) throws IOException {
        output.put(ByteBuffer.wrap(message.getBytes(StandardCharsets.US_ASCII)));
    }

    private void ready(int bytes) {
        takes = bytes;
        Runnable told = writer;
        writer = null;
        told.run();
    }

    @AfterEach
    void nothingIsLeft() {
        output.closed();
        assertThat(small.outstanding()).isZero();
    }

    @Test
    void messagesLeaveInTheirOrderWithOneWrite() throws IOException {
        put("a");
        put("bc");
        assertThat(sent).isEmpty();
        assertThat(output.isSent()).isFalse();
        output.flush();
        assertThat(sent).hasToString("abc");
        assertThat(output.isSent()).isTrue();
    }

    @Test
    void whatIsPutWhileTheSocketIsFullLeavesWhenItIsReady() throws IOException {
        takes = 1;
        put("abc");
        output.flush();
        put("def");
        output.flush();
        assertThat(sent).hasToString("a");
        ready(1);
        assertThat(sent).hasToString("ab");
        ready(100);
        assertThat(sent).hasToString("abcdef");
        assertThat(output.isSent()).isTrue();
        assertThat(writer).isNull();
    }

    @Test
    void whoHasMuchToSendIsToldOfRoomOnce() throws IOException {
        AtomicInteger told = new AtomicInteger();
        output.whenRoom(told::incrementAndGet);
        assertThat(told).hasValue(1);
        takes = 0;
        put("a");
        output.flush();
        output.whenRoom(told::incrementAndGet);
        assertThat(told).hasValue(1);
        ready(0);
        assertThat(told).as("still full").hasValue(1);
        ready(1);
        assertThat(told).hasValue(2);
    }

    @Test
    void aThreadWaitsForRoomByItsDriver() throws Exception {
        takes = 0;
        put("a");
        output.flush();
        CompletableFuture<Void> waiter = CompletableFuture.runAsync(this::awaitRoom);
        waiting.get(20, TimeUnit.SECONDS);
        assertThat(waiter).isNotDone();
        ready(1);
        waiter.get(20, TimeUnit.SECONDS);
    }

    @Test
    void theEndOfTheConnectionEndsEveryWait() throws Exception {
        takes = 0;
        put("a");
        output.flush();
        CompletableFuture<Void> waiter = CompletableFuture.runAsync(this::awaitRoom);
        waiting.get(20, TimeUnit.SECONDS);
        output.closed();
        assertThat(waiter.handle((done, cause) -> cause).get(20, TimeUnit.SECONDS)).isNotNull();
        assertThatIOException().isThrownBy(() -> put("b"));
    }

    @Test
    void whoeverWritesLearnsOfAFailureAndSoDoesTheReader() throws IOException {
        failure = new IOException("of a test");
        put("a");
        assertThatIOException().isThrownBy(output::flush).withMessage("of a test");
        assertThat(reset).isTrue();
    }

    @Test
    void anErrorOfTheSocketEndsEveryWait() throws Exception {
        CompletableFuture<Void> waiter = waiterAtAFullSocket();
        error = new OutOfMemoryError("of a test");
        assertThatThrownBy(() -> ready(1)).isSameAs(error);
        assertEnded(waiter);
    }

    @Test
    void anErrorOfTheNextWaitForTheSocketEndsEveryWait() throws Exception {
        CompletableFuture<Void> waiter = waiterAtAFullSocket();
        errorOfWhen = new OutOfMemoryError("of a test");
        assertThatThrownBy(() -> ready(0)).isSameAs(errorOfWhen);
        assertEnded(waiter);
    }

    @Test
    void nobodyWaitsForASocketThatNobodyWaitsFor() throws Exception {
        takes = 0;
        put("a");
        errorOfWhen = new OutOfMemoryError("of a test");
        assertThatThrownBy(output::flush).isSameAs(errorOfWhen);
        assertEnded(CompletableFuture.runAsync(this::awaitRoom));
    }

    @Test
    void whoeverThrowsWhenToldKeepsItFromNobodyElse() throws IOException {
        takes = 0;
        put("a");
        output.flush();
        AtomicInteger told = new AtomicInteger();
        output.whenRoom(
                () -> {
                    throw new OutOfMemoryError("of a test");
                });
        output.whenRoom(told::incrementAndGet);
        ready(1);
        assertThat(told).hasValue(1);
    }

    @Test
    void whatNeedsNoRoomIsBounded() throws Exception {
        CompletableFuture<Void> waiter = waiterAtAFullSocket();
        AtomicInteger put = new AtomicInteger();
        assertThatIOException()
                .isThrownBy(
                        () -> {
                            for (int i = 0; i < 10_000; i++) {
                                put("0123456789");
                                put.incrementAndGet();
                            }
                        });
        assertThat(put).hasValue(SharedOutput.MOST_WITHOUT_ROOM / 10);
        assertEnded(waiter);
    }

    @Test
    void whatIsThereForRoomDoesNotCount() throws Exception {
        takes = 0;
        put("a".repeat(2 * SharedOutput.MOST_WITHOUT_ROOM));
        output.flush();
        put("b".repeat(SharedOutput.MOST_WITHOUT_ROOM));
        assertThatIOException().isThrownBy(() -> put("c"));
    }

    /** The limit does not move with what such a peer reads. */
    @Test
    void aPeerThatReadsLessThanItAsksForIsBoundedToo() throws Exception {
        waiterAtAFullSocket();
        assertThatIOException()
                .isThrownBy(
                        () -> {
                            for (int i = 0; i < 100_000; i++) {
                                put("0123456789");
                                ready(5);
                            }
                        });
        assertThat(sent).hasSizeLessThan(2 * SharedOutput.MOST_WITHOUT_ROOM);
    }

    private CompletableFuture<Void> waiterAtAFullSocket() throws Exception {
        takes = 0;
        put("a");
        output.flush();
        CompletableFuture<Void> waiter = CompletableFuture.runAsync(this::awaitRoom);
        waiting.get(20, TimeUnit.SECONDS);
        return waiter;
    }

    private void assertEnded(CompletableFuture<Void> waiter) throws Exception {
        assertThat(waiter.handle((done, cause) -> cause).get(20, TimeUnit.SECONDS)).isNotNull();
        assertThat(reset).isTrue();
        assertThatIOException().isThrownBy(() -> put("b"));
    }

    private void awaitRoom() {
        try {
            output.awaitRoom();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void fill(String text) throws IOException {
        ByteBuffer room = output.tryFill(text.length());
        try {
            room.put(text.getBytes(StandardCharsets.US_ASCII));
        } finally {
            output.filled();
        }
    }

    @Test
    void messagesThatAreWrittenInPlaceLeaveTogether() throws IOException {
        fill("abc");
        output.put("def".getBytes(StandardCharsets.US_ASCII));
        assertThat(sent).isEmpty();
        output.flush();
        assertThat(sent.toString()).isEqualTo("abcdef");
    }

    @Test
    void whoCanWaitGetsNoRoomWhileTheSocketIsFull() throws IOException {
        takes = 1;
        fill("abc");
        output.flush();
        assertThat(output.tryFill(1)).isNull();
        // What cannot wait has its place behind it.
        output.put("d".getBytes(StandardCharsets.US_ASCII));
        takes = Integer.MAX_VALUE;
        writer.run();
        assertThat(sent.toString()).isEqualTo("abcd");
        fill("e");
        output.flush();
        assertThat(sent.toString()).isEqualTo("abcde");
    }

    /** A buffer has 64 bytes, a large one 128. */
    @Test
    void whatDoesNotFitBesideItIsSentFirst() throws IOException {
        fill("a".repeat(40));
        ByteBuffer room = output.tryFill(30);
        try {
            assertThat(room.remaining()).isEqualTo(128);
            assertThat(sent).hasSize(40);
        } finally {
            output.filled();
        }
    }

    @Test
    void noMessageFallsIntoAnotherOne() throws Exception {
        ByteBuffer room = output.fill(4);
        CompletableFuture<Void> other =
                CompletableFuture.runAsync(
                        () -> {
                            try {
                                output.put("xx".getBytes(StandardCharsets.US_ASCII));
                                output.flush();
                            } catch (IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        });
        room.put((byte) 'a').put((byte) 'b');
        assertThat(other.isDone()).isFalse();
        room.put((byte) 'c');
        output.filled();
        other.get(20, TimeUnit.SECONDS);
        assertThat(sent.toString()).isEqualTo("abcxx");
    }

    @Test
    void aTaskThatWasGivenUpIsNotRun() throws IOException {
        takes = 1;
        fill("abc");
        output.flush();
        AtomicInteger ran = new AtomicInteger();
        Runnable task = ran::incrementAndGet;
        output.whenRoom(task);
        output.forget(task);
        takes = Integer.MAX_VALUE;
        writer.run();
        assertThat(ran).hasValue(0);
        assertThat(output.isSent()).isTrue();
    }

    @Test
    void nothingCanBeFilledBehindTheEnd() {
        output.closed();
        assertThatIOException().isThrownBy(() -> output.fill(1));
        assertThatIOException().isThrownBy(() -> output.tryFill(1));
    }
}

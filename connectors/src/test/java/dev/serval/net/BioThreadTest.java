package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection whose own thread cannot be had does not stay behind without one. */
@Timeout(30)
class BioThreadTest {
    // Threads that the system does not give, as it says so.
    private static final ThreadFactory NONE =
            task ->
                    new Thread(task) {
                        @Override
                        public void start() {
                            throw new OutOfMemoryError("of a test");
                        }
                    };

    // No probe ever runs: at the second sweep those that come stand in its queue.
    private final FairCarrierQueue carrierQueue =
            new FairCarrierQueue("test", task -> new Thread(() -> {}));
    private final CompletableFuture<Connection> gone = new CompletableFuture<>();
    private final Connection connection =
            new Connection(
                    fake(Transport.class, Map.of()),
                    fake(Driver.class, Map.of()),
                    new InputBuffer(new BufferPool(64, false, 1)),
                    gone::complete);

    @BeforeEach
    void open() {
        connection.conversation(fake(Conversation.class, Map.of("proceed", Next.CLOSE)));
        carrierQueue.open();
    }

    @AfterEach
    void stop() throws Exception {
        carrierQueue.stop();
    }

    private static <T> T fake(Class<T> type, Map<String, Object> answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) ->
                                answers.getOrDefault(
                                        method.getName(),
                                        method.getReturnType() == boolean.class ? true : null)));
    }

    private void start(ThreadFactory threads) {
        new BioThread(null, threads, carrierQueue).start(connection, null);
    }

    @Test
    void whoeverStartsItHearsThatThereIsNoThread() {
        assertThatThrownBy(() -> start(NONE)).isInstanceOf(OutOfMemoryError.class);
        assertThat(connection.closed()).isFalse();
    }

    @Test
    void aConnectionEndsThatHasNoThreadWhenItsTurnComes() throws Exception {
        carrierQueue.sweep();
        carrierQueue.sweep();
        start(NONE);
        assertThat(gone.get(10, TimeUnit.SECONDS)).isSameAs(connection);
        assertThat(connection.closed()).isTrue();
    }

    @Test
    void theNextTurnComesAllTheSame() throws Exception {
        carrierQueue.sweep();
        carrierQueue.sweep();
        start(NONE);
        CompletableFuture<Void> next = new CompletableFuture<>();
        carrierQueue.start(new Thread(() -> next.complete(null)), next::completeExceptionally);
        next.get(10, TimeUnit.SECONDS);
    }
}

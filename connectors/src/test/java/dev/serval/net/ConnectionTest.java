package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever fails on the way of a connection, nothing of it is left. */
class ConnectionTest {
    private final BufferPool pool = new BufferPool(64, false, 1);
    private final AtomicInteger gone = new AtomicInteger();
    private final Map<String, Throwable> failures = new HashMap<>();
    private final Map<String, Object> answers = new HashMap<>();
    private final Map<String, Integer> calls = new HashMap<>();
    private Connection connection;

    private <T> T fake(Class<T> type) {
        InvocationHandler handler =
                (proxy, method, arguments) -> {
                    String name = method.getName();
                    calls.merge(name, 1, Integer::sum);
                    if (name.equals("proceed")) {
                        connection.input().room(64);
                    }
                    if (failures.get(name) != null) {
                        throw failures.get(name);
                    }
                    return answers.get(name);
                };
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void run() {
        connection =
                new Connection(
                        fake(Transport.class),
                        fake(Driver.class),
                        new InputBuffer(pool),
                        ended -> gone.incrementAndGet());
        connection.conversation(fake(Conversation.class));
        connection.run();
    }

    private void assertGone() {
        assertThat(connection.closed()).isTrue();
        assertThat(gone).hasValue(1);
        assertThat(pool.outstanding()).isZero();
        assertThat(calls).containsEntry("closed", 1).containsKey("close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "reset", "close", "closed", "finish", "peer"})
    void nothingIsLeftWhenAStepAndItsEndFail(String alsoFails) {
        failures.put("proceed", new OutOfMemoryError("of a test"));
        failures.put(alsoFails, new OutOfMemoryError("another of a test"));
        answers.put("finish", true);
        run();
        assertGone();
    }

    @Test
    void aStopIsToldToEveryConversationThatComesOnce() {
        answers.put("proceed", Next.SUSPEND);
        run();
        connection.windDown();
        connection.windDown();
        assertThat(calls).containsEntry("windDown", 1);
        connection.conversation(fake(Conversation.class));
        assertThat(calls).containsEntry("windDown", 2);
    }

    /** There is no memory for the wait, or no thread for the next turn. */
    @ParameterizedTest
    @ValueSource(strings = {"READ", "WRITE", "AGAIN", "CLOSE"})
    void nothingIsLeftWhenItCannotGoOn(Next next) {
        answers.put("proceed", next);
        answers.put("finish", false);
        failures.put("when", new OutOfMemoryError("of a test"));
        failures.put("execute", new RejectedExecutionException("of a test"));
        run();
        assertGone();
    }
}

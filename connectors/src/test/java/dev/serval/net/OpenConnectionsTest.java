package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import dev.serval.thread.ThreadFailures;
import dev.serval.thread.TurnGuard;
import java.nio.channels.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** How connections end that never began. */
class OpenConnectionsTest {
    private static class NoDoor implements Admission.Door<Channel> {
        @Override
        public void open(Channel channel) {}

        @Override
        public void accepting(boolean on) {}
    }

    private static final class Failing implements Channel {
        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            throw new OutOfMemoryError("of a test");
        }
    }

    private static OpenConnections<Channel> one(Admission.Door<Channel> door) {
        BufferPool pool = new BufferPool(64, false, 1);
        EndpointConfig config =
                new EndpointConfig(
                        "test",
                        null,
                        SocketConfig.DEFAULTS,
                        LoadLimits.DEFAULTS,
                        null,
                        pool,
                        new BulkPool(pool, 128, 1),
                        connection -> null);
        return new OpenConnections<>(config, door, 1, "test", () -> {}, () -> false);
    }

    @Test
    void thePlaceOfOneThatCannotEvenBeClosedIsFree() {
        OpenConnections<Channel> connections = one(new NoDoor());
        TurnGuard guard = new TurnGuard("test", new ThreadFailures());
        Channel channel = new Failing();
        assertThat(connections.admission.admit(channel)).isTrue();
        connections.lost(channel, new OutOfMemoryError("of a test"), guard);
        assertThat(connections.admission.admit(channel)).isTrue();
    }

    @Test
    void whoGetsThePlaceOfAnotherIsSeenBeforeItIsCounted() {
        AtomicReference<OpenConnections<Channel>> connections = new AtomicReference<>();
        List<Boolean> seen = new ArrayList<>();
        connections.set(
                one(
                        new NoDoor() {
                            @Override
                            public void open(Channel channel) {
                                assertThat(connections.get().count()).isZero();
                                seen.add(connections.get().taken());
                            }
                        }));
        Admission<Channel> admission = connections.get().admission;
        assertThat(connections.get().taken()).isFalse();
        assertThat(admission.admit(new Failing())).isTrue();
        assertThat(admission.admit(new Failing())).isFalse();
        admission.left(null);
        assertThat(seen).containsExactly(true);
        admission.left(null);
        assertThat(connections.get().taken()).isFalse();
    }
}

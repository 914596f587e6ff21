package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import dev.serval.thread.ThreadFailures;
import dev.serval.thread.TurnGuard;
import java.nio.channels.Channel;
import org.junit.jupiter.api.Test;

/** How connections end that never began. */
class OpenConnectionsTest {
    private static final class NoDoor implements Admission.Door<Channel> {
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

    @Test
    void thePlaceOfOneThatCannotEvenBeClosedIsFree() {
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
        OpenConnections<Channel> connections =
                new OpenConnections<>(config, new NoDoor(), 1, "test", () -> {}, () -> false);
        TurnGuard guard = new TurnGuard("test", new ThreadFailures());
        Channel channel = new Failing();
        assertThat(connections.admission.admit(channel)).isTrue();
        connections.lost(channel, new OutOfMemoryError("of a test"), guard);
        assertThat(connections.admission.admit(channel)).isTrue();
    }
}

package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A port from whose queue nobody takes a connection. */
@Timeout(30)
class BacklogTest {
    private static final Backlog.Patience SHORT = new Backlog.Patience(1_000_000, 1_000_000);

    private ServerSocketChannel port;

    @BeforeEach
    void open() throws Exception {
        port = ServerSocketChannel.open();
        port.configureBlocking(false);
        port.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws Exception {
        port.close();
    }

    @Test
    void theWaitEndsAlthoughNobodyTakesThem() throws Exception {
        new Backlog(() -> true).letIn(port.getLocalAddress(), SHORT);
        assertThat(port.accept()).isNotNull();
    }

    @Test
    void nobodyConnectsToAPortThatAcceptsNobody() throws Exception {
        new Backlog(() -> false).letIn(port.getLocalAddress(), Backlog.USUAL);
        assertThat(port.accept()).isNull();
    }

    @Test
    void theWaitEndsWhenNobodyIsAcceptedAnyMore() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Backlog backlog = new Backlog(() -> asked.incrementAndGet() < 3);
        backlog.letIn(port.getLocalAddress(), new Backlog.Patience(Long.MAX_VALUE, Long.MAX_VALUE));
        assertThat(asked).hasValue(3);
    }

    @Test
    void afterAnErrorItCanWaitAgain() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Backlog backlog =
                new Backlog(
                        () -> {
                            if (asked.incrementAndGet() == 2) {
                                throw new OutOfMemoryError("of a test");
                            }
                            return true;
                        });
        assertThatThrownBy(() -> backlog.letIn(port.getLocalAddress(), SHORT))
                .isInstanceOf(OutOfMemoryError.class);
        backlog.letIn(port.getLocalAddress(), SHORT);
        assertThat(port.accept()).isNotNull();
        assertThat(port.accept()).isNotNull();
    }
}

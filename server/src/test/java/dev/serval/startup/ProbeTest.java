package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProbeTest {
    private static InetSocketAddress of(ServerSocket server) {
        return new InetSocketAddress("localhost", server.getLocalPort());
    }

    @Test
    void saysNothingAndLetsGoOnceItsConnectionIsTaken() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            AtomicBoolean taken = new AtomicBoolean();
            AtomicInteger read = new AtomicInteger();
            Thread accepting =
                    new Thread(
                            () -> {
                                try (Socket socket = server.accept()) {
                                    taken.set(true);
                                    read.set(socket.getInputStream().read());
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            });
            accepting.start();
            assertThat(Probe.answers(of(server), taken::get, Duration.ofSeconds(20))).isTrue();
            accepting.join();
            assertThat(read).as("the end, and no byte before it").hasValue(-1);
        }
    }

    @Test
    void aPortWhoseConnectionsNobodyTakesDoesNotAnswer() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            assertThat(Probe.answers(of(server), () -> false, Duration.ofMillis(20))).isFalse();
        }
    }

    @Test
    void aPortThatIsClosedDoesNotAnswer() throws IOException {
        ServerSocket server = new ServerSocket(0);
        server.close();
        assertThat(Probe.answers(of(server), () -> true, Duration.ofSeconds(5))).isFalse();
    }
}

package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeTest {
    private static boolean answers(ServerSocket server) {
        return Probe.answers(
                new InetSocketAddress("localhost", server.getLocalPort()), Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"HTTP/1.1 404 Not Found,true", "SSH-2.0-x,false", "HTTP,false", "'',false"})
    void onlyHttpIsAnAnswer(String greeting, boolean expected) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread answering =
                    new Thread(
                            () -> {
                                try (Socket socket = server.accept()) {
                                    socket.getInputStream().read(new byte[1000]);
                                    socket.getOutputStream()
                                            .write(greeting.getBytes(StandardCharsets.US_ASCII));
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            });
            answering.start();
            assertThat(answers(server)).isEqualTo(expected);
            answering.join();
        }
    }

    @Test
    void aPortThatIsClosedDoesNotAnswer() throws IOException {
        ServerSocket server = new ServerSocket(0);
        server.close();
        assertThat(answers(server)).isFalse();
    }
}

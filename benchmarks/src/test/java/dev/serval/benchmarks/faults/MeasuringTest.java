package dev.serval.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the driver measures with, each against a server that does it wrong. */
class MeasuringTest {
    /** Answers every connection with these bytes, and ends it or not. */
    private static final class Canned implements AutoCloseable {
        private final ServerSocket listening =
                new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<Socket> open = new ArrayList<>();

        Canned(String bytes, boolean ends) throws IOException {
            Thread thread = new Thread(() -> serve(bytes, ends));
            thread.setDaemon(true);
            thread.start();
        }

        private void serve(String bytes, boolean ends) {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    synchronized (open) {
                        open.add(socket);
                    }
                    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
                    if (ends) {
                        socket.shutdownOutput();
                    }
                }
            } catch (IOException e) {
                // It is closed.
            }
        }

        Client client() {
            return new Client(listening.getLocalPort(), null);
        }

        @Override
        public void close() throws IOException {
            listening.close();
            synchronized (open) {
                for (Socket socket : open) {
                    socket.close();
                }
            }
        }
    }

    private static Tally asked(String bytes, boolean ends, int millis) throws IOException {
        Tally tally = new Tally();
        try (Canned server = new Canned(bytes, ends)) {
            new Probe("it", server.client(), "/", "", "hi").ask(tally, millis);
        }
        return tally;
    }

    @Test
    void aProbeWantsTheStatusAndTheBody() throws Exception {
        assertThat(asked("HTTP/1.1 200 \r\n\r\nhi", true, 3000).whole()).isTrue();
        assertThat(asked("HTTP/1.1 200 \r\n\r\nho", true, 3000).failures())
                .isEqualTo("it: another body");
        assertThat(asked("HTTP/1.1 503 \r\n\r\nhi", true, 3000).failures())
                .isEqualTo("it: status 503");
        assertThat(asked("", true, 3000).failures()).isEqualTo("it: closed");
    }

    @Test
    void aProbeThatHangsEndsAndIsSlow() throws Exception {
        Tally tally = asked("HTTP/1.1 200 \r\n\r\nhi", false, 50);
        assertThat(tally.failures()).isEqualTo("it: SocketTimeoutException");
        // Whole milliseconds of a wait that a socket may end a fraction of one early.
        assertThat(tally.slowest()).isGreaterThanOrEqualTo(49);
    }

    @Test
    void aTallyWithoutQuestionsIsNotWhole() {
        assertThat(new Tally().whole()).isFalse();
    }

    @Test
    void connectionsThatStayOpenAreNamed() throws Exception {
        try (Canned leaves = new Canned("", false);
                Canned ends = new Canned("", true)) {
            assertThat(TimeOuts.leftOpen(List.of(leaves.client(), ends.client()), 100))
                    .isEqualTo("idle, half head, kept");
            assertThat(TimeOuts.leftOpen(List.of(ends.client()), 3000)).isEmpty();
        }
    }

    @Test
    void aCrowdCountsOutcomesAndStops() throws Exception {
        Map<String, Integer> outcomes =
                Crowd.of(
                        3,
                        60_000,
                        30,
                        () -> {
                            if (Thread.currentThread().getName().endsWith("0")) {
                                throw new IOException("no answer");
                            }
                            return "yes";
                        });
        assertThat(outcomes.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(30);
        assertThat(outcomes.keySet()).isSubsetOf("yes", "IOException");
    }

    @Test
    void theProcessorsTimeIsReadBehindAnyName() {
        String stat = "7 (a) S (b) S 1 7 7 0 -1 4194560 1 2 3 4 120 34 5 6 20 0 38";
        assertThat(Figures.cpuMillis(stat)).isEqualTo(1540);
    }

    @Test
    void anAnswerIsReadOnlyAsFarAsItIsOne() {
        Answer answer = new Answer("HTTP/1.1 401 \r\nWWW-authenticate: Digest a\r\n\r\nbody", 1);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.field("WWW-Authenticate")).isEqualTo("Digest a");
        assertThat(answer.field("Retry-After")).isNull();
        assertThat(answer.body()).isEqualTo("body");
        assertThat(new Answer("", 1).status()).isZero();
        assertThat(new Answer("nonsense", 1).body()).isEmpty();
    }
}

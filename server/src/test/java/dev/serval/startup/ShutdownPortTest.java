package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.StopConfig;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The TCP port that stops the server, as Tomcat has it. */
@Timeout(30)
class ShutdownPortTest {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private ShutdownPort port;

    @AfterEach
    void close() throws IOException {
        if (port != null) {
            port.close();
        }
    }

    @Test
    void theWordStopsTheServer() throws Exception {
        open("localhost", 20_000);
        assertThat(send("s3cret")).isEqualTo(-1);
        assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void theWordCountsUpToAControlCharacter() throws Exception {
        open("localhost", 20_000);
        send("s3cret\r\nmore");
        assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void nothingElseStopsIt() throws Exception {
        open("localhost", 20_000);
        for (String other : new String[] {"SHUTDOWN\n", "s3cre\n", "s3cret2\n", "S3CRET\n", "\n"}) {
            assertThat(send(other)).as(other).isEqualTo(-1);
        }
        assertThat(stopped.getCount()).isEqualTo(1);
    }

    @Test
    void anEndlessTextIsReadForAThousandBytes() throws Exception {
        open("localhost", 20_000);
        send("x".repeat(2000));
        assertThat(stopped.getCount()).isEqualTo(1);
    }

    @Test
    void whoSaysNothingIsSentAwayAndKeepsNobodyOut() throws Exception {
        open("localhost", 50);
        try (Socket silent = connect()) {
            silent.setSoTimeout(20_000);
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
        // On a busy machine the word comes too late now and then.
        for (int i = 0; i < 20 && stopped.getCount() > 0; i++) {
            send("s3cret");
            stopped.await(1, TimeUnit.SECONDS);
        }
        assertThat(stopped.getCount()).isZero();
    }

    @Test
    void noOtherAddressThanALoopbackOneIsOpened() {
        assertThatThrownBy(() -> open("0.0.0.0", 1000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is no loopback address");
    }

    @Test
    void theWordIsNotShown() {
        assertThat(config("localhost").toString()).isEqualTo("localhost:0");
    }

    private static StopConfig.ShutdownPort config(String address) {
        return new StopConfig.ShutdownPort(Location.NONE, address, 0, "s3cret");
    }

    private void open(String address, long millis) throws IOException {
        long patience = TimeUnit.MILLISECONDS.toNanos(millis);
        port = ShutdownPort.open(config(address), patience, stopped::countDown);
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getByName("localhost"), port.number());
    }

    /** What comes back: -1 for nothing. */
    private int send(String text) throws IOException {
        try (Socket client = connect()) {
            client.setSoTimeout(20_000);
            client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();
            InputStream in = client.getInputStream();
            try {
                return in.read();
            } catch (java.net.SocketException e) {
                return -1; // more was sent than is read
            }
        }
    }
}

package dev.serval.websocket.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.BytesHandler;
import dev.serval.http.UpgradedBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** How a client's connection ends. */
final class ClientBytesTest {
    private final List<String> events = new ArrayList<>();

    /** As that of TLS: its close waits for whoever writes, and that one for the peer. */
    private final class Waiting extends Socket {
        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(new byte[0]);
        }

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public void close() {
            events.add("waits");
        }
    }

    private final class Handler implements BytesHandler {
        @Override
        public void opened(UpgradedBytes bytes) {
            events.add("opened");
        }

        @Override
        public void readable() {
            events.add("readable");
        }

        @Override
        public void turn() {
            events.add("turn");
        }
    }

    private ClientBytes bytes(java.util.concurrent.Executor threads) throws IOException {
        return new ClientBytes(
                new Waiting(),
                () -> events.add("line"),
                new byte[0],
                threads,
                new Handler(),
                () -> events.add("gone"));
    }

    @Test
    void aCloseWaitsForNobodyWhoWrites() throws IOException {
        bytes(Runnable::run).close();
        assertThat(events).containsExactly("line");
    }

    @Test
    void theEndOfTheStreamIsTold() throws IOException {
        bytes(Runnable::run).begin();
        assertThat(events).containsExactly("opened", "readable", "line", "gone");
    }

    @Test
    void withoutAThreadItEndsAtOnce() throws IOException {
        ClientBytes bytes =
                bytes(
                        task -> {
                            throw new RejectedExecutionException("none");
                        });
        assertThatThrownBy(bytes::begin).isInstanceOf(RejectedExecutionException.class);
        assertThat(events).containsExactly("opened", "line", "gone");
    }
}

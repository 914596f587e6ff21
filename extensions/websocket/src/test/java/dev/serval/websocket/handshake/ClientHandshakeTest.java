package dev.serval.websocket.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.websocket.wire.ExtensionOffer;
import dev.serval.websocket.wire.PerMessageDeflate;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** WebSocket 2.2 §3.2: what a client asks for. */
class ClientHandshakeTest {
    private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

    private Socket answering(String head) {
        return answering(new ByteArrayInputStream(head.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private Socket answering(InputStream head) {
        return new Socket() {
            @Override
            public OutputStream getOutputStream() {
                return asked;
            }

            @Override
            public InputStream getInputStream() {
                return head;
            }
        };
    }

    @Test
    void allExtensionsOfTheConfigurationAreOfferedInTheirOrder() {
        ExtensionOffer own =
                new ExtensionOffer("Own", List.of(new ExtensionOffer.Parameter("aName", "B")));
        ClientEndpointConfig config =
                ClientEndpointConfig.Builder.create()
                        .extensions(ExtensionEntry.of(List.of(own, PerMessageDeflate.offer(true))))
                        .build();
        ClientHandshake handshake = new ClientHandshake(URI.create("ws://localhost/"), config);
        assertThatThrownBy(() -> handshake.run(answering("HTTP/1.1 400 Bad\r\n\r\n"), 5000))
                .isInstanceOf(DeploymentException.class);
        assertThat(asked.toString(StandardCharsets.ISO_8859_1))
                .contains(
                        "\r\nSec-WebSocket-Extensions: Own;aName=B, "
                                + PerMessageDeflate.offer(false)
                                + "\r\n");
    }

    @Test
    void aServerCannotAnswerForEver() {
        long begun = System.nanoTime();
        InputStream slow =
                new InputStream() {
                    @Override
                    public int read() {
                        while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(2)) {
                            Thread.onSpinWait();
                        }
                        return 'x';
                    }
                };
        ClientHandshake handshake =
                new ClientHandshake(
                        URI.create("ws://localhost/"),
                        ClientEndpointConfig.Builder.create().build());
        assertThatThrownBy(() -> handshake.run(answering(slow), 1))
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("no whole answer within 1 ms");
    }
}

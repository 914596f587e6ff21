package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.net.AddressBlocks;
import dev.serval.net.SocketConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The PROXY protocol in front of HTTP and of TLS, on every wire. The client here is the proxy. */
class ProxyProtocolTest {
    private static final String LINE = "PROXY TCP4 203.0.113.7 198.51.100.1 12345 443\r\n";
    private static final byte[] BINARY =
            HexFormat.of()
                    .parseHex("0d0a0d0a000d0a515549540a2111000ccb007107c63364013039" + "01bb");
    private static final String ENDS = "remote=203.0.113.7:12345 local=198.51.100.1:443";

    private ServerUnderTest server;

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void theApplicationSeesTheEndsThatTheProxyTells(Wire wire) throws Exception {
        start(wire, "127.0.0.0/8, ::1");
        try (Socket carrier = connect()) {
            carrier.getOutputStream().write(bytes(LINE));
            assertThat(ends(carrier)).isEqualTo(ENDS);
        }
        try (Socket carrier = connect()) {
            carrier.getOutputStream().write(BINARY);
            assertThat(ends(carrier)).isEqualTo(ENDS);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aHeaderMayArriveCutAtAnyPosition(Wire wire) throws Exception {
        start(wire, "127.0.0.0/8, ::1");
        for (byte[] header : new byte[][] {bytes(LINE), BINARY}) {
            // The first byte alone, then two halves, then nearly all.
            for (int cut : new int[] {1, 12, header.length / 2, header.length - 1}) {
                try (Socket carrier = connect()) {
                    carrier.getOutputStream().write(Arrays.copyOf(header, cut));
                    carrier.getOutputStream().write(Arrays.copyOfRange(header, cut, header.length));
                    assertThat(ends(carrier)).isEqualTo(ENDS);
                }
            }
            try (Socket carrier = connect()) {
                for (byte b : header) {
                    carrier.getOutputStream().write(b);
                }
                assertThat(ends(carrier)).isEqualTo(ENDS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"BIO", "NIO", "NIO2"})
    void theRequestMayComeInTheSamePacket(Wire wire) throws Exception {
        start(wire, "127.0.0.0/8, ::1");
        try (Socket carrier = connect();
                RawClient client = new RawClient(carrier, carrier)) {
            assertThat(client.exchange(LINE + request()).text()).isEqualTo(ENDS);
            assertThat(client.exchange(request()).text()).isEqualTo(ENDS);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aProxyMaySpeakForItself(Wire wire) throws Exception {
        start(wire, "127.0.0.0/8, ::1");
        try (Socket carrier = connect()) {
            carrier.getOutputStream().write(bytes("PROXY UNKNOWN\r\n"));
            assertThat(ends(carrier))
                    .startsWith("remote=127.0.0.1:" + carrier.getLocalPort() + " ");
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aConnectionWithoutAHeaderIsClosed(Wire wire) throws Exception {
        start(wire, "127.0.0.0/8, ::1");
        try (Socket carrier = connect();
                RawClient client = new RawClient(carrier, carrier)) {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.end()).isNotNull();
            assertThat(client.available()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void whoIsNoTrustedProxyIsNotHeardRule25(Wire wire) throws Exception {
        start(wire, "192.0.2.0/24");
        try (Socket carrier = connect()) {
            carrier.getOutputStream().write(bytes(LINE));
            assertThatThrownBy(() -> ends(carrier))
                    .isInstanceOfAny(IOException.class, AssertionError.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aHeaderThatDoesNotEndIsNotWaitedFor(Wire wire) throws Exception {
        start(wire, "127.0.0.0/8, ::1", 300);
        try (Socket carrier = connect();
                RawClient client = new RawClient(carrier, carrier)) {
            client.send("PROXY TCP4 ");
            assertThat(client.end()).isNotNull();
        }
    }

    private void start(Wire wire, String trusted) {
        start(wire, trusted, 20_000);
    }

    private void start(Wire wire, String trusted, int timeout) {
        Settings settings = new Settings().connectionTimeout(timeout);
        settings.sockets =
                new SocketConfig(
                        100,
                        8192,
                        true,
                        true,
                        false,
                        null,
                        AddressBlocks.of(trusted),
                        true,
                        0,
                        0,
                        false,
                        false,
                        true,
                        -1);
        server = ServerUnderTest.start(wire, settings);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), server.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(RawClient.PATIENCE);
        return socket;
    }

    /** What the application sees of the connection, with TLS behind the header where there is. */
    private String ends(Socket carrier) throws IOException {
        Wire wire = server.wire();
        Socket socket = wire.tls() ? TestTls.shared().over(carrier, wire.protocol()) : carrier;
        RawClient client = new RawClient(socket, carrier);
        return client.exchange(request()).text();
    }

    private static String request() {
        return ServerUnderTest.request("GET", TestApp.PATH + "/ends");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

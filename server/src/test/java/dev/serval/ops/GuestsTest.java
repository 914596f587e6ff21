package dev.serval.ops;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.monitor.RunningServer;
import dev.serval.monitor.StartedWith;
import dev.serval.net.AddressBlocks;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whom the ops endpoint answers. */
@Timeout(60)
class GuestsTest {
    @TempDir private Path temp;

    private static OpsSettings settings(String allow) {
        return new OpsSettings(
                null, "127.0.0.1", 0, AddressBlocks.of(allow), Set.of(), 1, 0, false);
    }

    private static OpsPages pages() {
        RunningServer server =
                (RunningServer)
                        Proxy.newProxyInstance(
                                RunningServer.class.getClassLoader(),
                                new Class<?>[] {RunningServer.class},
                                (proxy, method, arguments) -> null);
        return new OpsPages(server, StartedWith.NOTHING, null, 0, false);
    }

    @ParameterizedTest
    @CsvSource({
        "'127.0.0.0/8,::1', 127.0.0.1, true",
        "'127.0.0.0/8,::1', ::1, true",
        "'127.0.0.0/8,::1', 192.0.2.1, false",
        "192.0.2.0/24, 192.0.2.9, true",
        "192.0.2.0/24, 127.0.0.1, false",
        "'', 127.0.0.1, false"
    })
    void aListNamesTheClientsOfThePort(String allow, String client, boolean enters)
            throws Exception {
        InetSocketAddress remote = new InetSocketAddress(InetAddress.getByName(client), 1);
        assertThat(new Guests(settings(allow)).mayEnter(remote)).isEqualTo(enters);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.0/8, true", "192.0.2.0/24, false"})
    void whoIsNotInTheListGetsNoAnswer(String allow, boolean answered) throws Exception {
        OpsEndpoint endpoint = new OpsEndpoint(settings(allow), pages());
        endpoint.start();
        try (Socket client = new Socket("127.0.0.1", endpoint.port())) {
            client.setSoTimeout(20_000);
            assertThat(live(client).contains("live")).isEqualTo(answered);
        } finally {
            endpoint.stop();
        }
    }

    private static OpsRequest request(String method, String... fields) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            all.put(fields[i], fields[i + 1]);
        }
        return new OpsRequest(method, "/loglevel", all, "");
    }

    private static int refused(SocketAddress remote, OpsRequest request) {
        try {
            new Guests(settings("127.0.0.0/8")).require(request, remote);
            return 0;
        } catch (OpsRequest.BadRequest e) {
            return e.status;
        }
    }

    @Test
    void onAPortTheNameIsThatOfTheServer() {
        SocketAddress port = new InetSocketAddress("127.0.0.1", 1);
        assertThat(refused(port, request("GET", "host", "localhost:1"))).isZero();
        assertThat(refused(port, request("GET", "host", "evil.example"))).isEqualTo(421);
        assertThat(refused(port, request("GET"))).isEqualTo(421);
        SocketAddress socket = UnixDomainSocketAddress.of("");
        assertThat(refused(socket, request("GET", "host", "any"))).isZero();
    }

    @Test
    void aChangeIsMeantAndOfNoPage() {
        SocketAddress socket = UnixDomainSocketAddress.of("");
        assertThat(refused(socket, request("POST"))).isEqualTo(403);
        assertThat(refused(socket, request("POST", "content-type", "text/plain"))).isEqualTo(403);
        assertThat(refused(socket, request("POST", "x-serval-ops", "1"))).isZero();
        assertThat(refused(socket, request("POST", "x-serval-ops", "1", "origin", "http://a")))
                .isEqualTo(403);
    }

    @Test
    void theSocketIsForItsOwnerAlone() throws Exception {
        Path socket = temp.resolve("s");
        OpsEndpoint endpoint =
                new OpsEndpoint(
                        new OpsSettings(
                                socket,
                                "127.0.0.1",
                                -1,
                                AddressBlocks.of(""),
                                Set.of(),
                                1,
                                0,
                                false),
                        pages());
        endpoint.start();
        try {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
        } finally {
            endpoint.stop();
        }
    }

    private static String live(Socket client) throws IOException {
        try {
            client.getOutputStream()
                    .write("GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
            return new String(client.getInputStream().readAllBytes(), US_ASCII);
        } catch (SocketException e) {
            return ""; // what was sent was not read
        }
    }
}

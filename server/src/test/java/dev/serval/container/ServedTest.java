package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a started server answers, seen through a socket: it fails closed on every path. */
class ServedTest {
    @TempDir private Path base;
    private Server server;

    @BeforeEach
    void files() throws IOException {
        write("webapps/ROOT/index.html", "root");
        write("webapps/a/index.html", "index");
        write("webapps/a/sub/x.txt", "x");
        write("webapps/a/page.jsp", "source");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    @Test
    void everyApplicationIsThereFromTheFirstRequestOn() throws Exception {
        start();
        assertThat(get("/")).startsWith("HTTP/1.1 200").endsWith("root");
        assertThat(get("/a/")).startsWith("HTTP/1.1 200").endsWith("index");
        assertThat(get("/a/sub/x.txt")).startsWith("HTTP/1.1 200").endsWith("x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/", "/a/index.html", "/a/sub/x.txt", "/a/none", "/a;b/sub/x.txt"})
    void nothingOfAnApplicationWithConstraintsIsServed(String path) throws Exception {
        write("webapps/a/WEB-INF/web.xml", "<web-app><security-constraint/></web-app>");
        start();
        assertThat(get(path))
                .startsWith("HTTP/1.1 503")
                .doesNotEndWith("index")
                .doesNotEndWith("x");
        assertThat(get("/")).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/", "/a/index.html", "/a/sub/x.txt", "/a/none"})
    void aGuardKeepsOtherAddressesOut(String path) throws Exception {
        guard("10.0.0.0/8");
        assertThat(get(path)).startsWith("HTTP/1.1 403");
        assertThat(get(path)).as("nothing was learnt").startsWith("HTTP/1.1 403");
    }

    @Test
    void aGuardLetsTheRightAddressesIn() throws Exception {
        guard("127.0.0.0/8,::1/128");
        assertThat(get("/a/sub/x.txt")).startsWith("HTTP/1.1 200").endsWith("x");
        assertThat(get("/a/")).startsWith("HTTP/1.1 200").endsWith("index");
        assertThat(get("/a")).startsWith("HTTP/1.1 302").contains("/a/");
        assertThat(get("/a/none")).startsWith("HTTP/1.1 404");
        assertThat(get("/a/page.jsp")).startsWith("HTTP/1.1 501").doesNotContain("source");
        assertThat(get("/a/META-INF/context.xml")).startsWith("HTTP/1.1 404");
    }

    @Test
    void anApplicationWithoutItsDirectoryIsNotAnsweredByTheRoot() throws Exception {
        write("webapps/ROOT/gone/x.txt", "of the root");
        start("<Context path='/gone' docBase='missing'/>");
        assertThat(get("/gone/x.txt")).startsWith("HTTP/1.1 503");
    }

    private void guard(String allow) throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Valve className='org.apache.catalina.valves.RemoteCIDRValve' allow='"
                        + allow
                        + "'/></Context>");
        start();
    }

    private void start(String... contexts) throws Exception {
        Path file =
                write(
                        "conf/server.xml",
                        "<Server><Service><Connector port='0' address='127.0.0.1'/>"
                                + "<Engine defaultHost='localhost'><Host name='localhost'>"
                                + String.join("", contexts)
                                + "</Host></Engine></Service></Server>");
        server = Server.of(ServerXml.read(file).config(), base, base);
        server.start();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private String get(String path) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

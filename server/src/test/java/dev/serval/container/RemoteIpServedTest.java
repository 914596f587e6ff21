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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose server.xml has a RemoteIpValve; the client of these tests is the proxy. */
@Timeout(60)
class RemoteIpServedTest {
    private static final String TRUSTS = "internalProxies='127.0.0.0/8, ::1'";
    private static final String XFF = "X-Forwarded-For: 203.0.113.7\r\n";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    @Test
    void aTrustedProxyIsBelieved() throws Exception {
        start(TRUSTS, "");
        assertThat(get(XFF + "X-Forwarded-Proto: https\r\n"))
                .contains("remote=203.0.113.7 host=203.0.113.7 scheme=https secure=true")
                .contains("server=localhost:443")
                .contains("url=https://localhost/");
    }

    @Test
    void withoutTheValveNothingIsBelieved() throws Exception {
        startWithout();
        assertThat(get(XFF + "X-Forwarded-Proto: https\r\nForwarded: for=192.0.2.1\r\n"))
                .contains("remote=127.0.0.1")
                .contains("scheme=http secure=false");
    }

    @Test
    void whoIsNotTrustedIsNotBelievedRule25() throws Exception {
        start("internalProxies='10.0.0.0/8'", "");
        assertThat(
                        get(
                                XFF
                                        + "X-Forwarded-Proto: https\r\nX-Forwarded-Host: evil\r\n"
                                        + "Forwarded: for=192.0.2.1\r\n"))
                .contains("remote=127.0.0.1")
                .contains("scheme=http secure=false")
                .contains("server=localhost:" + port());
    }

    @Test
    void byDefaultPrivateAddressesAreBelieved() throws Exception {
        start("", "");
        assertThat(get(XFF)).contains("remote=203.0.113.7");
    }

    @Test
    void whatTheClientMadeUpStaysUnbelieved() throws Exception {
        start(TRUSTS, "");
        assertThat(get("X-Forwarded-For: 127.0.0.1, 10.0.0.1, 203.0.113.7, 127.0.0.9\r\n"))
                .contains("remote=203.0.113.7")
                .contains("xff=127.0.0.1, 10.0.0.1 ");
    }

    /** The valve alone says which trusted proxies were on the way. */
    @Test
    void noClientSaysWhichProxiesWereOnTheWay() throws Exception {
        start(TRUSTS, "");
        String by = "X-Forwarded-By: 10.9.8.7\r\n";
        assertThat(get(by + XFF)).contains(" by=null ");
        assertThat(get(by)).contains(" by=null ");
        assertThat(get(by + "X-Forwarded-For: unknown\r\n")).contains(" by=null ");
    }

    @Test
    void norDoesOneThatIsNoProxy() throws Exception {
        start("internalProxies='10.0.0.0/8'", "");
        assertThat(get("X-Forwarded-By: 10.9.8.7\r\n" + XFF))
                .contains("remote=127.0.0.1")
                .contains(" by=null ");
    }

    @Test
    void theVirtualHostIsThatOfTheClient() throws Exception {
        start(TRUSTS + " hostHeader='X-Forwarded-Host'", "");
        assertThat(get(XFF + "X-Forwarded-Host: Other.example:8443\r\n"))
                .contains("which=other")
                .contains("server=other.example:8443");
    }

    @Test
    void forwardedTellsAllOfIt() throws Exception {
        start(TRUSTS + " remoteIpHeader='Forwarded'", "");
        assertThat(
                        get(
                                "Forwarded: for=192.0.2.9;host=evil,"
                                        + " for=\"[2001:db8::7]:4711\";proto=https;"
                                        + "host=\"other.example:8443\"\r\n"))
                .contains("which=other")
                .contains("remote=2001:db8:0:0:0:0:0:7")
                .contains("port=4711")
                .contains("scheme=https secure=true server=other.example:8443");
    }

    @Test
    void aForwardedThatCannotBeUnderstoodIsRefused() throws Exception {
        start(TRUSTS + " remoteIpHeader='Forwarded'", "");
        assertThat(get("Forwarded: for=\"unended, for=203.0.113.7\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .contains("SRV-0124");
    }

    @Test
    void addressRulesSeeTheClient() throws Exception {
        start(
                TRUSTS,
                "<Valve className='org.apache.catalina.valves.RemoteCIDRValve' deny='203.0.113.0/24'/>");
        assertThat(get(XFF)).startsWith("HTTP/1.1 403 ");
        assertThat(get("X-Forwarded-For: 198.51.100.1\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void sessionCookiesAreSecureWhereTheClientIs() throws Exception {
        start(TRUSTS, "");
        assertThat(get("X-Forwarded-Proto: https\r\n")).contains("; Secure");
        assertThat(get("X-Forwarded-Proto: http\r\n")).doesNotContain("; Secure");
        // One link in the clear, and the way was not confidential.
        assertThat(get("X-Forwarded-Proto: https, http\r\n")).doesNotContain("; Secure");
    }

    @Test
    void aValveOfAHostHoldsForThatHost() throws Exception {
        write("<Engine defaultHost='localhost'>" + hosts("<Valve className='RemoteIpValve'/>"));
        begin();
        assertThat(get(XFF)).contains("remote=203.0.113.7");
        assertThat(get("other.example", XFF)).contains("which=other").contains("remote=127.0.0.1");
    }

    @Test
    void theLocalEndFollowsWhereThatIsAsked() throws Exception {
        start(
                TRUSTS
                        + " changeLocalName='true' changeLocalPort='true'"
                        + " hostHeader='X-Forwarded-Host' portHeader='X-Forwarded-Port'",
                "");
        assertThat(get(XFF + "X-Forwarded-Host: www.example\r\nX-Forwarded-Port: 444\r\n"))
                .contains("local=www.example/127.0.0.1:444");
    }

    @Test
    void theAccessLogShowsTheClientWhereBothAreAsked() throws Exception {
        String log = "<Valve className='AccessLog' pattern='%a %h %{peer}a %v %p' directory='";
        start(
                TRUSTS + " hostHeader='X-Forwarded-Host'",
                "",
                log + "shown' requestAttributesEnabled='true'/>" + log + "hidden'/>");
        get(XFF + "X-Forwarded-Host: www.example\r\nX-Forwarded-Proto: https\r\n");
        int port = port();
        server.stop(Duration.ofSeconds(5));
        assertThat(lines("shown"))
                .containsExactly("203.0.113.7 203.0.113.7 127.0.0.1 www.example 443");
        assertThat(lines("hidden"))
                .containsExactly("127.0.0.1 127.0.0.1 127.0.0.1 localhost " + port);
    }

    private List<String> lines(String directory) throws IOException {
        try (Stream<Path> files = Files.list(base.resolve(directory))) {
            return Files.readAllLines(files.findFirst().orElseThrow());
        }
    }

    private void start(String attributes, String contextValve) throws Exception {
        start(attributes, contextValve, "");
    }

    private void start(String attributes, String contextValve, String more) throws Exception {
        write(
                "<Engine defaultHost='localhost'><Valve className="
                        + "'org.apache.catalina.valves.RemoteIpValve' "
                        + attributes
                        + "/>"
                        + more
                        + hosts(""));
        if (!contextValve.isEmpty()) {
            Path descriptor = base.resolve("first/ROOT/META-INF/context.xml");
            Files.createDirectories(descriptor.getParent());
            Files.writeString(descriptor, "<Context>" + contextValve + "</Context>");
        }
        begin();
    }

    private void startWithout() throws Exception {
        write("<Engine defaultHost='localhost'>" + hosts(""));
        begin();
    }

    private static String hosts(String valve) {
        return "<Host name='localhost' appBase='first'>"
                + valve
                + "</Host><Host name='other.example' appBase='other'/></Engine>";
    }

    private void write(String engine) throws IOException {
        for (String name : List.of("first", "other")) {
            Path classes = base.resolve(name + "/ROOT/WEB-INF/classes");
            Files.createDirectories(classes);
            Files.writeString(
                    classes.resolveSibling("web.xml"),
                    "<web-app version='6.1'><servlet><servlet-name>s</servlet-name><servlet-class>"
                            + Ends.class.getName()
                            + "</servlet-class><init-param><param-name>which</param-name>"
                            + "<param-value>"
                            + name
                            + "</param-value></init-param></servlet><servlet-mapping>"
                            + "<servlet-name>s</servlet-name><url-pattern>/</url-pattern>"
                            + "</servlet-mapping></web-app>");
            String file = Ends.class.getName().replace('.', '/') + ".class";
            Path target = classes.resolve(file);
            Files.createDirectories(target.getParent());
            try (var in = Ends.class.getClassLoader().getResourceAsStream(file)) {
                Files.copy(in, target);
            }
        }
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/server.xml"),
                "<Server><Service><Connector port='0' address='127.0.0.1'/>"
                        + engine
                        + "</Service></Server>");
    }

    private void begin() throws Exception {
        ServerXml.Result result = ServerXml.read(base.resolve("conf/server.xml"));
        assertThat(result.problems()).isEmpty();
        server = Server.of(result.config(), base, base);
        server.start();
    }

    private int port() {
        return server.connectors().get(0).port();
    }

    private String get(String fields) throws IOException {
        return get("localhost:" + port(), fields);
    }

    private String get(String host, String fields) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port())) {
            socket.setSoTimeout(10_000);
            String request =
                    "GET / HTTP/1.1\r\nHost: "
                            + host
                            + "\r\nConnection: close\r\n"
                            + fields
                            + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}

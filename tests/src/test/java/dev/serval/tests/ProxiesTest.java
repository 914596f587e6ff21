package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Serval behind the real programs, configured as {@code webapps/docs/proxies.html} shows it. */
@Timeout(300)
final class ProxiesTest {
    static final String CERTIFICATE = "/etc/ssl/certs/www.example.com.pem";

    /** What OpenSSL and Java agree on. */
    static final String FRONT_CIPHER = "TLS_AES_256_GCM_SHA384";

    static final String KEY = "/etc/ssl/private/www.example.com.key";

    @TempDir private Path base;
    private ProxiedServers servers;

    @AfterEach
    void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    /** What the page shows is run, all of it. */
    @Test
    void everyFileOfThePageIsRun() throws Exception {
        Path sources = DocsPage.checkout().resolve("tests/src/test/java/dev/serval/tests");
        String tests =
                Files.readString(sources.resolve("ProxiesTest.java"))
                        + Files.readString(sources.resolve("ProxiesAjpTest.java"));
        assertThat(ProxiesPage.names())
                .hasSizeGreaterThan(10)
                .allSatisfy(name -> assertThat(tests).contains("\"" + name + "\""));
    }

    private String path(String name) {
        return servers.file(name).toString();
    }

    private void converse(ProxiedConversation.Opened front) throws Exception {
        converse(front, true);
    }

    private void converse(ProxiedConversation.Opened front, boolean both) throws Exception {
        ProxiedConversation conversation = new ProxiedConversation(front, servers::direct, both);
        conversation.isTheSame();
        conversation.survivesAbortedClients();
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void httpdOverHttp(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.HTTPD, base, io);
        servers.certificate("own.pem", "own.key");
        Server server = servers.server("httpd-http.xml", Map.of("port=\"8080\"", "port=\"0\""));
        servers.front(
                "httpd-http.conf",
                "httpd-http.modules",
                Map.of(
                        "*:443",
                        "*:@tls",
                        "127.0.0.1:8080",
                        "127.0.0.1:" + ProxiedServers.port(server),
                        CERTIFICATE,
                        path("own.pem"),
                        KEY,
                        path("own.key")));
        assertThat(servers.facts(7, true, TestTls.shared().client()))
                .isEqualTo(facts(servers, "CN=localhost", FRONT_CIPHER, "256", "told"));
        assertThat(servers.facts(7, true, TestTls.shared().anybody()))
                .isEqualTo(facts(servers, "none", FRONT_CIPHER, "256", "told"));
        servers.chats(true);
        converse(servers::tls);
    }

    /** What an application sees of a client over TLS at 127.0.0.7. */
    static String facts(
            ProxiedServers servers,
            String certificate,
            String cipher,
            String bits,
            String session) {
        int port = servers.frontTlsPort();
        return "scheme=https\nsecure=true\nhost=localhost\nport="
                + port
                + "\nurl=https://localhost:"
                + port
                + "/facts\nclient=127.0.0.7\nprotocol=TLSv1.3\ncipher="
                + cipher
                + "\nbits="
                + bits
                + "\nsession="
                + session
                + "\ncertificate="
                + certificate
                + "\n";
    }

    /** The same without TLS. */
    static String plainFacts(ProxiedServers servers) {
        int port = servers.frontPort();
        return "scheme=http\nsecure=false\nhost=localhost\nport="
                + port
                + "\nurl=http://localhost:"
                + port
                + "/facts\nclient=127.0.0.7\nprotocol=null\ncipher=null\nbits=null\nsession=\n"
                + "certificate=none\n";
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void nginxOverHttp(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.NGINX, base, io);
        servers.certificate("own.pem", "own.key");
        Server server = servers.server("nginx-http.xml", Map.of("port=\"8080\"", "port=\"0\""));
        servers.front(
                "nginx-http.conf",
                null,
                Map.of(
                        "listen 443 ssl",
                        "listen 127.0.0.1:@tls ssl",
                        "127.0.0.1:8080",
                        "127.0.0.1:" + ProxiedServers.port(server),
                        CERTIFICATE,
                        path("own.pem"),
                        KEY,
                        path("own.key")));
        assertThat(servers.facts(7, true, TestTls.shared().client()))
                .isEqualTo(facts(servers, "CN=localhost", FRONT_CIPHER, "null", "told"));
        assertThat(servers.facts(7, true, TestTls.shared().anybody()))
                .isEqualTo(facts(servers, "none", FRONT_CIPHER, "null", "told"));
        servers.chats(true);
        converse(servers::tls, false);
    }

    /** With NIO, which alone has such sockets. */
    @ParameterizedTest
    @EnumSource(value = IoModel.class, names = "NIO")
    void nginxOverAUnixDomainSocket(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.NGINX, base, io);
        servers.server("nginx-socket.xml", Map.of("/run/serval/http.sock", path("http.sock")));
        servers.front(
                "nginx-socket.conf",
                null,
                Map.of(
                        "listen 80;",
                        "listen 127.0.0.1:@front;",
                        "/run/serval/http.sock",
                        path("http.sock")));
        assertThat(servers.facts(7, false, null)).isEqualTo(plainFacts(servers));
        converse(servers::plain, false);
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void nginxInFrontOfTls(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.NGINX, base, io);
        servers.certificate("own.pem", "own.key");
        Server server =
                servers.server(
                        "nginx-stream.xml",
                        Map.of(
                                "port=\"8443\"",
                                "port=\"0\"",
                                CERTIFICATE,
                                path("own.pem"),
                                KEY,
                                path("own.key")));
        servers.front(
                "nginx-stream.conf",
                null,
                Map.of(
                        "listen 443;",
                        "listen 127.0.0.1:@tls;",
                        "127.0.0.1:8443",
                        "127.0.0.1:" + ProxiedServers.port(server)));
        assertThat(servers.facts(7, true, TestTls.shared().anybody()))
                .isEqualTo(facts(servers, "none", "TLS_AES_128_GCM_SHA256", "128", "told"));
        servers.chats(true);
        converse(servers::tls);
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void httpdBalancesWithStickySessions(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.HTTPD, base, io);
        Server first = servers.server("httpd-balancer.xml", Map.of("port=\"8081\"", "port=\"0\""));
        Server second =
                servers.server(
                        "httpd-balancer.xml",
                        Map.of("port=\"8081\"", "port=\"0\"", "node1", "node2"));
        servers.front(
                "httpd-balancer.conf",
                "httpd-balancer.modules",
                Map.of(
                        "*:80>",
                        "*:@front>",
                        "127.0.0.1:8081",
                        "127.0.0.1:" + ProxiedServers.port(first),
                        "127.0.0.1:8082",
                        "127.0.0.1:" + ProxiedServers.port(second)));
        assertThat(servers.facts(7, false, null)).isEqualTo(plainFacts(servers));
        Set<String> routes = new TreeSet<>();
        String onFirst = null;
        for (int i = 0; i < 6; i++) {
            RawResponse answer = ask("/counting");
            String cookie = "Cookie: " + answer.field("Set-Cookie").replaceAll(";.*", "");
            String route = answer.text().split(" ")[0];
            routes.add(route);
            onFirst = route.equals(".node1") ? cookie : onFirst;
            for (int count = 2; count < 5; count++) {
                assertThat(ask("/counting", cookie).text()).startsWith(route + " " + count + " ");
            }
            String url = answer.text().split(" ")[2];
            assertThat(url).contains(";jsessionid=").endsWith(route);
            assertThat(ask(url).text()).startsWith(route + " 5 ");
        }
        assertThat(routes).containsExactly(".node1", ".node2");
        converse(servers::plain);
        first.stop(Duration.ofSeconds(10));
        // Without a store its sessions are gone, and clients begin anew on the other one.
        assertThat(ask("/counting", onFirst).text()).startsWith(".node2 1 ");
    }

    private RawResponse ask(String target, String... fields) throws IOException {
        return ProxiedConversation.get(servers::plain, target, fields);
    }

    private void haproxy(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.HAPROXY, base, io);
        servers.certificate("own.pem", "own.key");
        Files.writeString(
                servers.file("both.pem"),
                Files.readString(servers.file("own.pem"))
                        + Files.readString(servers.file("own.key")));
        List<String> ports = new ArrayList<>();
        List<String> ops = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ops.add("" + FreePort.find());
            Server server =
                    servers.server(
                            "haproxy.xml",
                            Map.of(
                                    "port=\"8081\"",
                                    "port=\"0\"",
                                    "port=\"9081\"",
                                    // Other tests of this process may hurt it.
                                    "port=\"" + ops.get(i) + "\" hurtSeconds=\"0\""));
            ports.add("" + ProxiedServers.port(server));
        }
        servers.front(
                "haproxy.cfg",
                null,
                Map.of(
                        "bind :80",
                        "bind 127.0.0.1:@front",
                        "bind :443",
                        "bind 127.0.0.1:@tls",
                        "/etc/haproxy/www.example.com.pem",
                        path("both.pem"),
                        "127.0.0.1:8081 port 9081",
                        "127.0.0.1:" + ports.get(0) + " port " + ops.get(0),
                        "127.0.0.1:8082 port 9082",
                        "127.0.0.1:" + ports.get(1) + " port " + ops.get(1)));
        Waiting.until("a ready server", () -> ask("/echo/a").status() == 200);
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void haproxyWithThePROXYProtocol(IoModel io) throws Exception {
        haproxy(io);
        assertThat(servers.facts(7, true, TestTls.shared().anybody()))
                .isEqualTo(facts(servers, "none", FRONT_CIPHER, "null", ""));
        assertThat(servers.facts(7, false, null)).isEqualTo(plainFacts(servers));
        servers.chats(true);
        servers.chats(false);
        converse(servers::tls);
        converse(servers::plain);
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void haproxyLosesNoRequestWhenAServerDrains(IoModel io) throws Exception {
        haproxy(io);
        AtomicBoolean over = new AtomicBoolean();
        ConcurrentLinkedQueue<String> served = new ConcurrentLinkedQueue<>();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(threads.submit(() -> asking(over, served)));
            }
            Waiting.until("both", () -> goOn(clients) && new TreeSet<>(served).size() == 2);
            CompletableFuture<Void> drained =
                    CompletableFuture.runAsync(
                            () ->
                                    servers.server(0)
                                            .drain(
                                                    "a test",
                                                    Duration.ofSeconds(5),
                                                    Duration.ofSeconds(10)));
            Waiting.until(
                    "the other one alone",
                    () -> {
                        served.clear();
                        Waiting.until("40 answers", () -> goOn(clients) && served.size() >= 40);
                        return new TreeSet<>(served).size() == 1;
                    });
            assertThat(drained).isNotDone();
            drained.get(30, TimeUnit.SECONDS);
            served.clear();
            Waiting.until("40 answers", () -> goOn(clients) && served.size() >= 40);
            over.set(true);
            for (Future<Integer> client : clients) {
                assertThat(client.get(30, TimeUnit.SECONDS)).isPositive();
            }
            assertThat(new TreeSet<>(served)).hasSize(1);
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    /** Fails if one of them has. */
    private static boolean goOn(List<Future<Integer>> clients) throws Exception {
        for (Future<Integer> client : clients) {
            if (client.isDone()) {
                client.get();
            }
        }
        return true;
    }

    /** One request after the other; fails with the first that does. */
    private int asking(AtomicBoolean over, ConcurrentLinkedQueue<String> served)
            throws IOException {
        int count = 0;
        while (!over.get()) {
            RawResponse answer = ask("/echo/a");
            assertThat(answer.status()).isEqualTo(200);
            served.add(answer.field("Set-Cookie").replaceAll(";.*", ""));
            count++;
        }
        return count;
    }
}

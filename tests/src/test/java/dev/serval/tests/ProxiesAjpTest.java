package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.IoModel;
import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As {@link ProxiesTest}, by AJP: mod_proxy_ajp and mod_jk. */
@Timeout(300)
final class ProxiesAjpTest {
    @TempDir private Path base;
    private ProxiedServers servers;

    @AfterEach
    void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    private void converse(ProxiedConversation.Opened front) throws Exception {
        ProxiedConversation conversation = new ProxiedConversation(front, servers::direct, false);
        conversation.isTheSame();
        conversation.survivesAbortedClients();
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void modProxyAjp(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.HTTPD, base, io);
        servers.certificate("own.pem", "own.key");
        Server server = servers.server("httpd-ajp.xml", Map.of("port=\"8009\"", "port=\"0\""));
        servers.front(
                "httpd-ajp.conf",
                "httpd-ajp.modules",
                Map.of(
                        "*:443",
                        "*:@tls",
                        "127.0.0.1:8009",
                        "127.0.0.1:" + ProxiedServers.port(server),
                        ProxiesTest.CERTIFICATE,
                        servers.file("own.pem").toString(),
                        ProxiesTest.KEY,
                        servers.file("own.key").toString()));
        for (boolean known : new boolean[] {true, false}) {
            TestTls keys = TestTls.shared();
            assertThat(servers.facts(7, true, known ? keys.client() : keys.anybody()))
                    .isEqualTo(
                            ProxiesTest.facts(
                                    servers,
                                    known ? "CN=localhost" : "none",
                                    ProxiesTest.FRONT_CIPHER,
                                    "256",
                                    "told"));
        }
        converse(servers::tls);
    }

    private void startJk(IoModel io) throws Exception {
        servers = new ProxiedServers(FrontProgram.HTTPD, base, io);
        Server first = servers.server("httpd-jk.xml", Map.of("port=\"8009\"", "port=\"0\""));
        Server second =
                servers.server(
                        "httpd-jk.xml", Map.of("port=\"8009\"", "port=\"0\"", "node1", "node2"));
        workers(first, second, Map.of());
        servers.front("httpd-jk.conf", "httpd-jk.modules", Map.of("*:80>", "*:@front>"));
    }

    private void workers(Server first, Server second, Map<String, String> more) throws IOException {
        String text =
                ProxiesPage.file(
                        "workers.properties",
                        Map.of(
                                "port=8009",
                                "port=" + ProxiedServers.port(first),
                                "port=8010",
                                "port=" + ProxiedServers.port(second)));
        for (Map.Entry<String, String> each : more.entrySet()) {
            assertThat(text).contains(each.getKey());
            text = text.replace(each.getKey(), each.getValue());
        }
        Path own = Files.createDirectories(servers.file("front"));
        Files.writeString(own.resolve("workers.properties"), text);
    }

    private RawResponse ask(String target, String... fields) throws IOException {
        return ProxiedConversation.get(servers::plain, target, fields);
    }

    private static String cookie(RawResponse answer) {
        return "Cookie: " + answer.field("Set-Cookie").replaceAll(";.*", "");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void modJkBalancesWithStickySessions(IoModel io) throws Exception {
        startJk(io);
        assertThat(servers.facts(7, false, null)).isEqualTo(ProxiesTest.plainFacts(servers));
        Set<String> routes = new TreeSet<>();
        for (int i = 0; i < 6; i++) {
            RawResponse answer = ask("/counting");
            String route = answer.text().split(" ")[0];
            routes.add(route);
            for (int count = 2; count < 5; count++) {
                assertThat(ask("/counting", cookie(answer)).text())
                        .startsWith(route + " " + count + " ");
            }
        }
        assertThat(routes).containsExactly(".node1", ".node2");
        converse(servers::plain);
    }

    /** A node that is disabled keeps the clients of its sessions and sends others elsewhere. */
    @ParameterizedTest
    @EnumSource(IoModel.class)
    void modJkDrainsANode(IoModel io) throws Exception {
        startJk(io);
        RawResponse begun = ask("/counting");
        while (!begun.text().startsWith(".node1")) {
            begun = ask("/counting");
        }
        servers.restartFront(
                () ->
                        workers(
                                servers.server(0),
                                servers.server(1),
                                Map.of("node1.activation=active", "node1.activation=disabled")));
        assertThat(ask("/counting", cookie(begun)).text()).startsWith(".node1 2 ");
        for (int i = 0; i < 4; i++) {
            assertThat(ask("/counting").text()).startsWith(".node2 1 ");
        }
        RawResponse sent = ask("/counting?a=b", "Cookie: JSESSIONID=" + "A".repeat(40) + ".node1");
        assertThat(sent.status()).isEqualTo(307);
        assertThat(sent.field("Location")).isEqualTo("/counting?a=b");
        assertThat(sent.field("Set-Cookie")).startsWith("JSESSIONID=;").contains("1970");
        assertThat(ask(sent.field("Location")).text()).startsWith(".node2 1 ");
    }
}

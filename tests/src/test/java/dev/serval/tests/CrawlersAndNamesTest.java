package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CrawlerSessionManager- and RemoteHostValve, as server.xml has them. */
@Timeout(120)
final class CrawlersAndNamesTest {
    private static final String VALVES = "org.apache.catalina.valves.";
    private static final String BOT = "User-Agent: Mozilla/5.0 (compatible; Googlebot/2.1)";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    /** Tells id and life time of the session, and ends it on demand. */
    public static final class Sessions extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            HttpSession session = request.getSession();
            response.getWriter()
                    .print(
                            session.getId()
                                    + " "
                                    + session.isNew()
                                    + " "
                                    + session.getMaxInactiveInterval()
                                    + " "
                                    + session.getId().equals(request.getRequestedSessionId()));
            if ("end".equals(request.getQueryString())) {
                session.invalidate();
            }
        }
    }

    /** Tells id and user of the session, and logs in on demand. */
    public static final class Member extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            HttpSession session = request.getSession();
            if ("login".equals(request.getQueryString())) {
                request.login("ann", "secret");
            }
            response.getWriter().print(session.getId() + " " + request.getRemoteUser());
        }
    }

    private void start(String wire, String engine) throws Exception {
        for (String name : new String[] {"a", "b"}) {
            new AppDirectory(base.resolve("webapps"), name)
                    .file("file.txt", "the file")
                    .classes(Sessions.class, Member.class)
                    .webXml(
                            AppDirectory.servlet("sessions", Sessions.class, "/session"),
                            AppDirectory.servlet("member", Member.class, "/member"));
        }
        server = Configured.server(base, "<Connector port='0' protocol='" + wire + "'/>", engine);
    }

    private RawResponse get(String target, String... fields) throws IOException {
        int port = server.connectors().get(0).port();
        try (RawClient client = new RawClient(Wire.NIO, port)) {
            return client.exchange(request("GET", target, fields));
        }
    }

    private static String valve(String name, String attributes) {
        return "<Valve className='" + VALVES + name + "' " + attributes + "/>";
    }

    @ParameterizedTest
    @ValueSource(strings = {"NIO", "NIO2", "BIO"})
    void aCrawlerHasOneSession(String wire) throws Exception {
        start(
                wire,
                valve("CrawlerSessionManagerValve", "sessionInactiveInterval='77'")
                        + "<Host name='localhost'/>");
        String id = get("/a/session", BOT).text().split(" ")[0];
        assertThat(get("/a/session", BOT).text()).isEqualTo(id + " false 77 true");
        // Another application, another agent, or two of them.
        assertThat(get("/b/session", BOT).text()).doesNotStartWith(id);
        assertThat(get("/a/session").text()).doesNotStartWith(id).contains(" true 1800 ");
        assertThat(get("/a/session", BOT, "User-Agent: x").text()).doesNotStartWith(id);
    }

    @Test
    void whoHasASessionKeepsIt() throws Exception {
        start(
                "NIO",
                "<Host name='localhost'>" + valve("CrawlerSessionManagerValve", "") + "</Host>");
        String bots = get("/a/session", BOT).text().split(" ")[0];
        String own = get("/a/session").text().split(" ")[0];
        assertThat(get("/a/session", BOT, "Cookie: JSESSIONID=" + own).text()).startsWith(own);
        assertThat(get("/a/session", BOT, "Cookie: JSESSIONID=none").text()).startsWith(bots);
    }

    @Test
    void anotherOneFollowsOneThatHasEnded() throws Exception {
        start(
                "NIO",
                "<Host name='localhost'>" + valve("CrawlerSessionManagerValve", "") + "</Host>");
        String first = get("/a/session", BOT).text().split(" ")[0];
        assertThat(get("/a/session?end", BOT).text()).startsWith(first);
        String second = get("/a/session", BOT).text().split(" ")[0];
        assertThat(second).isNotEqualTo(first);
        assertThat(get("/a/session", BOT).text()).startsWith(second);
    }

    @Test
    void crawlersAreKnownByTheirAddressesToo() throws Exception {
        start(
                "NIO",
                "<Host name='localhost'><Context path='/a' docBase='a'>"
                        + valve("CrawlerSessionManagerValve", "crawlerIps='127\\..*|[0:]+1'")
                        + "</Context></Host>");
        String id = get("/a/session").text().split(" ")[0];
        assertThat(get("/a/session").text()).startsWith(id);
        assertThat(get("/b/session").text()).doesNotStartWith(id);
    }

    @Test
    void nobodyGetsTheLoginOfACrawler() throws Exception {
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/tomcat-users.xml"),
                "<tomcat-users><user username='ann' password='secret'/></tomcat-users>");
        start(
                "NIO",
                "<Realm className='org.apache.catalina.realm.MemoryRealm'/><Host name='localhost'>"
                        + valve("CrawlerSessionManagerValve", "")
                        + "</Host>");
        assertThat(get("/a/member?login", BOT).text()).endsWith(" ann");
        String next = get("/a/member", BOT).text();
        assertThat(next).endsWith(" null");
        assertThat(get("/a/member?login", BOT).text()).endsWith(" ann");
        assertThat(get("/a/member", BOT).text()).isNotEqualTo(next).endsWith(" null");
    }

    @Test
    void anAgentThatWasMadeToTakeForeverIsNoCrawler() throws Exception {
        start(
                "NIO",
                "<Host name='localhost'>"
                        + valve("CrawlerSessionManagerValve", "crawlerUserAgents='.*x.*x.*x.*x.*y'")
                        + "</Host>");
        String made = "User-Agent: " + "x".repeat(4000);
        assertThat(get("/a/session", made).text()).contains(" true 1800 ");
    }

    private static String name() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).getHostName();
    }

    @ParameterizedTest
    @CsvSource({
        "NIO, allow, 200, 403",
        "NIO, deny, 403, 200",
        "NIO2, allow, 200, 403",
        "BIO, allow, 200, 403"
    })
    void clientsComeInByTheirNames(String wire, String attribute, int own, int other)
            throws Exception {
        start(
                wire,
                "<Host name='localhost'><Context path='/a' docBase='a'>"
                        + names(attribute, Pattern.quote(name()))
                        + "</Context><Context path='/b' docBase='b'>"
                        + names(attribute, "x\\.example")
                        + "</Context></Host>");
        assertThat(get("/a/file.txt").status()).isEqualTo(own);
        assertThat(get("/b/file.txt").status()).isEqualTo(other);
    }

    private static String names(String attribute, String pattern) {
        return valve("RemoteHostValve", attribute + "='" + pattern + "'");
    }

    @Test
    void aNameMayHaveThePortOfTheConnectorBehindIt() throws Exception {
        start(
                "NIO",
                valve(
                                "RemoteHostValve",
                                "allow='"
                                        + Pattern.quote(name())
                                        + ";[0-9]+' addConnectorPort='true' denyStatus='404'")
                        + "<Host name='localhost'>"
                        + valve("RemoteHostValve", "deny='.*;1'")
                        + "</Host>");
        assertThat(get("/a/file.txt").text()).isEqualTo("the file");
    }
}

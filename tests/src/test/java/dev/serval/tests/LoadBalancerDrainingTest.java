package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The LoadBalancerDrainingValve, behind a valve that says what AJP would say. */
@Timeout(120)
final class LoadBalancerDrainingTest {
    private static final String MADE_UP = "A".repeat(40) + ".gone";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    /** Says what a field says, in place of a balancer. */
    public static final class Balancer extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            request.setAttribute("JK_LB_ACTIVATION", request.getHeader("X-Activation"));
            chain.doFilter(request, response);
        }
    }

    /** Begins a session. */
    public static final class Beginning extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            response.getWriter().print(request.getSession().getId());
        }
    }

    private void start(String wire, String attributes, String context) throws Exception {
        Path jar =
                new AppDirectory(base, "made")
                        .jar("balancer.jar", Map.of(), Balancer.class)
                        .root()
                        .resolve("WEB-INF/lib/balancer.jar");
        Files.createDirectories(base.resolve("lib"));
        Files.copy(jar, base.resolve("lib/balancer.jar"));
        new AppDirectory(base.resolve("webapps"), "a")
                .classes(Beginning.class)
                .webXml(
                        AppDirectory.servlet("beginning", Beginning.class, "/*"),
                        "<session-config><cookie-config><http-only>true</http-only></cookie-config>"
                                + "<tracking-mode>COOKIE</tracking-mode>"
                                + "<tracking-mode>URL</tracking-mode></session-config>");
        Path file = Files.createDirectories(base.resolve("conf")).resolve("server.xml");
        Files.writeString(
                file,
                "<Server><Service><Connector port='0' protocol='"
                        + wire
                        + "'/><Engine name='E' defaultHost='localhost' jvmRoute='here'>"
                        + "<Valve className='FilterValve' filterClass='"
                        + Balancer.class.getName()
                        + "'/><Valve className='org.apache.catalina.valves."
                        + "LoadBalancerDrainingValve' "
                        + attributes
                        + "/><Host name='localhost'><Context path='/a' docBase='a' "
                        + context
                        + "/></Host></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        server = Server.of(result.config(), base, base);
        server.start();
    }

    private RawResponse send(String method, String target, String... fields) throws IOException {
        int port = server.connectors().get(0).port();
        try (RawClient client = new RawClient(Wire.NIO, port)) {
            return client.exchange(request(method, target, fields));
        }
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void aClientWithoutASessionOfThisNodeIsSentElsewhere(String wire) throws Exception {
        start(wire, "", "");
        RawResponse sent =
                send(
                        "POST",
                        "/a/b%20c;x=1?q=1&r=%2F",
                        "X-Activation: DIS",
                        "Content-Length: 0",
                        "Cookie: JSESSIONID=" + MADE_UP);
        assertThat(sent.status()).isEqualTo(307);
        assertThat(sent.field("Location")).isEqualTo("/a/b%20c;x=1?q=1&r=%2F");
        assertThat(sent.field("Set-Cookie"))
                .startsWith("JSESSIONID=;")
                .contains("Path=/a", "Expires=Thu, 01 Jan 1970", "HttpOnly")
                .doesNotContain("Secure");
    }

    @Test
    void itKeepsTheClientsOfItsSessions() throws Exception {
        start("NIO", "", "");
        String id = send("GET", "/a/").text();
        assertThat(id).endsWith(".here");
        RawResponse known = send("GET", "/a/", "X-Activation: DIS", "Cookie: JSESSIONID=" + id);
        assertThat(known.status()).isEqualTo(200);
        assertThat(known.text()).isEqualTo(id);
        // The whole id is that of a session.
        String other = id.replace(".here", ".there");
        assertThat(send("GET", "/a/", "X-Activation: DIS", "Cookie: JSESSIONID=" + other).status())
                .isEqualTo(307);
    }

    @ParameterizedTest
    @CsvSource({"ACT", "STP", "dis", "''"})
    void aNodeThatIsNotDisabledAnswersAll(String activation) throws Exception {
        start("NIO", "", "");
        assertThat(
                        send(
                                        "GET",
                                        "/a/",
                                        "X-Activation: " + activation,
                                        "Cookie: JSESSIONID=" + MADE_UP)
                                .status())
                .isEqualTo(200);
        assertThat(send("GET", "/a/").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b;jsessionid=ID, /a/b",
        "/a/b;jsessionid=ID?q=;jsessionid=1, /a/b?q=;jsessionid=1",
        "/a/b;x=1;jsessionid=ID;y=2, /a/b;x=1;y=2",
        "/a;jsessionid=ID/b, /a/b",
        "//a/b;jsessionid=ID, /a/b",
        "/none;jsessionid=ID, /none"
    })
    void anIdInTheUrlIsLeftOut(String target, String location) throws Exception {
        start("NIO", "", "");
        RawResponse sent = send("GET", target.replace("ID", MADE_UP), "X-Activation: DIS");
        assertThat(sent.status()).isEqualTo(307);
        assertThat(sent.field("Location")).isEqualTo(location);
        assertThat(sent.all("Set-Cookie")).isEmpty();
    }

    /** Where a connector lets such paths pass, what is left must not begin as that of a host. */
    @ParameterizedTest
    @CsvSource({
        "/;jsessionid=ID/other.example/b, /other.example/b",
        "/;jsessionid=ID//;jsessionid=1/other.example, /other.example"
    })
    void withoutTheIdItIsStillAPathOfThisHost(String target, String location) throws Exception {
        start("NIO' rejectSuspiciousURIs='false", "", "");
        RawResponse sent = send("GET", target.replace("ID", MADE_UP), "X-Activation: DIS");
        assertThat(sent.status()).isEqualTo(307);
        assertThat(sent.field("Location")).isEqualTo(location);
    }

    @Test
    void theCookieOfTheApplicationIsTheOneThatEnds() throws Exception {
        start("NIO", "redirectStatusCode='303'", "sessionCookieName='S' sessionCookiePath='/'");
        RawResponse sent =
                send(
                        "GET",
                        "/a/;S=" + MADE_UP,
                        "X-Activation: DIS",
                        "Cookie: JSESSIONID=x; S=" + MADE_UP);
        assertThat(sent.status()).isEqualTo(303);
        assertThat(sent.field("Location")).isEqualTo("/a/");
        assertThat(sent.field("Set-Cookie"))
                .startsWith("S=;")
                .contains("Path=/;", "Expires=Thu, 01 Jan 1970");
    }

    @ParameterizedTest
    @CsvSource({"try=me, 200", "try=you, 307", "other=me, 307"})
    void withTheCookieOfWhoTriesItItAnswers(String cookie, int status) throws Exception {
        start("NIO", "ignoreCookieName='try' ignoreCookieValue='me'", "");
        assertThat(
                        send(
                                        "GET",
                                        "/a/",
                                        "X-Activation: DIS",
                                        "Cookie: JSESSIONID=" + MADE_UP + "; " + cookie)
                                .status())
                .isEqualTo(status);
    }
}

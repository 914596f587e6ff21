package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Many that ask for what is protected by FORM, without a cookie: few sessions wait for a login. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO", "NIO2"})
final class FormLoginFloodTest {
    private static final int MOST = 5;
    private static final String PAGE = "/app/in/page.txt";
    private static final String ANN = "j_username=ann&j_password=ann";

    /** How many sessions there are; one more, if it is asked for. */
    private static final String COUNT =
            """
                        package app;
                        @WebServlet("/count") @WebListener
                        public class Count extends HttpServlet implements HttpSessionListener {
                            static final java.util.concurrent.atomic.AtomicInteger LIVE =
                                    new java.util.concurrent.atomic.AtomicInteger();
                            public void sessionCreated(HttpSessionEvent event) {
                                LIVE.incrementAndGet();
                            }
                            public void sessionDestroyed(HttpSessionEvent event) {
                                LIVE.decrementAndGet();
                            }
                            protected void doGet(HttpServletRequest q, HttpServletResponse r)
                                    throws IOException {
                                if (q.getQueryString() != null) {
                                    q.getSession();
                                }
                                r.getWriter().print(LIVE.get());
                            }
                        }
                        """;

    @Parameter Wire wire;

    @TempDir static Path compiled;

    @TempDir Path base;

    private static Map<String, byte[]> classes;

    private Server server;

    @BeforeAll
    static void compile() throws IOException {
        classes = Wars.compile(compiled, COUNT);
    }

    @BeforeEach
    void start() throws Exception {
        Path app = base.resolve("webapps/app");
        Files.createDirectories(app.resolve("META-INF"));
        Files.createDirectories(app.resolve("in"));
        Files.writeString(app.resolve("in/page.txt"), "treasure");
        Files.writeString(app.resolve("login.html"), "login page");
        Files.writeString(
                app.resolve("META-INF/context.xml"),
                "<Context><Valve className='org.apache.catalina.authenticator.FormAuthenticator'"
                        + " maxAuthenticationSessions='"
                        + MOST
                        + "'/></Context>");
        Wars.write(app.resolve("WEB-INF/classes"), classes);
        Files.writeString(
                app.resolve("WEB-INF/web.xml"),
                "<web-app>"
                        + GuardedApps.constraint("/in/*", "", GuardedApps.roles("*"))
                        + "<login-config><auth-method>FORM</auth-method><form-login-config>"
                        + "<form-login-page>/login.html</form-login-page>"
                        + "<form-error-page>/login.html</form-error-page></form-login-config>"
                        + "</login-config><security-role><role-name>R1</role-name></security-role>"
                        + "</web-app>");
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/users.xml"),
                "<tomcat-users><user username='ann' password='ann' roles='R1'/></tomcat-users>");
        server =
                Configured.server(
                        base,
                        "<Connector port='0' protocol='"
                                + wire.io()
                                + "' maxSavePostSize='2147483647'/>",
                        "<Realm className='org.apache.catalina.realm.MemoryRealm'"
                                + " pathname='conf/users.xml'/>"
                                + "<Host name='localhost' autoDeploy='false'/>");
    }

    @AfterEach
    void stop() {
        server.stop(java.time.Duration.ofSeconds(5));
    }

    private RawResponse exchange(String request) throws IOException {
        try (RawClient client = new RawClient(wire, server.connectors().get(0).port())) {
            return client.exchange(request);
        }
    }

    private RawResponse get(String target, String... fields) throws IOException {
        return exchange(ServerUnderTest.request("GET", target, fields));
    }

    private RawResponse post(String target, String body, String... fields) throws IOException {
        return exchange(
                ServerUnderTest.post(target, "application/x-www-form-urlencoded", body, fields));
    }

    private static String cookie(RawResponse response) {
        String value = response.field("Set-Cookie");
        assertThat(value).isNotNull();
        return "Cookie: " + value.substring(0, value.indexOf(';'));
    }

    private int live() throws IOException {
        return Integer.parseInt(get("/app/count").text());
    }

    /** Where a login leads that is sent with this cookie. */
    private String login(String cookie) throws IOException {
        RawResponse response = post("/app/j_security_check", ANN, cookie);
        assertThat(response.status()).isEqualTo(303);
        return response.field("Location");
    }

    @Test
    void sessionsThatWaitForALoginAreBoundedAndTheOldestGo() throws Exception {
        List<String> cookies = new ArrayList<>();
        for (int i = 0; i < 4 * MOST; i++) {
            cookies.add(cookie(get(PAGE + "?" + i)));
        }
        Waiting.until("few sessions", () -> live() <= MOST);
        int last = cookies.size() - 1;
        assertThat(login(cookies.get(last))).isEqualTo(PAGE + "?" + last);
        assertThat(login(cookies.get(0))).as("only what was asked for is lost").isEqualTo("/app/");
    }

    @Test
    void whoHasComeBackStaysLonger() throws Exception {
        String cookie = cookie(get(PAGE + "?mine"));
        assertThat(get("/app/login.html", cookie).status()).isEqualTo(200);
        for (int i = 0; i < 4 * MOST; i++) {
            get(PAGE);
        }
        assertThat(login(cookie)).isEqualTo(PAGE + "?mine");
    }

    @Test
    void neitherLoginsNorOtherSessionsEnd() throws Exception {
        RawResponse in = post("/app/j_security_check", ANN, cookie(get(PAGE)));
        String user = cookie(in);
        String own = cookie(get("/app/count?session"));
        assertThat(get(PAGE + "?own", own).text()).isEqualTo("login page");
        for (int i = 0; i < 4 * MOST; i++) {
            String other = cookie(get(PAGE));
            get("/app/login.html", other);
        }
        assertThat(get(PAGE, user).text()).isEqualTo("treasure");
        assertThat(get("/app/count?session", own).field("Set-Cookie")).isNull();
        assertThat(login(own)).as("what it kept has gone").isEqualTo("/app/");
    }

    @Test
    void whatIsKeptIsBoundedToo() throws Exception {
        for (int i = 0; i < 4; i++) {
            assertThat(post(PAGE, "x".repeat(4000)).text()).isEqualTo("login page");
        }
        // Twice 4000 bytes and their heads are less than 5 * 2 KiB, three times are not. One whose
        // request has not quite ended stays until the next one comes.
        Waiting.until(
                "few sessions",
                () -> {
                    post(PAGE, "x".repeat(4000));
                    return live() <= 2;
                });
    }

    @Test
    void theLargestMaxSavePostSizeIsNoFailure() throws Exception {
        assertThat(post(PAGE, "a=b").text()).isEqualTo("login page");
    }
}

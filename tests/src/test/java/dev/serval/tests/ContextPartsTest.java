package dev.serval.tests;

import static dev.serval.tests.GuardedApps.constraint;
import static dev.serval.tests.GuardedApps.roles;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loader, WatchedResource, CookieProcessor and an authenticator, as context.xml has them. */
@Timeout(120)
final class ContextPartsTest {
    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    /** Is in lib and in the application. */
    public static final class Twice {}

    /** Tells where classes and resources come from, and what cookies there are. */
    public static final class Telling extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            if (request.getQueryString() == null) {
                URL resource = getClass().getClassLoader().getResource("where.txt");
                response.getWriter()
                        .print(
                                Twice.class.getClassLoader().getClass().getSimpleName()
                                        + " "
                                        + resource.toString().contains("twice.jar"));
                return;
            }
            for (Cookie cookie : request.getCookies()) {
                response.getWriter().print(cookie.getName() + "=" + cookie.getValue() + ";");
            }
        }
    }

    private AppDirectory application() {
        return new AppDirectory(base.resolve("webapps"), "a")
                .file("file.txt", "the file")
                .file("WEB-INF/classes/where.txt", "in the application")
                .classes(Telling.class, Twice.class)
                .webXml(AppDirectory.servlet("telling", Telling.class, "/telling"));
    }

    private void start() throws Exception {
        server = Configured.server(base, "<Connector port='0'/>", "<Host name='localhost'/>");
    }

    private RawResponse get(String target, String... fields) throws IOException {
        try (RawClient client = new RawClient(Wire.NIO, server.connectors().get(0).port())) {
            return client.exchange(request("GET", target, fields));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Context/> | WebappClassLoader false",
                "<Context delegate='true'/> | SharedLoader true",
                "<Context><Loader delegate='true'/></Context> | SharedLoader true",
                "<Context delegate='true'><Loader delegate='false'/></Context> | WebappClassLoader"
                        + " false"
            })
    void theSharedClassesComeFirstWhereItIsAskedFor(String contextXml, String expected)
            throws Exception {
        String name = Twice.class.getName().replace('.', '/') + ".class";
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("where.txt", Wars.text("in lib"));
        files.put(name, Twice.class.getClassLoader().getResourceAsStream(name).readAllBytes());
        Files.write(
                Files.createDirectories(base.resolve("lib")).resolve("twice.jar"), Wars.zip(files));
        application().file("META-INF/context.xml", contextXml);
        start();
        assertThat(get("/a/telling").text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"file.txt, webapps/a/file.txt", "${catalina.base}/conf/more.txt, conf/more.txt"})
    void aChangeOfAWatchedFileDeploysAnew(String watched, String file) throws Exception {
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(base.resolve("conf/more.txt"), "one");
        application()
                .file(
                        "META-INF/context.xml",
                        "<Context><WatchedResource>" + watched + "</WatchedResource></Context>");
        start();
        Object before = application(server);
        Files.writeString(base.resolve(file), "something else");
        Waiting.until("another application", () -> application(server) != before);
        assertThat(get("/a/file.txt").status()).isEqualTo(200);
    }

    private static Object application(Server server) {
        return server.contexts().get(0);
    }

    @ParameterizedTest
    @CsvSource({"name, a=;b=1;", "ignore, b=1;"})
    void whatIsNoPairMayBeTheNameOfACookie(String value, String seen) throws Exception {
        application()
                .file(
                        "META-INF/context.xml",
                        "<Context><CookieProcessor cookiesWithoutEquals='"
                                + value
                                + "'/></Context>");
        start();
        assertThat(get("/a/telling?cookies", "Cookie: a; b=1").text()).isEqualTo(seen);
    }

    @Test
    void protectedAnswersTellWhoHasLoggedIn() throws Exception {
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(
                base.resolve("conf/users.xml"),
                "<tomcat-users><user username='joe' password='secret' roles='admin'/>"
                        + "</tomcat-users>");
        new AppDirectory(base.resolve("webapps"), "a")
                .file("open.txt", "open")
                .file("secret/file.txt", "the secret")
                .file(
                        "WEB-INF/web.xml",
                        GuardedApps.basic(constraint("/secret/*", "", roles("admin"))))
                .file(
                        "META-INF/context.xml",
                        "<Context><Realm className='org.apache.catalina.realm.MemoryRealm'"
                                + " pathname='conf/users.xml'/><Valve className='org.apache"
                                + ".catalina.authenticator.BasicAuthenticator'"
                                + " sendAuthInfoResponseHeaders='true'/></Context>");
        start();
        String pair =
                Base64.getEncoder()
                        .encodeToString("joe:secret".getBytes(StandardCharsets.US_ASCII));
        RawResponse told = get("/a/secret/file.txt", "Authorization: Basic " + pair);
        assertThat(told.text()).isEqualTo("the secret");
        assertThat(told.field("remote-user")).isEqualTo("joe");
        assertThat(told.field("auth-type")).isEqualTo("BASIC");
        assertThat(get("/a/open.txt").field("remote-user")).isNull();
        assertThat(get("/a/secret/file.txt").status()).isEqualTo(401);
    }
}

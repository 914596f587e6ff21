package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.files.SiteSettings;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Realm;
import dev.serval.security.Users;
import dev.serval.servlet.EarlyHints;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the pages show is run here. {@link DocumentationTest} compares the parts between the
 * comments "snippet" and "end" with the pages and the README.
 */
final class SnippetsTest {
    @TempDir Path directory;
    private Path shopWar;

    @BeforeEach
    void pack() throws IOException {
        shopWar = directory.resolve("shop.war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(shopWar))) {
            zip.putNextEntry(new ZipEntry("index.html"));
            zip.write("Shop".getBytes());
        }
    }

    private static String get(URI uri) throws IOException {
        try (InputStream in = uri.toURL().openStream()) {
            return new String(in.readAllBytes());
        }
    }

    @Test
    void war() throws Exception {
        // snippet: war
        try (Serval serval = Serval.onPort(0).webapp("/shop", shopWar).start()) {
            URI base = serval.uri(); // http://localhost:54321/
            assertThat(get(base.resolve("/shop/"))).isEqualTo("Shop");
        }
        // end
    }

    @Test
    void classes() throws Exception {
        Path docroot = Files.createDirectories(directory.resolve("src/main/webapp"));
        Files.writeString(docroot.resolve("index.html"), "page");
        Path compiled = Files.createDirectories(directory.resolve("target/classes"));
        Serval serval =
                // snippet: classes
                Serval.onPort(0)
                        .webapp("/shop", docroot, List.of(compiled)) // target/classes, jars
                        .start();
        // end
        try (serval) {
            assertThat(get(serval.uri().resolve("/shop/"))).isEqualTo("page");
        }
    }

    @Test
    void directory() throws Exception {
        Path site = Files.createDirectories(directory.resolve("site"));
        Files.writeString(site.resolve("index.html"), "page");
        // snippet: directory
        Serval serval = Serval.onPort(0).directory("/", site).start();
        // end
        try (serval) {
            assertThat(get(serval.uri())).isEqualTo("page");
        }
    }

    @Test
    void site() throws Exception {
        Path site = Files.createDirectories(directory.resolve("site"));
        Files.writeString(site.resolve("index.html"), "page");
        // snippet: site
        SiteSettings settings =
                SiteSettings.DEFAULTS
                        .withCacheControl("immutable\n*.html = no-cache\nimage/* = max-age=86400")
                        .withLinks("*.html = </app.css>; rel=preload; as=style")
                        .withField("X-Content-Type-Options", "nosniff")
                        .withFallback("/index.html") // of a single-page application
                        .withDotFilesHidden(true);
        Serval serval =
                Serval.onPort(0)
                        .directory("/", site)
                        .files("/", files -> files.withSite(settings))
                        .accessLog("%s %m %U %B", line -> System.out.println(line))
                        .start();
        // end
        try (serval) {
            assertThat(get(serval.uri().resolve("/users/7"))).isEqualTo("page");
        }
    }

    @Test
    void earlyHints() throws Exception {
        HttpServlet slow =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    // snippet: hints
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws IOException {
                        EarlyHints.send(response, "</app.css>; rel=preload; as=style");
                        response.addHeader("Link", "</app.css>; rel=preload; as=style");
                        response.getWriter().print(slowly());
                    }

                    // end
                };
        try (Serval serval = Serval.onPort(0).servlet("/", "/slow", slow).start()) {
            assertThat(get(serval.uri().resolve("/slow"))).isEqualTo("page");
        }
    }

    private static String slowly() {
        return "page";
    }

    @Test
    void java() throws Exception {
        Serval serval =
                // snippet: java
                Serval.onPort(0)
                        .servlet("/app", "/hello/*", new Hello())
                        .filter("/app", "/*", new Timing())
                        .listener("/app", new Database())
                        .parameter("/app", "greeting", "Hello")
                        .sessionTimeout("/app", 5) // minutes
                        .initializer(
                                "/app",
                                (none, context) -> context.setAttribute("prices", List.of()))
                        .start();
        // end
        try (serval) {
            assertThat(get(serval.uri().resolve("/app/hello/you"))).isEqualTo("Hello/you");
        }
    }

    @Test
    void deploy() throws Exception {
        Path newShopWar = Files.copy(shopWar, directory.resolve("new.war"));
        try (Serval serval = Serval.onPort(0).start()) {
            // snippet: deploy
            serval.deploy("/shop", shopWar);
            serval.deploy("/shop", newShopWar); // replaces it
            boolean gone = serval.undeploy("/shop");
            // end
            assertThat(gone).isTrue();
        }
    }

    @Test
    void status() throws Exception {
        List<String> lines = new ArrayList<>();
        try (Serval serval = Serval.onPort(0).webapp("/shop", shopWar).start()) {
            // snippet: status
            for (ApplicationStatus each : serval.applications()) {
                lines.add(each.name() + " " + each.state() + " since " + each.since());
                if (each.failure() != null) {
                    lines.add("last failure: " + each.failure().line());
                }
            }
            // end
        }
        assertThat(lines).singleElement().asString().startsWith("/shop STARTED since ");
    }

    @Test
    void phases() throws Exception {
        // snippet: phases
        Serval serval = Serval.onPort(0).webapp("/shop", shopWar).startApplications();
        serval.openPorts(); // when this program is ready, too
        URI shop = serval.uri().resolve("/shop/");
        // end
        try (serval) {
            assertThat(get(shop)).isEqualTo("Shop");
            // snippet: phases-end
            serval.closePorts(Duration.ofSeconds(20)); // requests in flight end
            serval.close(); // the applications
            // end
        }
    }

    @Test
    void connector() throws Exception {
        Serval serval =
                // snippet: connector
                Serval.onPort(0)
                        .io(IoModel.BIO) // a thread for each connection; default NIO
                        .address("127.0.0.1")
                        .connector(c -> c.change().maxThreads(20).connectionTimeout(500).done())
                        .servlet("/", "/*", new Hello())
                        .start();
        // end
        try (serval) {
            assertThat(get(serval.uri())).startsWith("Hello");
        }
    }

    @Test
    void connectors() throws Exception {
        // snippet: connectors
        Serval serval =
                Serval.on(ConnectorConfig.of(IoModel.NIO, 0), ConnectorConfig.of(IoModel.BIO, 0))
                        .servlet("/", "/*", new Hello())
                        .start();
        List<URI> addresses = serval.uris();
        // end
        try (serval) {
            assertThat(addresses).hasSize(2);
        }
    }

    @Test
    void tls() throws Exception {
        Path certificate = directory.resolve("site.crt");
        Path key = directory.resolve("site.key");
        TestTls.shared().writePem(certificate, key);
        Serval serval =
                // snippet: tls
                Serval.onPort(0)
                        .tls(certificate, key) // PEM; or a keystore and its password
                        .servlet("/", "/*", new Hello())
                        .start();
        // end
        try (serval;
                RawClient client = new RawClient(Wire.NIO_TLS, serval.port())) {
            assertThat(serval.uri().getScheme()).isEqualTo("https");
            assertThat(client.exchange(ServerUnderTest.request("GET", "/")).text())
                    .startsWith("Hello");
        }
    }

    @Test
    void tlsOfAKeystore() throws Exception {
        Path keystore = directory.resolve("site.p12");
        TestTls.shared().writeKeystore(keystore, "secret");
        try (Serval serval =
                        Serval.onPort(0).tls(keystore, "secret").directory("/", directory).start();
                RawClient client = new RawClient(Wire.NIO_TLS, serval.port())) {
            assertThat(client.exchange(ServerUnderTest.request("GET", "/site.p12")).status())
                    .isEqualTo(200);
        }
        assertThatThrownBy(() -> Serval.onPort(0).tls(keystore, "wrong").start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("the password is wrong");
    }

    @Test
    void hosts() throws Exception {
        Path logs = directory.resolve("logs");
        Serval serval =
                // snippet: hosts
                Serval.onPort(0)
                        .accessLog(logs, "combined")
                        .webapp("/", shopWar) // whatever name clients use
                        .host("admin.example.com", "*.admin.example.com")
                        .servlet("/", "/*", new Hello())
                        .start();
        // end
        try (serval) {
            assertThat(get(serval.uri())).isEqualTo("Shop");
        }
        assertThat(logs).isNotEmptyDirectory();
    }

    @Test
    void reload() throws Exception {
        Path logs = directory.resolve("logs");
        Realm otherUsers = MemoryRealm.of(new Users(List.of()));
        try (Serval serval = Serval.onPort(0).webapp("/", shopWar).start()) {
            // snippet: reload
            serval.reload(Serval.onPort(0).realm(otherUsers).accessLog(logs, "combined"));
            // end
            assertThat(get(serval.uri())).isEqualTo("Shop");
        }
        assertThat(logs).isNotEmptyDirectory();
    }

    @Test
    void errors() throws Exception {
        Path brokenWar = Files.writeString(directory.resolve("broken.war"), "no zip");
        String said = null;
        // snippet: errors
        try (Serval serval = Serval.onPort(0).webapp("/shop", brokenWar).start()) {
            System.out.println(serval.uri());
        } catch (LifecycleException e) {
            said = e.getMessage(); // the application at [/shop] cannot start: ...
        }
        // end
        assertThat(said).startsWith("the application at [/shop] cannot start: ");
    }

    @Test
    void readme() throws Exception {
        // snippet: readme
        try (Serval server =
                Serval.onPort(0)
                        .webapp("/shop", shopWar)
                        .servlet("/app", "/hello/*", new Hello())
                        .start()) {
            URI hello = server.uri().resolve("/app/hello/you");
            assertThat(get(hello)).isEqualTo("Hello/you");
        }
        // end
    }

    @SuppressWarnings("serial")
    // snippet: same-origin
    public static final class SameOrigin extends HttpFilter {
        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String own = request.getScheme() + "://" + request.getHeader("Host");
            String origin = request.getHeader("Origin");
            if (origin == null || origin.equalsIgnoreCase(own)) {
                chain.doFilter(request, response);
            } else {
                response.sendError(HttpServletResponse.SC_FORBIDDEN);
            }
        }
    }

    // end

    @Test
    void sameOrigin() throws Exception {
        try (Serval serval =
                Serval.onPort(0)
                        .servlet("/app", "/hello/*", new Hello())
                        .filter("/app", "/*", new SameOrigin())
                        .start()) {
            String own = "localhost:" + serval.port();
            assertThat(asked(serval, "Origin: http://" + own)).isEqualTo(200);
            assertThat(asked(serval, "X-No: origin")).isEqualTo(200);
            for (String other : new String[] {"https://" + own, "http://evil." + own, "null"}) {
                assertThat(asked(serval, "Origin: " + other)).as(other).isEqualTo(403);
            }
        }
    }

    private static int asked(Serval serval, String field) throws IOException {
        try (RawClient client = new RawClient(Wire.NIO, serval.port())) {
            return client.exchange(
                            "GET /app/hello/you HTTP/1.1\r\nHost: localhost:"
                                    + serval.port()
                                    + "\r\n"
                                    + field
                                    + "\r\n\r\n")
                    .status();
        }
    }

    private static final class Timing extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        protected void doFilter(
                HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
        }
    }

    private static final class Database implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            event.getServletContext().setAttribute("database", this);
        }
    }
}

package dev.serval.tests;

import static dev.serval.tests.GuardedApps.constraint;
import static dev.serval.tests.GuardedApps.method;
import static dev.serval.tests.GuardedApps.roles;
import static dev.serval.tests.GuardedApps.transport;

import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.LockOutRealm;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Users;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * A running server with an application for each way to log in: {@code /basic}, {@code /digest},
 * {@code /form}, {@code /cert}. In each of them {@code /admin/*} is for admins, {@code /tls/*} for
 * TLS, {@code /nobody/*} for nobody, {@code /write} lets admins POST, and {@code /who} tells who
 * has logged in. Thread-safe.
 */
final class SecuredSite implements AutoCloseable {
    /** The user of the certificate that test clients have. */
    static final String SUBJECT = "CN=localhost";

    private static final String CONSTRAINTS =
            constraint("/admin/*", "", roles("admin"))
                    + constraint("/anybody/*", "", roles("**"))
                    + constraint("/all/*", "", roles("*"))
                    + constraint("/nobody/*", "", roles())
                    + constraint("/write", method("POST"), roles("admin"))
                    + constraint("/tls/*", "", transport("CONFIDENTIAL"));
    private static final String FORM =
            "<form-login-config><form-login-page>/login</form-login-page>"
                    + "<form-error-page>/failed</form-error-page></form-login-config>";

    private final Path root;
    private final Serval serval;
    final Wire wire;
    final Queue<String> log = new ConcurrentLinkedQueue<>();

    SecuredSite(Wire wire) {
        this.wire = wire;
        Users users =
                new Users(
                        List.of(
                                new Users.User("ann", "s3cret", Set.of("admin")),
                                new Users.User("bob", "b", Set.of("clerk")),
                                new Users.User("lock", "right", Set.of("admin")),
                                new Users.User("jürgen", "pässwörd:x", Set.of("admin")),
                                new Users.User(SUBJECT, null, Set.of("admin"))));
        try {
            root = Files.createTempDirectory("serval-secured-");
            ServalBuilder builder =
                    Serval.onPort(0)
                            .connector(unchanged -> new Settings().config(wire))
                            .accessLog("%u %U", log::add)
                            .realm(
                                    new LockOutRealm(
                                            MemoryRealm.of(users),
                                            LockOutRealm.LockOutSettings.DEFAULTS));
            for (String method : List.of("BASIC", "DIGEST", "FORM", "CLIENT-CERT")) {
                String path =
                        "/" + method.toLowerCase(java.util.Locale.ROOT).replace("client-", "");
                application(builder, path, method);
            }
            serval = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (LifecycleException e) {
            throw new IllegalStateException(e);
        }
    }

    private void application(ServalBuilder builder, String path, String method) throws IOException {
        Path directory = root.resolve(path.substring(1));
        write(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app>"
                        + CONSTRAINTS
                        + "<login-config><auth-method>"
                        + method
                        + "</auth-method><realm-name>The \"realm\"</realm-name>"
                        + (method.equals("FORM") ? FORM : "")
                        + "</login-config><security-role><role-name>admin</role-name>"
                        + "</security-role></web-app>");
        write(directory.resolve("admin/x.txt"), "treasure");
        write(directory.resolve("admin/index.html"), "treasure");
        write(directory.resolve("nobody/x.txt"), "treasure");
        write(directory.resolve("open.txt"), "open");
        builder.webapp(path, directory)
                .servlet(path, "/login", page("login page"))
                .servlet(path, "/failed", page("error page"));
        HttpServlet echo = new Echo();
        for (String pattern :
                List.of(
                        "/admin/echo",
                        "/anybody/echo",
                        "/all/echo",
                        "/write",
                        "/who",
                        "/tls/echo")) {
            builder.servlet(path, pattern, echo);
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static HttpServlet page(String text) {
        return new HttpServlet() {
            private static final long serialVersionUID = 1;

            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response)
                    throws IOException {
                response.getWriter().print(text);
            }
        };
    }

    /** Tells what the application sees, and does what the query says. */
    private static final class Echo extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response)
                throws IOException, jakarta.servlet.ServletException {
            String query = String.valueOf(request.getQueryString());
            if (query.equals("session")) {
                request.getSession();
            } else if (query.equals("authenticate") && !request.authenticate(response)) {
                return;
            } else if (query.equals("logout")) {
                request.logout();
            } else if (query.equals("interval")) {
                response.getWriter().print(request.getSession().getMaxInactiveInterval());
                return;
            }
            String body =
                    new String(
                            request.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter()
                    .print(
                            String.join(
                                    "|",
                                    request.getMethod(),
                                    String.valueOf(request.getRemoteUser()),
                                    String.valueOf(request.getAuthType()),
                                    String.valueOf(request.getContentType()),
                                    body));
        }
    }

    RawResponse exchange(String request) throws IOException {
        try (RawClient client = new RawClient(wire, serval.port())) {
            return client.exchange(request);
        }
    }

    RawResponse get(String target, String... fields) throws IOException {
        return exchange(ServerUnderTest.request("GET", target, fields));
    }

    RawResponse post(String target, String body, String... fields) throws IOException {
        String form = "application/x-www-form-urlencoded";
        return exchange(ServerUnderTest.post(target, form, body, fields));
    }

    int port() {
        return serval.port();
    }

    @Override
    public String toString() {
        return wire.name();
    }

    @Override
    public void close() throws IOException {
        serval.close();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import dev.serval.servlet.AppContext;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A server with one application, at {@code /app}, that looks up and queries what it is asked to.
 * Used by one thread: described, started, asked, closed.
 */
final class ResourceServer implements AutoCloseable {
    private static final String LOOK =
            """
            package app;
            import java.sql.*;
            import javax.naming.*;
            import javax.sql.DataSource;
            @WebServlet("/look")
            public class Look extends HttpServlet {
                private static final List<Connection> KEPT = new ArrayList<>();
                protected void doGet(HttpServletRequest request, HttpServletResponse response)
                        throws IOException {
                    try {
                        response.getWriter().print(text(request));
                    } catch (Exception e) {
                        response.getWriter().print("failed: " + e.getMessage());
                    }
                }
                private static String text(HttpServletRequest request) throws Exception {
                    String name = request.getParameter("name");
                    Object found = new InitialContext().lookup(name);
                    switch (request.getParameter("how")) {
                        case "keep":
                            KEPT.add(((DataSource) found).getConnection());
                            return "kept";
                        case "query":
                            try (Connection connection = ((DataSource) found).getConnection();
                                    Statement statement = connection.createStatement();
                                    ResultSet row =
                                            statement.executeQuery(request.getParameter("sql"))) {
                                row.next();
                                return row.getString(1);
                            }
                        case "names":
                            return Collections.list(((Context) found).list("")).toString();
                        case "same":
                            return String.valueOf(found == new InitialContext().lookup(name));
                        case "class":
                            return found.getClass().getName();
                        default:
                            return String.valueOf(found);
                    }
                }
            }
            """;

    private final Path base;
    private final Path app;
    private final StringBuilder listeners = new StringBuilder();
    private final StringBuilder globals = new StringBuilder();
    private final StringBuilder engine = new StringBuilder();
    private Server server;

    ResourceServer(Path base) throws IOException {
        this.base = base;
        app = base.resolve("webapps/app");
        Files.createDirectories(app.resolve("META-INF"));
        classes(LOOK);
    }

    /** Adds to GlobalNamingResources. */
    ResourceServer globals(String elements) {
        globals.append(elements);
        return this;
    }

    /** Adds to the Server. */
    ResourceServer listeners(String elements) {
        listeners.append(elements);
        return this;
    }

    /** Adds to the Engine. */
    ResourceServer engine(String elements) {
        engine.append(elements);
        return this;
    }

    /** Says what stands in the Context, which begins on line 2. */
    ResourceServer context(String elements) throws IOException {
        Files.writeString(
                app.resolve("META-INF/context.xml"), "<Context>\n" + elements + "\n</Context>");
        return this;
    }

    ResourceServer webXml(String elements) throws IOException {
        Files.writeString(
                app.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'>\n" + elements + "\n</web-app>");
        return this;
    }

    ResourceServer classes(String... sources) throws IOException {
        Wars.write(app.resolve("WEB-INF/classes"), Wars.compile(base, sources));
        return this;
    }

    /** Puts the jar that has a class into WEB-INF/lib. */
    ResourceServer library(Class<?> type) throws Exception {
        return jar(type, app.resolve("WEB-INF/lib"));
    }

    /** Puts it into lib of the base. */
    ResourceServer shared(Class<?> type) throws Exception {
        return jar(type, base.resolve("lib"));
    }

    private ResourceServer jar(Class<?> type, Path directory) throws Exception {
        Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        Files.createDirectories(directory);
        Files.copy(jar, directory.resolve(jar.getFileName()));
        return this;
    }

    ResourceServer start() throws Exception {
        Path file = Files.createDirectories(base.resolve("conf")).resolve("server.xml");
        Files.writeString(
                file,
                "<Server>"
                        + listeners
                        + "\n<GlobalNamingResources>\n"
                        + globals
                        + "\n</GlobalNamingResources><Service><Connector port='0'/><Engine"
                        + " name='E' defaultHost='localhost'>"
                        + engine
                        + "<Host name='localhost'"
                        + " autoDeploy='false'/></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.errors()).isEmpty();
        server = Server.of(result.config(), base, base);
        server.start();
        return this;
    }

    /** That of the application. */
    WeakReference<ClassLoader> loader() {
        return new WeakReference<>(
                server.contexts().stream()
                        .map(AppContext::servletContext)
                        .filter(context -> context.getContextPath().equals("/app"))
                        .findFirst()
                        .orElseThrow()
                        .getClassLoader());
    }

    /** What the application finds by a name. */
    String look(String how, String name) throws Exception {
        return look(how, name, "");
    }

    String query(String name, String sql) throws Exception {
        return look("query", name, "&sql=" + URLEncoder.encode(sql, StandardCharsets.UTF_8));
    }

    private String look(String how, String name, String more) throws Exception {
        return get(
                "/app/look?how="
                        + how
                        + "&name="
                        + URLEncoder.encode(name, StandardCharsets.UTF_8)
                        + more);
    }

    String get(String target) throws Exception {
        return get(server.connectors().get(0).port(), target);
    }

    int port() {
        return server.connectors().get(0).port();
    }

    static String get(int port, String target) throws Exception {
        URI uri = URI.create("http://localhost:" + port + target);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
            server = null;
        }
    }
}

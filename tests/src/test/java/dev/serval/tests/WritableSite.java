package dev.serval.tests;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server whose clients may change its files: by PUT and DELETE everywhere, by WebDAV below {@code
 * /dav}, and at {@code /readonly} by neither. Thread-safe.
 */
final class WritableSite implements AutoCloseable {
    private static final String WEB_XML =
            """
            <web-app version="6.1">
              <servlet>
                <servlet-name>default</servlet-name>
                <init-param><param-name>readonly</param-name><param-value>%1$s</param-value></init-param>
                <init-param><param-name>maxPutSize</param-name><param-value>10000000</param-value></init-param>
              </servlet>
              <servlet>
                <servlet-name>dav</servlet-name>
                <servlet-class>org.apache.catalina.servlets.WebdavServlet</servlet-class>
                <init-param><param-name>readonly</param-name><param-value>%1$s</param-value></init-param>
              </servlet>
              <servlet-mapping>
                <servlet-name>dav</servlet-name>
                <url-pattern>/dav/*</url-pattern>
              </servlet-mapping>
            </web-app>
            """;

    private final Wire wire;
    private final Path base;
    private final Serval serval;

    private WritableSite(Wire wire, Settings settings) throws Exception {
        this.wire = wire;
        base = Files.createTempDirectory("serval-writable").toRealPath();
        Files.createDirectories(root().resolve("WEB-INF"));
        Files.writeString(root().resolve("WEB-INF/web.xml"), WEB_XML.formatted("false"));
        Path closed = Files.createDirectories(base.resolve("closed/WEB-INF"));
        Files.writeString(closed.resolve("web.xml"), WEB_XML.formatted("true"));
        Files.writeString(base.resolve("closed/a.txt"), "closed");
        serval =
                Serval.onPort(0)
                        .connector(unchanged -> settings.config(wire))
                        .webapp("/", root())
                        .webapp("/readonly", base.resolve("closed"))
                        .start();
    }

    static WritableSite start(Wire wire) throws Exception {
        return new WritableSite(wire, new Settings());
    }

    static WritableSite start(Wire wire, Settings settings) throws Exception {
        return new WritableSite(wire, settings);
    }

    int port() {
        return serval.port();
    }

    /** The directory of the files. */
    Path root() {
        return base.resolve("root");
    }

    /** Writes a file, with the directories that it needs. */
    Path write(String name, String content) throws IOException {
        Path file = root().resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    String read(String name) throws IOException {
        return Files.readString(root().resolve(name));
    }

    boolean has(String name) {
        return Files.exists(root().resolve(name));
    }

    /** What lies in the root, for whoever looks for remains. */
    List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(root())) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    RawClient connect() throws IOException {
        return new RawClient(wire, port());
    }

    RawResponse exchange(String request) throws IOException {
        try (RawClient client = connect()) {
            return client.exchange(request);
        }
    }

    /** A request with a body of one byte per char; the fields are lines without their ends. */
    RawResponse send(String method, String target, String body, String... fields)
            throws IOException {
        return exchange(request(method, target, body, fields));
    }

    static String request(String method, String target, String body, String... fields) {
        String[] all = java.util.Arrays.copyOf(fields, fields.length + 1);
        all[fields.length] = "Content-Length: " + body.length();
        return ServerUnderTest.request(method, target, all) + body;
    }

    @Override
    public void close() throws IOException {
        serval.close();
        try (Stream<Path> all = Files.walk(base)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}

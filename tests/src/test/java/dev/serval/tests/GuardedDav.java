package dev.serval.tests;

import static dev.serval.tests.GuardedApps.constraint;
import static dev.serval.tests.GuardedApps.method;
import static dev.serval.tests.GuardedApps.roles;
import static dev.serval.tests.GuardedApps.transport;

import dev.serval.embed.Serval;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Users;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * WebDAV over files of which some are for admins alone: at the root of the server each file is
 * where it is, in {@code /apart} all of them are below {@code /dav}. {@code ann} is an admin,
 * {@code bob} is not; their passwords are their names. One thread at a time.
 */
final class GuardedDav implements AutoCloseable {
    private static final String CONSTRAINTS =
            constraint("/secret/*", "", roles("admin"))
                    + constraint("/pub/keep.html", "", roles("admin"))
                    + constraint("/fresh/keep.html", "", roles("admin"))
                    + constraint("/gate", "", roles("admin"))
                    + constraint("*.key", "", roles("admin"))
                    + constraint("/nobody/*", "", roles())
                    + constraint("/tls/*", "", transport("CONFIDENTIAL"))
                    + constraint("/noget/*", method("GET"), roles("admin"))
                    + constraint("/noput/*", method("PUT", "DELETE"), roles("admin"));
    private static final List<String> FILES =
            List.of(
                    "pub/x.txt",
                    "pub/keep.html",
                    "pub/deep/a.txt",
                    "pub/deep/b.key",
                    "box/a.txt",
                    "box/inner.key",
                    "src/keep.html",
                    "src/other.html",
                    "gate/open.txt",
                    "secret/admin.html",
                    "secret/sub/s.txt",
                    "nobody/n.txt",
                    "tls/t.txt",
                    "noget/n.txt",
                    "noput/n.txt");

    private final Wire wire;
    private final Path base;
    private final Serval serval;

    GuardedDav(Wire wire) throws Exception {
        this.wire = wire;
        base = Files.createTempDirectory("serval-guarded-").toRealPath();
        descriptor("root", "/", CONSTRAINTS);
        descriptor("apart", "/dav/*", CONSTRAINTS);
        // What many put into every application, whatever its servlets take.
        descriptor(
                "hardened",
                "/dav/*",
                constraint("/*", method("PUT", "DELETE"), roles())
                        + constraint("/archive/*", method("PUT", "DELETE"), roles())
                        + constraint("/dav/*", "", roles("admin")));
        Users users =
                new Users(
                        List.of(
                                new Users.User("ann", "ann", Set.of("admin")),
                                new Users.User("bob", "bob", Set.of("clerk"))));
        serval =
                Serval.onPort(0)
                        .connector(unchanged -> new Settings().config(wire))
                        .realm(MemoryRealm.of(users))
                        .webapp("/", base.resolve("root"))
                        .webapp("/apart", base.resolve("apart"))
                        .webapp("/hardened", base.resolve("hardened"))
                        .start();
    }

    private void descriptor(String name, String pattern, String constraints) throws IOException {
        Path directory = Files.createDirectories(base.resolve(name).resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("web.xml"),
                GuardedApps.basic(
                        "<servlet><servlet-name>dav</servlet-name><servlet-class>"
                                + "org.apache.catalina.servlets.WebdavServlet</servlet-class>"
                                + parameter("readonly", "false")
                                + parameter("listings", "true")
                                + parameter("readmeFile", "read.key")
                                + parameter("cachingAllowed", "false")
                                + "</servlet><servlet-mapping><servlet-name>dav</servlet-name>"
                                + "<url-pattern>"
                                + pattern
                                + "</url-pattern></servlet-mapping>"
                                + constraints));
    }

    private static String parameter(String name, String value) {
        return "<init-param><param-name>"
                + name
                + "</param-name><param-value>"
                + value
                + "</param-value></init-param>";
    }

    /** Puts all files back as they were at first. */
    GuardedDav reset() throws IOException {
        for (String name : List.of("root", "apart", "hardened")) {
            try (Stream<Path> all = Files.list(base.resolve(name))) {
                for (Path child : all.filter(path -> !path.endsWith("WEB-INF")).toList()) {
                    delete(child);
                }
            }
            for (String file : FILES) {
                write(name + "/" + file, file);
            }
        }
        return this;
    }

    /** Writes a file below the directory of all applications. */
    void write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    /** All files of an application and what is in them, but for WEB-INF. */
    Map<String, String> files(String name) throws IOException {
        Map<String, String> content = new TreeMap<>();
        Path root = base.resolve(name);
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                String relative = root.relativize(path).toString();
                if (!relative.startsWith("WEB-INF")) {
                    content.put(
                            relative,
                            Files.isDirectory(path) ? "directory" : Files.readString(path));
                }
            }
        }
        return content;
    }

    /**
     * @param user null for nobody
     */
    RawResponse send(String user, String method, String target, String body, String... fields)
            throws IOException {
        String[] all = fields;
        if (user != null) {
            byte[] both = (user + ":" + user).getBytes(StandardCharsets.US_ASCII);
            all = java.util.Arrays.copyOf(fields, fields.length + 1);
            all[fields.length] = "Authorization: Basic " + Base64.getEncoder().encodeToString(both);
        }
        try (RawClient client = new RawClient(wire, serval.port())) {
            return client.exchange(WritableSite.request(method, target, body, all));
        }
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Override
    public void close() throws IOException {
        serval.close();
        delete(base);
    }
}

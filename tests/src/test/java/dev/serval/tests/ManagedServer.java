package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.stream.Stream;

/** A server with the managers as they are shipped, and users of their roles. */
final class ManagedServer implements AutoCloseable {
    /** Each user's password is {@code secret}. */
    static final String USERS =
            "<tomcat-users>"
                    + user(
                            "all",
                            "manager-gui,manager-script,manager-jmx,manager-status,"
                                    + "admin-gui,admin-script")
                    + user("script", "manager-script")
                    + user("gui", "manager-gui")
                    + user("status", "manager-status")
                    + user("jmx", "manager-jmx")
                    + user("nobody", "clerk")
                    + "</tomcat-users>";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    final Path base;
    private final Server server;

    private static String user(String name, String roles) {
        return "<user username='" + name + "' password='secret' roles='" + roles + "'/>";
    }

    /** The applications of the checkout, whose jar the build has put there. */
    static Path webapps() {
        return Path.of(System.getProperty("serval.tests.apps"), "../../webapps").normalize();
    }

    /**
     * @param connectors the elements
     * @param more elements of the Host
     */
    ManagedServer(Path base, String connectors, String more) throws Exception {
        this.base = base.toRealPath();
        Files.createDirectories(this.base.resolve("conf"));
        Files.writeString(this.base.resolve("conf/tomcat-users.xml"), USERS);
        Path apps = Files.createDirectories(this.base.resolve("webapps"));
        for (String name : new String[] {"manager", "host-manager"}) {
            copy(webapps().resolve(name), apps.resolve(name));
        }
        Files.createDirectories(apps.resolve("ROOT"));
        Files.writeString(apps.resolve("ROOT/index.html"), "root");
        Path xml = this.base.resolve("conf/server.xml");
        Files.writeString(
                xml,
                "<Server><Listener className='JmxBeans'/><GlobalNamingResources><Resource"
                        + " name='UserDatabase' type='org.apache.catalina.UserDatabase'"
                        + " pathname='conf/tomcat-users.xml'/></GlobalNamingResources><Service"
                        + " name='Catalina'>"
                        + connectors
                        + "<Engine name='Catalina' defaultHost='localhost'>"
                        + "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'"
                        + " resourceName='UserDatabase'/><Host name='localhost'>"
                        + more
                        + "</Host></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(xml);
        assertThat(result.problems()).isEmpty();
        server = Server.of(result.config(), this.base, this.base);
        server.start();
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    int port() {
        return server.connectors().get(0).port();
    }

    Server server() {
        return server;
    }

    static String basic(String user) {
        String both = user + ":secret";
        return "Basic " + Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * @param user null for nobody
     * @param fields names and values by turns
     */
    HttpResponse<String> send(
            String user, String method, String target, byte[] body, String... fields)
            throws Exception {
        return send(port(), user, method, target, body, fields);
    }

    static HttpResponse<String> send(
            int port, String user, String method, String target, byte[] body, String... fields)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + target))
                        .timeout(Duration.ofSeconds(60))
                        .method(
                                method,
                                body == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofByteArray(body));
        if (user != null) {
            request.header("Authorization", basic(user));
        }
        for (int i = 0; i < fields.length; i += 2) {
            request.header(fields[i], fields[i + 1]);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String user, String target) throws Exception {
        return send(user, "GET", target, null);
    }

    /** The answer of the text form to its own user. */
    String text(String command) throws Exception {
        return get("script", "/manager/text" + command).body();
    }

    String deploy(String query, byte[] war) throws Exception {
        return send("script", "PUT", "/manager/text/deploy?" + query, war).body();
    }

    /** A change by JSON. */
    HttpResponse<String> change(String method, String target, byte[] body) throws Exception {
        return send("gui", method, "/manager/json" + target, body, "X-Serval-Manager", "1");
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(5));
    }
}

package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code dotFiles=false}: names that begin with a dot are nothing, whoever asks and whatever for,
 * but for {@code .well-known} (RFC 8615).
 */
final class DotFilesTest {
    private static final String WEB_XML =
            """
            <web-app version="6.1">
              <servlet>
                <servlet-name>default</servlet-name>
                <init-param><param-name>readonly</param-name><param-value>false</param-value></init-param>
                <init-param><param-name>dotFiles</param-name><param-value>false</param-value></init-param>
              </servlet>
              <servlet>
                <servlet-name>dav</servlet-name>
                <servlet-class>org.apache.catalina.servlets.WebdavServlet</servlet-class>
                <init-param><param-name>readonly</param-name><param-value>false</param-value></init-param>
                <init-param><param-name>dotFiles</param-name><param-value>false</param-value></init-param>
              </servlet>
              <servlet>
                <servlet-name>all</servlet-name>
                <servlet-class>org.apache.catalina.servlets.WebdavServlet</servlet-class>
                <init-param><param-name>readonly</param-name><param-value>false</param-value></init-param>
              </servlet>
              <servlet-mapping>
                <servlet-name>dav</servlet-name><url-pattern>/dav/*</url-pattern>
              </servlet-mapping>
              <servlet-mapping>
                <servlet-name>all</servlet-name><url-pattern>/all/*</url-pattern>
              </servlet-mapping>
            </web-app>
            """;
    private static final String LOCK =
            "<D:lockinfo xmlns:D='DAV:'><D:lockscope><D:exclusive/></D:lockscope>"
                    + "<D:locktype><D:write/></D:locktype></D:lockinfo>";
    private static final String PATCH =
            "<D:propertyupdate xmlns:D='DAV:'><D:set><D:prop><x xmlns='urn:x'/></D:prop></D:set>"
                    + "</D:propertyupdate>";

    @TempDir private static Path root;
    private static AllPorts server;

    @BeforeAll
    static void start() throws Exception {
        write("WEB-INF/web.xml", WEB_XML);
        server = AllPorts.start(builder -> builder.webapp("/", root));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void write(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static RawResponse send(
            RawClient client, String method, String target, String body, String... fields)
            throws IOException {
        return client.exchange(WritableSite.request(method, target, body, fields));
    }

    /** Every name below a directory, so that whatever was made or lost is seen. */
    private static List<String> names(String directory) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve(directory))) {
            return new ArrayList<>(
                    all.map(path -> root.resolve(directory).relativize(path).toString())
                            .sorted()
                            .toList());
        }
    }

    private static String fill(Wire wire) throws IOException {
        String own = wire.name();
        write(own + "/a.txt", "a");
        write(own + "/.env", Site.SECRET);
        write(own + "/.git/config", Site.SECRET);
        write(own + "/.well-known/security.txt", "known");
        return own;
    }

    @ParameterizedTest
    @EnumSource
    void nobodySeesThem(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            String own = fill(wire);
            for (String front : new String[] {"/", "/dav/"}) {
                for (String name : new String[] {"/.env", "/.git", "/.git/", "/.git/config"}) {
                    for (String method : new String[] {"GET", "HEAD"}) {
                        RawResponse answer = client.exchange(request(method, front + own + name));
                        assertThat(answer.status()).as(method + front + name).isEqualTo(404);
                    }
                }
                String known = front + own + "/.well-known/security.txt";
                assertThat(client.exchange(request("GET", known)).text()).isEqualTo("known");
            }
            for (String name : new String[] {"/.env", "/.git", "/.git/config"}) {
                assertThat(send(client, "PROPFIND", "/dav/" + own + name, "", "Depth: 0").status())
                        .isEqualTo(404);
            }
            String listed = send(client, "PROPFIND", "/dav/" + own, "", "Depth: infinity").utf8();
            assertThat(listed)
                    .contains(own + "/a.txt<", own + "/.well-known/security.txt<")
                    .doesNotContain(".env", ".git");
            assertThat(send(client, "PROPFIND", "/all/" + own, "", "Depth: 1").utf8())
                    .contains(own + "/.env<", own + "/.git/<");
        }
    }

    @ParameterizedTest
    @EnumSource
    void nobodyChangesThem(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            String own = fill(wire);
            List<String> before = names(own);
            for (String name :
                    new String[] {"/.env", "/.new", "/.git/config", "/.git/new", "/.git"}) {
                for (String method : new String[] {"PUT", "DELETE"}) {
                    assertThat(send(client, method, "/" + own + name, "").status())
                            .as(method + name)
                            .isEqualTo(404);
                }
                for (String method :
                        new String[] {
                            "PUT", "DELETE", "MKCOL", "LOCK", "PROPPATCH", "COPY", "MOVE"
                        }) {
                    String body =
                            switch (method) {
                                case "LOCK" -> LOCK;
                                case "PROPPATCH" -> PATCH;
                                default -> "";
                            };
                    String[] to = {"Destination: /dav/" + own + "/taken.txt"};
                    assertThat(send(client, method, "/dav/" + own + name, body, to).status())
                            .as(method + name)
                            .isEqualTo(404);
                }
                for (String method : new String[] {"COPY", "MOVE"}) {
                    String[] to = {"Destination: /dav/" + own + name};
                    assertThat(send(client, method, "/dav/" + own + "/a.txt", "", to).status())
                            .as(method + " to " + name)
                            .isEqualTo(404);
                }
            }
            assertThat(names(own)).isEqualTo(before);
            assertThat(Files.readString(root.resolve(own + "/.env"))).isEqualTo(Site.SECRET);
            assertThat(Files.readString(root.resolve(own + "/a.txt"))).isEqualTo("a");
            // Where they are shown they are changed, too.
            assertThat(send(client, "PUT", "/all/" + own + "/.env", "new").status()).isEqualTo(204);
            String known = "/" + own + "/.well-known/change-password";
            assertThat(send(client, "PUT", known, "x").status()).isEqualTo(201);
            assertThat(send(client, "DELETE", known, "").status()).isEqualTo(204);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDirectoryIsCopiedWithoutThemAndNeitherMovedNorDeleted(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            String own = fill(wire);
            List<String> before = names(own);
            String[] to = {"Destination: /dav/copy-" + own};
            assertThat(send(client, "COPY", "/dav/" + own, "", to).status()).isEqualTo(201);
            assertThat(names("copy-" + own))
                    .containsExactly("", ".well-known", ".well-known/security.txt", "a.txt");
            String[] away = {"Destination: /dav/moved-" + own};
            assertThat(send(client, "MOVE", "/dav/" + own, "", away).status()).isEqualTo(403);
            assertThat(names(own)).isEqualTo(before);
            assertThat(send(client, "DELETE", "/dav/" + own, "").status()).isIn(207, 403);
            assertThat(names(own)).contains(".env", ".git/config").doesNotContain("a.txt");
            assertThat(send(client, "DELETE", "/all/" + own, "").status()).isEqualTo(204);
        }
    }
}

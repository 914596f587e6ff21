package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which files a WebDAV servlet shows: by its mapping, and with {@code serveSubpathOnly}. */
final class WebdavMappingTest {
    private static final String WEB_XML =
            """
            <web-app version="6.1">
              <servlet>
                <servlet-name>dav</servlet-name>
                <servlet-class>org.apache.catalina.servlets.WebdavServlet</servlet-class>
                <init-param><param-name>readonly</param-name><param-value>false</param-value></init-param>
                <init-param><param-name>listings</param-name><param-value>true</param-value></init-param>
                <init-param><param-name>serveSubpathOnly</param-name><param-value>%s</param-value></init-param>
              </servlet>
              <servlet-mapping>
                <servlet-name>dav</servlet-name><url-pattern>%s</url-pattern>
              </servlet-mapping>
            </web-app>
            """;

    @TempDir private static Path base;
    private static AllPorts server;

    @BeforeAll
    static void start() throws Exception {
        application("behind", "false", "/");
        application("below", "true", "/files/*");
        server =
                AllPorts.start(
                        builder ->
                                builder.webapp("/behind", base.resolve("behind"))
                                        .webapp("/below", base.resolve("below")));
    }

    private static void application(String name, String subpathOnly, String pattern)
            throws IOException {
        Path root = base.resolve(name);
        Files.createDirectories(root.resolve("WEB-INF"));
        Files.writeString(root.resolve("WEB-INF/web.xml"), WEB_XML.formatted(subpathOnly, pattern));
        for (String directory : new String[] {"files/more", "other"}) {
            Files.createDirectories(root.resolve(directory));
            Files.writeString(root.resolve(directory).resolve("a.txt"), directory);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RawResponse send(
            RawClient client, String method, String target, String body, String... fields)
            throws IOException {
        return client.exchange(WritableSite.request(method, target, body, fields));
    }

    @ParameterizedTest
    @EnumSource
    void behindEverythingItShowsEachFileWhereItIs(Wire wire) throws IOException {
        String own = "/behind/files/" + wire.name();
        try (RawClient client = server.connect(wire)) {
            assertThat(send(client, "PUT", own + ".txt", "own").status()).isEqualTo(201);
            assertThat(client.exchange(request("GET", own + ".txt")).text()).isEqualTo("own");
            String all = send(client, "PROPFIND", "/behind/", "", "Depth: 1").text();
            assertThat(all)
                    .contains("<D:href>/behind/</D:href>", "<D:href>/behind/files/</D:href>")
                    .doesNotContain("WEB-INF");
            String[] to = {"Destination: http://localhost/behind/other/" + wire.name()};
            assertThat(send(client, "MOVE", own + ".txt", "", to).status()).isEqualTo(201);
            assertThat(Files.readString(base.resolve("behind/other/" + wire.name())))
                    .isEqualTo("own");
            RawResponse bare = client.exchange(request("GET", "/behind/files"));
            assertThat(bare.status()).isEqualTo(302);
            assertThat(bare.field("Location")).isEqualTo("/behind/files/");
            assertThat(client.exchange(request("GET", "/behind/files/")).text())
                    .contains("href=\"more/\"");
        }
    }

    @ParameterizedTest
    @EnumSource
    void withServeSubpathOnlyItShowsWhatIsBelowItsMappingAlone(Wire wire) throws IOException {
        String own = "/below/files/" + wire.name();
        try (RawClient client = server.connect(wire)) {
            assertThat(send(client, "PUT", own + ".txt", "own").status()).isEqualTo(201);
            assertThat(Files.readString(base.resolve("below/files/" + wire.name() + ".txt")))
                    .isEqualTo("own");
            assertThat(send(client, "PROPFIND", "/below/files/", "", "Depth: 1").text())
                    .contains("<D:href>/below/files/more/</D:href>", "<D:href>" + own + ".txt<")
                    .doesNotContain("other");
            assertThat(client.exchange(request("GET", "/below/files/more/a.txt")).text())
                    .isEqualTo("files/more");
            for (String out : new String[] {"/below/other/x", "/below/filesx", "/other/x"}) {
                String[] to = {"Destination: " + out};
                assertThat(send(client, "COPY", own + ".txt", "", to).status())
                        .as(out)
                        .isEqualTo(502);
            }
            String[] up = {"Destination: /below/files/../other/x"};
            assertThat(send(client, "COPY", own + ".txt", "", up).status()).isEqualTo(400);
            String[] to = {"Destination: /below/files/more/" + wire.name()};
            assertThat(send(client, "MOVE", own + ".txt", "", to).status()).isEqualTo(201);
            assertThat(send(client, "DELETE", to[0].substring(13), "").status()).isEqualTo(204);
            // What lies elsewhere is a file like any other, for the servlet behind everything.
            assertThat(send(client, "PUT", "/below/other/a.txt", "x").status()).isEqualTo(405);
            RawResponse bare = client.exchange(request("GET", "/below/files"));
            assertThat(bare.status()).isEqualTo(302);
            assertThat(bare.field("Location")).isEqualTo("/below/files/");
        }
    }
}

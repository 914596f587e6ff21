package dev.serval.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.servlet.AppContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of META-INF/resources as clients get them (Servlet 6.1 §4.6). */
class JarFilesServedTest {
    private static final String BIG = "0123456789".repeat(50_000);

    @TempDir Path temp;
    private AppContext context;
    private Connector connector;

    private void start(IoModel io) throws Exception {
        Path base = Files.createDirectory(temp.resolve("app"));
        Files.writeString(base.resolve("both.txt"), "directory");
        Path jar = temp.resolve("lib.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            add(zip, "both.txt", "jar");
            add(zip, "sub/index.html", "welcome");
            add(zip, "big.txt", BIG);
            add(zip, "WEB-INF/secret.txt", "secret");
        }
        context = AppContext.builder("").docBase(base).resourceJar(jar).build();
        context.start();
        HostTable hosts =
                HostTable.builder()
                        .host(
                                "localhost",
                                List.of(),
                                ContextTable.of(List.of(context)),
                                HostValves.NONE)
                        .build();
        connector = new Connector(ConnectorConfig.of(io, 0), new Router(hosts));
        connector.start();
    }

    private static void add(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry("META-INF/resources/" + name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    @AfterEach
    void stop() {
        if (connector != null) {
            connector.stop(Duration.ofSeconds(5));
            context.stop();
        }
    }

    private HttpURLConnection get(String path, String... fields) throws IOException {
        URI uri = URI.create("http://localhost:" + connector.port() + path);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setReadTimeout(20_000);
        for (int i = 0; i < fields.length; i += 2) {
            connection.setRequestProperty(fields[i], fields[i + 1]);
        }
        return connection;
    }

    private String body(String path, String... fields) throws IOException {
        try (InputStream in = get(path, fields).getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void filesAreServedWholeAgainAndInParts(IoModel io) throws Exception {
        start(io);

        for (int i = 0; i < 3; i++) {
            assertThat(body("/both.txt")).isEqualTo("directory");
            assertThat(body("/sub/")).isEqualTo("welcome");
            assertThat(body("/sub/index.html")).isEqualTo("welcome");
            assertThat(body("/big.txt")).isEqualTo(BIG);
            assertThat(body("/big.txt", "Range", "bytes=12-15")).isEqualTo("2345");
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void whatTheClientHasIs304(IoModel io) throws Exception {
        start(io);
        String tag = get("/big.txt").getHeaderField("ETag");
        assertThat(tag).startsWith("\"");

        assertThat(get("/big.txt", "If-None-Match", tag).getResponseCode()).isEqualTo(304);
        assertThat(get("/sub/index.html", "If-None-Match", tag).getResponseCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void directoriesAreRedirectedAndPrivateFilesAre404(IoModel io) throws Exception {
        start(io);

        assertThat(get("/sub").getHeaderField("Location")).endsWith("/sub/");
        for (String path : new String[] {"/WEB-INF/secret.txt", "/BOTH.TXT", "/sub/none.html"}) {
            assertThat(get(path).getResponseCode()).as(path).isEqualTo(404);
        }
    }
}

package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.ConnectorConfig;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files in several content codings: those that lie beside them (precompressed), and gzip that is
 * made once. By every way out, each twice: from the disk, and from memory on the I/O thread.
 */
@ParameterizedClass
@EnumSource(Wire.class)
final class EncodedFilesTest {
    private static final FileTime MODIFIED = FileTime.from(Instant.parse(Site.MODIFIED));
    private static final List<String> WAYS = List.of("/fast", "/listened", "/filtered");
    private static final String CSS = CompressionTest.text(5000);
    private static final String LARGE = CompressionTest.text(300_000);

    @TempDir static Path base;
    private static Serval serval;
    private static RawClient client;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        ConnectorConfig config =
                Configured.connector("compression='on' maxKeepAliveRequests='-1'")
                        .change()
                        .io(wire.io())
                        .address("localhost")
                        .tls(wire.tls() ? TestTls.shared() : null)
                        .done();
        Path application = Files.createDirectories(base.resolve(wire.name()));
        fill(application);
        Filter passing = (request, response, chain) -> chain.doFilter(request, response);
        Filter wrapping =
                (request, response, chain) -> {
                    ((HttpServletResponse) response).setHeader("Vary", "Origin");
                    chain.doFilter(
                            request,
                            new HttpServletResponseWrapper((HttpServletResponse) response));
                };
        ServalBuilder builder = Serval.onPort(0).connector(unchanged -> config);
        for (String way : WAYS) {
            builder.webapp(way, application);
        }
        serval =
                builder.webapp("/wrapped", application)
                        .listener("/listened", new ServletRequestListener() {})
                        .filter("/filtered", "/*", passing)
                        .filter("/wrapped", "/*", wrapping)
                        .start();
        client = new RawClient(wire, serval.port());
    }

    @AfterParameterizedClassInvocation
    static void stop() throws IOException {
        client.close();
        serval.close();
    }

    private static void fill(Path application) throws IOException {
        Files.createDirectories(application.resolve("WEB-INF"));
        Files.writeString(
                application.resolve("WEB-INF/web.xml"),
                """
                <web-app><servlet><servlet-name>default</servlet-name>
                <servlet-class>org.apache.catalina.servlets.DefaultServlet</servlet-class>
                <init-param><param-name>precompressed</param-name>
                <param-value>zstd=.zst,br=.br,gzip=.gz</param-value></init-param>
                </servlet></web-app>
                """);
        file(application, "app.js", "let a = 1;\n".getBytes(StandardCharsets.US_ASCII));
        file(application, "app.js.br", "the br form".getBytes(StandardCharsets.US_ASCII));
        file(application, "app.js.gz", gzip("let a = 1;\n"));
        file(application, "app.js.zst", "the zstd form".getBytes(StandardCharsets.US_ASCII));
        file(application, "style.css", CSS.getBytes(StandardCharsets.US_ASCII));
        file(application, "large.txt", LARGE.getBytes(StandardCharsets.US_ASCII));
        file(application, "small.txt", "small".getBytes(StandardCharsets.US_ASCII));
        file(application, "image.png", CSS.getBytes(StandardCharsets.US_ASCII));
        file(application, "index.html", "<title>start</title>".getBytes(StandardCharsets.US_ASCII));
        file(application, "index.html.gz", gzip("<title>start</title>"));
    }

    private static void file(Path application, String name, byte[] content) throws IOException {
        Path file = Files.write(application.resolve(name), content);
        Files.setLastModifiedTime(file, MODIFIED);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }

    /** By every way, twice: the answer, which must be the same each time. */
    private static RawResponse ask(String method, String path, String... fields)
            throws IOException {
        List<RawResponse> all = new ArrayList<>();
        for (String way : WAYS) {
            for (int time = 0; time < 2; time++) {
                RawResponse answer = client.exchange(request(method, way + path, fields));
                all.add(answer);
                assertThat(sorted(answer)).isEqualTo(sorted(all.get(0)));
                if (answer.status() < 400) {
                    assertThat(answer.body()).isEqualTo(all.get(0).body());
                } else {
                    // Pages of errors name the path, and so the way.
                    assertThat(answer.text().replace("<code>" + way, "<code>"))
                            .isEqualTo(all.get(0).text().replace("<code>" + WAYS.get(0), "<code>"));
                }
            }
        }
        return all.get(0);
    }

    /** An application's fields may stand in another order. */
    private static List<String> sorted(RawResponse response) {
        List<String> lines = new ArrayList<>(response.head().lines().toList());
        lines.removeIf(line -> line.startsWith("X-Request-Id"));
        lines.removeIf(line -> response.status() >= 400 && line.startsWith("Content-Length"));
        lines.sort(null);
        return lines;
    }

    private static RawResponse get(String path, String... fields) throws IOException {
        return ask("GET", path, fields);
    }

    // ---- which form

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "zstd, br, gzip|zstd",
                "gzip, deflate, br|br",
                "gzip|gzip",
                "x-gzip|gzip",
                "gzip;q=1, br;q=0.9, zstd;q=0.8|gzip",
                "br;q=0, zstd;q=0, *|gzip",
                "*|zstd",
                "gzip;q=0.001, identity;q=0|gzip",
                "identity, gzip;q=0.5|",
                "deflate|",
                "gzip;q=0|",
                "''|"
            })
    void theWeightDecidesThenTheOrderOfTheServer(String accepted, String coding)
            throws IOException {
        RawResponse response = get("/app.js", "Accept-Encoding: " + accepted);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Encoding")).isEqualTo(coding);
        assertThat(response.field("Vary")).isEqualTo("Accept-Encoding");
        assertThat(response.field("Content-Type")).isEqualTo("text/javascript");
        assertThat(response.field("Accept-Ranges")).isEqualTo("bytes");
        assertThat(response.field("Content-Length")).isEqualTo("" + response.body().length);
        String text = "gzip".equals(coding) ? Gunzip.text(response) : response.text();
        boolean form = "br".equals(coding) || "zstd".equals(coding);
        assertThat(text).isEqualTo(form ? "the " + coding + " form" : "let a = 1;\n");
        assertThat(response.field("ETag")).endsWith(coding == null ? "000\"" : "-" + coding + "\"");
    }

    @Test
    void aWelcomeFileHasItsFormsToo() throws IOException {
        assertThat(Gunzip.text(get("/", "Accept-Encoding: gzip"))).contains("start");
    }

    @Test
    void aFormIsAFileOfItsOwnUnderItsName() throws IOException {
        RawResponse response = get("/app.js.gz", "Accept-Encoding: gzip, br");
        assertThat(response.field("Content-Encoding")).isNull();
        assertThat(response.field("Vary")).isNull();
        assertThat(response.field("Content-Type")).isEqualTo("application/gzip");
        assertThat(Gunzip.text(response.body())).isEqualTo("let a = 1;\n");
    }

    @Test
    void headHasTheFieldsOfGet() throws IOException {
        for (String path : List.of("/app.js", "/style.css", "/large.txt")) {
            for (String accepted : List.of("gzip", "identity", "br")) {
                String field = "Accept-Encoding: " + accepted;
                assertThat(sorted(ask("HEAD", path, field))).isEqualTo(sorted(get(path, field)));
            }
        }
    }

    // ---- conditions and ranges

    @ParameterizedTest
    @ValueSource(strings = {"br", "gzip", "identity"})
    void everyFormHasItsOwnTag(String coding) throws IOException {
        String accepted = "Accept-Encoding: " + coding;
        String tag = get("/app.js", accepted).field("ETag");
        for (String known : List.of(tag, "\"x\", W/" + tag)) {
            RawResponse response = get("/app.js", accepted, "If-None-Match: " + known);
            assertThat(response.status()).isEqualTo(304);
            assertThat(response.field("ETag")).isEqualTo(tag);
            assertThat(response.field("Vary")).isEqualTo("Accept-Encoding");
        }
        String other = get("/app.js", "Accept-Encoding: zstd").field("ETag");
        assertThat(get("/app.js", accepted, "If-None-Match: " + other).status()).isEqualTo(200);
        assertThat(get("/app.js", accepted, "If-Match: " + tag).status()).isEqualTo(200);
        assertThat(get("/app.js", accepted, "If-Match: " + other).status()).isEqualTo(412);
        String date = "If-Modified-Since: " + Site.LAST_MODIFIED;
        assertThat(get("/app.js", accepted, date).status()).isEqualTo(304);
    }

    @Test
    void partsAreThoseOfTheForm() throws IOException {
        String accepted = "Accept-Encoding: br";
        RawResponse part = get("/app.js", accepted, "Range: bytes=4-5");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.text()).isEqualTo("br");
        assertThat(part.field("Content-Range")).isEqualTo("bytes 4-5/11");
        assertThat(part.field("Content-Encoding")).isEqualTo("br");
        assertThat(part.field("Vary")).isEqualTo("Accept-Encoding");
        String tag = "If-Range: " + part.field("ETag");
        assertThat(get("/app.js", accepted, "Range: bytes=4-5", tag).text()).isEqualTo("br");
        RawResponse other = get("/app.js", "Accept-Encoding: zstd", "Range: bytes=4-5", tag);
        assertThat(other.status()).isEqualTo(200);
        assertThat(other.text()).isEqualTo("the zstd form");
        RawResponse none = get("/app.js", accepted, "Range: bytes=11-");
        assertThat(none.status()).isEqualTo(416);
        assertThat(none.field("Content-Range")).isEqualTo("bytes */11");
    }

    // ---- made here

    @ParameterizedTest
    @CsvSource({"/style.css", "/large.txt"})
    void whatHasNoFormIsCompressed(String path) throws IOException {
        String text = path.equals("/large.txt") ? LARGE : CSS;
        RawResponse made = get(path, "Accept-Encoding: br, gzip");
        assertThat(Gunzip.text(made)).isEqualTo(text);
        assertThat(made.body().length).isLessThan(text.length() / 2);
        assertThat(made.field("Content-Length")).isEqualTo("" + made.body().length);
        assertThat(made.field("Vary")).isEqualTo("Accept-Encoding");
        assertThat(made.field("Accept-Ranges")).isNull();

        RawResponse plain = get(path, "Accept-Encoding: br");
        assertThat(plain.text()).isEqualTo(text);
        assertThat(plain.field("Vary")).isEqualTo("Accept-Encoding");
        assertThat(plain.field("Accept-Ranges")).isEqualTo("bytes");
        String tag = plain.field("ETag");
        String gzipTag = tag.substring(0, tag.length() - 1) + "-gzip\"";
        assertThat(made.field("ETag")).isEqualTo(gzipTag);

        String gzip = "Accept-Encoding: gzip";
        RawResponse known = get(path, gzip, "If-None-Match: " + gzipTag);
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.field("ETag")).isEqualTo(gzipTag);
        assertThat(known.field("Vary")).isEqualTo("Accept-Encoding");
        assertThat(get(path, "If-None-Match: " + tag).field("Vary")).isEqualTo("Accept-Encoding");
        assertThat(get(path, gzip, "If-None-Match: " + tag).status()).isEqualTo(200);
    }

    @Test
    void partsAreThoseOfTheFileAsItLies() throws IOException {
        String gzip = "Accept-Encoding: gzip";
        RawResponse part = get("/style.css", gzip, "Range: bytes=1-4");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.text()).isEqualTo(CSS.substring(1, 5));
        assertThat(part.field("Content-Encoding")).isNull();
        assertThat(part.field("Vary")).isEqualTo("Accept-Encoding");
        String gzipTag = get("/style.css", gzip).field("ETag");
        RawResponse whole = get("/style.css", gzip, "Range: bytes=1-4", "If-Range: " + gzipTag);
        assertThat(whole.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/small.txt", "/image.png"})
    void whatIsSmallOrOfAnotherTypeStaysAsItIs(String path) throws IOException {
        RawResponse response = get(path, "Accept-Encoding: gzip");
        assertThat(response.field("Content-Encoding")).isNull();
        assertThat(response.field("Vary")).isNull();
    }

    // ---- behind a filter that wraps

    @Test
    void aFilterThatReadsTheContentGetsItAsItLiesUnlessAFormLiesThere() throws IOException {
        RawResponse form =
                client.exchange(request("GET", "/wrapped/app.js", "Accept-Encoding: br"));
        assertThat(form.text()).isEqualTo("the br form");
        assertThat(form.all("Vary")).containsExactly("Origin", "Accept-Encoding");
        RawResponse made =
                client.exchange(request("GET", "/wrapped/style.css", "Accept-Encoding: gzip"));
        assertThat(Gunzip.text(made)).isEqualTo(CSS);
        assertThat(made.field("ETag")).startsWith("W/\"").endsWith("000\"");
        assertThat(made.field("Vary")).isEqualTo("Origin, Accept-Encoding");
        RawResponse known =
                client.exchange(
                        request(
                                "GET",
                                "/wrapped/style.css",
                                "Accept-Encoding: gzip",
                                "If-None-Match: " + made.field("ETag")));
        assertThat(known.status()).isEqualTo(304);
        assertThat(known.field("ETag")).isEqualTo(made.field("ETag"));
    }
}

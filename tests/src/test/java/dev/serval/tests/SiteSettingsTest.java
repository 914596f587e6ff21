package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.ServalBuilder;
import dev.serval.files.EarlyHintsOver;
import dev.serval.files.SiteSettings;
import dev.serval.servlet.EarlyHints;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What files say besides their content, the one page of a single-page application, and early hints;
 * byte for byte, from the disk and from memory alike.
 */
final class SiteSettingsTest {
    private static final String PAGE = "<!doctype html><title>start</title>\n";
    private static final String LINKS = "</a.css>; rel=preload; as=style, </b.js>; rel=preload";
    private static final String TAG =
            "\"" + PAGE.length() + "-" + Instant.parse(Site.MODIFIED).toEpochMilli() + "\"";

    @TempDir private static Path directory;
    private static AllPorts server;

    @BeforeAll
    static void start() throws Exception {
        file("index.html", PAGE);
        file("app.3f2a9c1b.js", "let a;\n");
        file("big.txt", "b".repeat(300_000));
        file("empty/file.txt", "a file");
        file("empty/.secret", Site.SECRET);
        file(".env", Site.SECRET);
        file("WEB-INF/secret", Site.SECRET);
        server = AllPorts.start(SiteSettingsTest::describe);
    }

    private static void file(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(Site.MODIFIED)));
    }

    private static ServalBuilder describe(ServalBuilder builder) {
        SiteSettings site =
                SiteSettings.DEFAULTS
                        .withCacheControl("immutable\n*.txt = max-age=60\n* = no-cache")
                        .withLinks(
                                "text/html = </a.css>; rel=preload; as=style\n"
                                        + "*.html = </b.js>; rel=preload")
                        .withField("X-Content-Type-Options", "nosniff")
                        .withFallback("/index.html")
                        .withDotFilesHidden(true);
        return builder.directory("/", directory)
                .files("/", settings -> settings.withSite(site))
                .directory("/hints", directory)
                .files(
                        "/hints",
                        settings -> settings.withSite(site.withEarlyHints(EarlyHintsOver.HTTP1)))
                .directory("/list", directory)
                .files(
                        "/list",
                        settings -> settings.withListings(true).withSite(site.withFallback(null)))
                .servlet("/hints", "/slow/*", new Slow())
                .servlet("/", "/slow/*", new Slow());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RawClient connect(Wire wire) throws IOException {
        return server.connect(wire);
    }

    /** The response without its Date, as it came. */
    private static String bytes(RawResponse response) {
        return new String(response.raw(), StandardCharsets.ISO_8859_1)
                .replaceFirst("Date: [^\r]*\r\n", "");
    }

    private static String page(String status, String fields) {
        return "HTTP/1.1 " + status + "\r\n" + fields.replace("\n", "\r\n") + "\r\n";
    }

    @ParameterizedTest
    @EnumSource
    void aFileSaysTheSameFromTheDiskAndFromMemory(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            for (int i = 0; i < 4; i++) {
                RawResponse response = client.exchange(request("GET", "/index.html"));
                assertThat(bytes(response))
                        .isEqualTo(
                                page(
                                                "200 OK",
                                                "Content-Type: text/html\n"
                                                        + "Last-Modified: "
                                                        + Site.LAST_MODIFIED
                                                        + "\nETag: "
                                                        + TAG
                                                        + "\nAccept-Ranges: bytes\n"
                                                        + "Cache-Control: no-cache\n"
                                                        + "Link: "
                                                        + LINKS
                                                        + "\nX-Content-Type-Options: nosniff\n"
                                                        + "Content-Length: "
                                                        + PAGE.length()
                                                        + "\n")
                                        + PAGE);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rfc9110Section15_4_5A304SaysHowLongItStaysFresh(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            for (int i = 0; i < 3; i++) {
                RawResponse response =
                        client.exchange(request("GET", "/index.html", "If-None-Match: " + TAG));
                assertThat(bytes(response))
                        .isEqualTo(
                                page(
                                        "304 Not Modified",
                                        "ETag: " + TAG + "\nCache-Control: no-cache\n"));
                client.exchange(request("GET", "/index.html"));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rulesAreForNamesAndRangesHaveThemToo(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            RawResponse script = client.exchange(request("GET", "/app.3f2a9c1b.js"));
            assertThat(script.field("Cache-Control"))
                    .isEqualTo("public, max-age=31536000, immutable");
            assertThat(script.field("Link")).isNull();
            RawResponse part = client.exchange(request("GET", "/big.txt", "Range: bytes=0-1"));
            assertThat(part.status()).isEqualTo(206);
            assertThat(part.field("Cache-Control")).isEqualTo("max-age=60");
            assertThat(client.exchange(request("GET", "/big.txt")).field("Cache-Control"))
                    .isEqualTo("max-age=60");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anAddressOfThePageIsAnsweredByIt(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            for (String path :
                    new String[] {"/users/7", "/users/", "/empty/", "/%C3%BC", "/users/7"}) {
                RawResponse page =
                        client.exchange(request("GET", path, "Accept: text/html, */*;q=0.8"));
                assertThat(page.status()).as(path).isEqualTo(200);
                assertThat(page.text()).isEqualTo(PAGE);
                assertThat(page.field("Vary")).isEqualTo("Accept");
                assertThat(page.field("Cache-Control")).isEqualTo("no-cache");
                assertThat(page.field("ETag")).isEqualTo(TAG);
            }
            RawResponse head = client.exchange(request("HEAD", "/users/7"));
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.field("Content-Length")).isEqualTo("" + PAGE.length());
            assertThat(client.exchange(request("GET", "/users", "If-None-Match: " + TAG)).status())
                    .isEqualTo(304);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNoAddressOfThePageIsMissed(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            RawResponse data =
                    client.exchange(request("GET", "/users/7", "Accept: application/json"));
            assertThat(data.status()).isEqualTo(404);
            assertThat(data.field("Vary")).isEqualTo("Accept");
            assertThat(data.field("X-Content-Type-Options")).isEqualTo("nosniff");
            for (String path :
                    new String[] {"/missing.js", "/.env", "/.git/head", "/WEB-INF/secret"}) {
                RawResponse response = client.exchange(request("GET", path));
                assertThat(response.status()).as(path).isEqualTo(404);
                assertThat(response.text()).doesNotContain(Site.SECRET);
            }
            assertThat(client.exchange(request("DELETE", "/users/7")).status()).isEqualTo(404);
            assertThat(client.exchange(request("GET", "/empty")).status()).isEqualTo(302);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aListingNamesWhatIsServedAndHasTheFieldsOfFiles(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            RawResponse empty = client.exchange(request("GET", "/list/empty/"));
            assertThat(empty.status()).isEqualTo(200);
            assertThat(empty.text()).contains("file.txt").doesNotContain(".secret");
            assertThat(empty.field("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(client.exchange(request("GET", "/list/empty/.secret")).status())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rfc8297Section2HintsGoBeforeAPageAndNothingElse(Wire wire) throws IOException {
        String hint = "HTTP/1.1 103 Early Hints\r\nLink: " + LINKS + "\r\n\r\n";
        try (RawClient client = connect(wire)) {
            for (int i = 0; i < 3; i++) {
                client.send(request("GET", "/hints/index.html"));
                assertThat(bytes(client.response())).isEqualTo(hint);
                RawResponse page = client.response();
                assertThat(page.status()).isEqualTo(200);
                assertThat(page.field("Link")).isEqualTo(LINKS);
                assertThat(page.text()).isEqualTo(PAGE);
                assertThat(client.exchange(request("HEAD", "/hints/index.html")).status())
                        .isEqualTo(200);
                assertThat(client.exchange(request("GET", "/hints/big.txt")).status())
                        .isEqualTo(200);
                String known = "If-None-Match: " + TAG;
                assertThat(client.exchange(request("GET", "/hints/index.html", known)).status())
                        .isEqualTo(304);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rfc8297Section3AnOldClientAndByDefaultHttp11GetNoHints(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            client.send("GET /hints/index.html HTTP/1.0\r\nHost: localhost\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(200);
        }
        try (RawClient client = connect(wire)) {
            assertThat(client.exchange(request("GET", "/index.html")).status()).isEqualTo(200);
            assertThat(client.exchange(request("GET", "/slow/")).text())
                    .isEqualTo("sent=false false late=false");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServletSendsHintsWhileItsPageIsMade(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            for (int i = 0; i < 2; i++) {
                client.send(request("GET", "/hints/slow/"));
                assertThat(bytes(client.response()))
                        .isEqualTo(
                                "HTTP/1.1 103 Early Hints\r\n"
                                        + "Link: </a>; rel=preload, </b>; rel=preload\r\n\r\n");
                assertThat(bytes(client.response()))
                        .isEqualTo("HTTP/1.1 103 Early Hints\r\nLink: </c>; rel=preload\r\n\r\n");
                RawResponse page = client.response();
                assertThat(page.text()).isEqualTo("sent=true true late=false");
                assertThat(page.field("Link")).isNull();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rfc9110Section5_5NoLineBreakGetsIntoAHint(Wire wire) throws IOException {
        try (RawClient client = connect(wire)) {
            for (String context : new String[] {"", "/hints"}) {
                RawResponse page = client.exchange(request("GET", context + "/slow/bad"));
                assertThat(page.text()).isEqualTo("refused");
            }
        }
    }

    /** Says what it needs, then the page. */
    private static final class Slow extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            if ("/bad".equals(request.getPathInfo())) {
                try {
                    EarlyHints.send(response, "</a>\r\nX-Injected: yes");
                } catch (IllegalArgumentException e) {
                    response.getWriter().print("refused");
                }
                return;
            }
            boolean first = EarlyHints.send(response, "</a>; rel=preload", "</b>; rel=preload");
            HttpServletResponse wrapped = new HttpServletResponseWrapper(response);
            boolean second = EarlyHints.send(wrapped, "</c>; rel=preload");
            response.getWriter().print("sent=" + first + " " + second);
            response.flushBuffer();
            boolean late = EarlyHints.send(response, "</d>; rel=preload");
            response.getWriter().print(" late=" + late);
        }
    }
}

package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.ServalBuilder;
import jakarta.servlet.Filter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.text.Normalizer;
import java.time.Instant;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Serval's own init-params of the servlet for files in a web.xml, and where it is mapped. */
final class FileParametersTest {
    private static final String PAGE = "<!doctype html><title>start</title>\n";
    private static final String GZIP = "Accept-Encoding: gzip";
    private static final String HTML = "Accept: text/html";

    @TempDir private static Path base;
    private static AllPorts server;

    @BeforeAll
    static void start() throws Exception {
        site();
        application(
                "all",
                servlet("files", "debug", "0") + mapping("files", "/*"),
                "dir/file.txt",
                "x");
        application(
                "some",
                servlet("files", "directoryRedirectStatusCode", "308")
                        + mapping("files", "/static/*"),
                "static/dir/file.txt",
                "x");
        application("blank", "", "100% é/index.html", PAGE);
        application(
                "put",
                servlet("default", "readonly", "false", "useStrongETags", "true")
                        + servlet("dav", "readonly", "false", "useStrongETags", "true")
                                .replace("DefaultServlet", "WebdavServlet")
                        + mapping("dav", "/dav/*"),
                "old.txt",
                "old");
        Filter writing =
                (request, response, chain) -> {
                    response.setCharacterEncoding("UTF-8");
                    response.getWriter();
                    chain.doFilter(request, response);
                };
        server =
                AllPorts.start(
                        builder ->
                                applications(builder)
                                        .webapp("/a b", base.resolve("blank"))
                                        .filter("/site", "/written/*", writing));
    }

    private static ServalBuilder applications(ServalBuilder builder) {
        for (String name : new String[] {"site", "all", "some", "put"}) {
            builder.webapp("/" + name, base.resolve(name));
        }
        return builder;
    }

    private static void site() throws IOException {
        application(
                "site",
                servlet(
                        "default",
                        "cacheControl",
                        "immutable\n*.html = no-cache",
                        "links",
                        "*.js = &lt;/m.js>; rel=modulepreload",
                        "earlyHints",
                        "http1",
                        "headers",
                        "X-Content-Type-Options: nosniff\nX-Robots-Tag: noindex",
                        "fallback",
                        "/index.html",
                        "dotFiles",
                        "false",
                        "precompressed",
                        "gzip=.gz"),
                "index.html",
                PAGE);
        file("site/index.html.gz", gzip(PAGE));
        file("site/app.3f2a9c1b.js", "let a;\n");
        file("site/.env", Site.SECRET);
        file("site/Case/é.txt", "one form of a name");
        file("site/written/style.css", "a { color: \u00e9 }\n");
        file("site/written/style.css.gz", gzip("other bytes"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String servlet(String name, String... parameters) {
        StringBuilder xml = new StringBuilder("<servlet><servlet-name>" + name);
        xml.append("</servlet-name><servlet-class>org.apache.catalina.servlets.DefaultServlet");
        xml.append("</servlet-class>");
        for (int i = 0; i < parameters.length; i += 2) {
            xml.append("<init-param><param-name>").append(parameters[i]);
            xml.append("</param-name><param-value>").append(parameters[i + 1]);
            xml.append("</param-value></init-param>");
        }
        return xml + "</servlet>";
    }

    private static String mapping(String name, String pattern) {
        return "<servlet-mapping><servlet-name>%s</servlet-name><url-pattern>%s</url-pattern></servlet-mapping>"
                .formatted(name, pattern);
    }

    private static void application(String name, String servlets, String file, String content)
            throws IOException {
        file(name + "/WEB-INF/web.xml", "<web-app version='6.1'>" + servlets + "</web-app>");
        file(name + "/" + file, content);
    }

    private static void file(String name, String content) throws IOException {
        file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private static void file(String name, byte[] content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(Site.MODIFIED)));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EnumSource
    void whatAWebXmlSaysOfFilesIsSeen(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            for (int i = 0; i < 3; i++) {
                RawResponse page = client.exchange(request("GET", "/site/index.html"));
                assertThat(page.text()).isEqualTo(PAGE);
                assertThat(page.field("Cache-Control")).isEqualTo("no-cache");
                assertThat(page.field("X-Content-Type-Options")).isEqualTo("nosniff");
                assertThat(page.field("X-Robots-Tag")).isEqualTo("noindex");
                RawResponse hint = client.exchange(request("GET", "/site/app.3f2a9c1b.js"));
                assertThat(hint.status()).isEqualTo(103);
                assertThat(hint.field("Link")).isEqualTo("</m.js>; rel=modulepreload");
                RawResponse script = client.response();
                assertThat(script.text()).isEqualTo("let a;\n");
                assertThat(script.field("Link")).isEqualTo(hint.field("Link"));
                assertThat(script.field("Cache-Control"))
                        .isEqualTo("public, max-age=31536000, immutable");
                RawResponse hidden = client.exchange(request("GET", "/site/.env"));
                assertThat(hidden.status()).isEqualTo(404);
                assertThat(hidden.field("X-Robots-Tag")).isEqualTo("noindex");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theSinglePageIsSentInTheFormThatLiesBesideIt(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            RawResponse itself = client.exchange(request("GET", "/site/index.html", GZIP));
            assertThat(client.exchange(request("OPTIONS", "/site/index.html", GZIP)).fields())
                    .noneMatch(line -> line.startsWith("Content-Encoding"));
            for (int i = 0; i < 2; i++) {
                RawResponse page = client.exchange(request("GET", "/site/users/7", HTML, GZIP));
                assertThat(page.status()).isEqualTo(200);
                assertThat(page.field("Content-Encoding")).isEqualTo("gzip");
                assertThat(page.field("Vary")).isEqualTo("Accept-Encoding, Accept");
                assertThat(page.field("ETag")).isEqualTo(itself.field("ETag"));
                assertThat(page.field("Cache-Control")).isEqualTo("no-cache");
                assertThat(page.body()).isEqualTo(itself.body());
                assertThat(Gunzip.text(page)).isEqualTo(PAGE);
                String known = "If-None-Match: " + page.field("ETag");
                assertThat(
                                client.exchange(request("GET", "/site/users/8", HTML, GZIP, known))
                                        .status())
                        .isEqualTo(304);
                RawResponse plain =
                        client.exchange(request("GET", "/site/users/7", HTML, "Range: bytes=0-1"));
                assertThat(plain.text()).isEqualTo(PAGE);
                assertThat(plain.field("Content-Encoding")).isNull();
                assertThat(plain.field("Vary")).isEqualTo("Accept-Encoding, Accept");
                RawResponse head = client.exchange(request("HEAD", "/site/users/7", HTML, GZIP));
                assertThat(head.head()).isEqualTo(page.head());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereSomebodyHasTheWriterTheTextItselfIsSent(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            for (String range : new String[] {"Range: lines=1", "Range: bytes=0-1"}) {
                RawResponse answer =
                        client.exchange(request("GET", "/site/written/style.css", GZIP, range));
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.utf8()).isEqualTo("a { color: \u00e9 }\n");
                assertThat(answer.field("Content-Encoding")).isNull();
                assertThat(answer.field("Content-Range")).isNull();
                assertThat(answer.field("ETag")).doesNotContain("gzip");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDirectoryIsRedirectedWhereverItsServletIsMapped(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            assertRedirects(client, "/all/dir", 302);
            assertRedirects(client, "/some/static/dir", 308);
            assertRedirects(client, "/some/static", 308);
            assertRedirects(client, "/a%20b/100%25%20%C3%A9", 302);
            assertThat(client.exchange(request("GET", "/a%20b/100%25%20%C3%A9/")).text())
                    .isEqualTo(PAGE);
            assertRedirects(client, "/a%20b", 302);
            assertRedirects(client, "/put/dav", 302);
        }
    }

    private static void assertRedirects(RawClient client, String path, int status)
            throws IOException {
        RawResponse answer = client.exchange(request("GET", path + "?a=%25"));
        assertThat(answer.status()).as(path).isEqualTo(status);
        assertThat(answer.field("Location")).isEqualTo(path + "/?a=%25");
        assertThat(client.exchange(request("GET", path + "/")).status()).isIn(200, 404);
    }

    @ParameterizedTest
    @EnumSource
    void aNameInAnotherCaseOrNormalFormIsAnotherName(Wire wire) throws IOException {
        String name = "/site/Case/é.txt";
        try (RawClient client = server.connect(wire)) {
            assertThat(client.exchange(get(name)).status()).isEqualTo(200);
            assertThat(client.exchange(get(name.replace("Case", "case"))).status()).isEqualTo(404);
            assertThat(client.exchange(get(name.replace('é', 'É'))).status()).isEqualTo(404);
            assertThat(client.exchange(get(name.replace("txt", "TXT"))).status()).isEqualTo(404);
            String other = Normalizer.normalize(name, Normalizer.Form.NFD);
            assertThat(client.exchange(get(other)).status()).isEqualTo(404);
            assertThat(client.exchange(get(name)).status()).isEqualTo(200);
        }
    }

    private static String get(String path) {
        StringBuilder target = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            target.append(b < 0 ? "%%%02X".formatted(b & 0xff) : String.valueOf((char) b));
        }
        return request("GET", target.toString());
    }

    @ParameterizedTest
    @EnumSource
    void aTagOfTheContentLetsItsReaderReplaceIt(Wire wire) throws IOException {
        String target = "/put/" + wire.name() + ".txt";
        try (RawClient client = server.connect(wire)) {
            assertThat(put(client, target, "one", "If-None-Match: *").status()).isEqualTo(201);
            String tag = client.exchange(request("GET", target)).field("ETag");
            assertThat(tag).matches("\"[0-9a-f]{32}\"");
            String dav = target.replace("/put/", "/put/dav/");
            RawResponse found =
                    client.exchange(WritableSite.request("PROPFIND", dav, "", "Depth: 0"));
            assertThat(found.text())
                    .contains("<D:getetag>" + tag.replace("\"", "&quot;") + "</D:getetag>");
            assertThat(put(client, target, "two", "If-Match: " + tag).status()).isEqualTo(204);
            assertThat(put(client, target, "six", "If-Match: " + tag).status()).isEqualTo(412);
            String now = client.exchange(request("GET", target)).field("ETag");
            assertThat(now).isNotEqualTo(tag);
            assertThat(put(client, dav, "ten", "If: ([" + tag + "])").status()).isEqualTo(412);
            assertThat(put(client, dav, "ten", "If: ([" + now + "])").status()).isEqualTo(204);
            // The same content again has the same tag.
            assertThat(put(client, target, "one", "If-None-Match: " + tag).status()).isEqualTo(204);
            assertThat(put(client, target, "x", "If-None-Match: " + tag).status()).isEqualTo(412);
            assertThat(
                            client.exchange(
                                            WritableSite.request(
                                                    "DELETE", target, "", "If-Match: " + tag))
                                    .status())
                    .isEqualTo(204);
        }
    }

    private static RawResponse put(RawClient client, String target, String body, String field)
            throws IOException {
        return client.exchange(WritableSite.request("PUT", target, body, field));
    }
}

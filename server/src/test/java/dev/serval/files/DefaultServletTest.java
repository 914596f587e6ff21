package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.serval.http.Exchange;
import dev.serval.http.Method;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultServletTest {
    private static final long OLD = 1_600_000_000_000L;
    private static final int BIG = 200_000;

    @TempDir Path base;
    private final AtomicLong nanos = new AtomicLong();
    private FileCache cache;
    private FastFile fast;
    private DefaultServlet servlet;

    @BeforeEach
    void site() throws IOException {
        write("a.txt", "hello");
        write("big.bin", "0123456789".repeat(BIG / 10));
        write("page.jsp", "<% source %>");
        write("page.JSPX", "<% source %>");
        write("empty", "");
        Files.createDirectories(base.resolve("sub"));
        Files.createDirectories(base.resolve("WEB-INF"));
        write("WEB-INF/web.xml", "<web-app/>");
        cache =
                new FileCache(
                        new ResourceRoot(base, false),
                        MimeTypes.DEFAULTS,
                        FileSettings.DEFAULTS,
                        nanos::get,
                        () -> OLD + 10_000);
        fast = new FastFile(cache);
        servlet = new DefaultServlet(cache, fast);
    }

    @AfterEach
    void close() {
        cache.close();
    }

    // ---- through the Servlet API

    @Test
    void sendsAFile() throws Exception {
        ServletExchange call = call("GET", "/a.txt");

        assertThat(call.status).isEqualTo(200);
        assertThat(call.body()).isEqualTo("hello");
        assertThat(call.length).isEqualTo(5);
        assertThat(call.sent)
                .containsEntry("Content-Type", "text/plain")
                .containsEntry("ETag", "\"5-1600000000000\"")
                .containsEntry("Last-Modified", "Sun, 13 Sep 2020 12:26:40 GMT")
                .containsEntry("Accept-Ranges", "bytes");
    }

    @Test
    void sendsALargeFile() throws Exception {
        ServletExchange call = call("GET", "/big.bin");

        assertThat(call.length).isEqualTo(BIG);
        assertThat(call.body()).isEqualTo("0123456789".repeat(BIG / 10));
    }

    @ParameterizedTest
    @CsvSource({"/a.txt, 5", "/big.bin, 200000", "/empty, 0"})
    void headHasTheLengthAlone(String path, long length) throws Exception {
        ServletExchange call = call("HEAD", path);

        assertThat(call.status).isEqualTo(200);
        assertThat(call.length).isEqualTo(length);
        assertThat(call.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/a.txt, ell, bytes 1-3/5", "/big.bin, 123, bytes 1-3/200000"})
    void sendsAPart(String path, String body, String place) throws Exception {
        ServletExchange call = call("GET", path, "Range: bytes=1-3");

        assertThat(call.status).isEqualTo(206);
        assertThat(call.body()).isEqualTo(body);
        assertThat(call.length).isEqualTo(3);
        assertThat(call.sent).containsEntry("Content-Range", place);
    }

    @ParameterizedTest
    @CsvSource({
        "/a.txt, el, o, 5, text/plain",
        "/big.bin, 12, 4, 200000, application/octet-stream"
    })
    void sendsParts(String path, String first, String second, int size, String type)
            throws Exception {
        ServletExchange call = call("GET", path, "Range: bytes=1-2,4-4,900000-");
        RecordedStream stream = direct(Method.GET, path, "Range: bytes=1-2,4-4,900000-");

        assertThat(call.status).isEqualTo(206);
        assertThat(call.sent).doesNotContainKey("Content-Range");
        String boundary =
                call.sent.get("Content-Type").replace("multipart/byteranges;boundary=", "");
        assertThat(boundary).matches("[0-9A-Za-z_-]{24}");
        String expected =
                "--B\r\nContent-Type: T\r\nContent-Range: bytes 1-2/S\r\n\r\n"
                        + first
                        + "\r\n--B\r\nContent-Type: T\r\nContent-Range: bytes 4-4/S\r\n\r\n"
                        + second
                        + "\r\n--B--\r\n";
        expected = expected.replace("/S", "/" + size).replace(": T", ": " + type);
        assertThat(call.body()).isEqualTo(expected.replace("--B", "--" + boundary));
        assertThat(call.length).isEqualTo(call.body().length());
        assertThat(stream.status).isEqualTo(206);
        assertThat(stream.length).isEqualTo(call.length);
        assertThat(stream.body().replaceAll("--[0-9A-Za-z_-]{24}", "--B")).isEqualTo(expected);
        assertThat(call("GET", path, "Range: bytes=0-0,2-2").sent.get("Content-Type"))
                .isNotEqualTo(call.sent.get("Content-Type"));
    }

    @Test
    void headOfPartsIsThatOfTheWhole() throws Exception {
        ServletExchange call = call("HEAD", "/a.txt", "Range: bytes=1-2,4-4");

        assertThat(call.status).isEqualTo(200);
        assertThat(call.length).isEqualTo(5);
    }

    @Test
    void partsOfAnotherVersionAreTheWhole() throws Exception {
        ServletExchange call = call("GET", "/a.txt", "Range: bytes=1-2,4-4", "If-Range: \"5-1\"");

        assertThat(call.status).isEqualTo(200);
        assertThat(call.body()).isEqualTo("hello");
    }

    // ---- parameters

    @Test
    void aPostIsLikeAGetWhereThatIsAllowed() throws Exception {
        servlet = with("allowPostAsGet", "true");

        assertThat(call("POST", "/a.txt", "Range: bytes=0-0").body()).isEqualTo("hello");
        assertThat(call("POST", "/a.txt", "If-None-Match: *").error).isEqualTo(412);
        assertThat(call("OPTIONS", "/a.txt").sent)
                .containsEntry("Allow", "GET, HEAD, POST, OPTIONS");
        ServletExchange put = call("PUT", "/a.txt");
        assertThat(put.error).isEqualTo(405);
        assertThat(put.sent).containsEntry("Allow", "GET, HEAD, POST, OPTIONS");
    }

    @Test
    void theRedirectHasTheStatusThatIsWanted() throws Exception {
        servlet = with("directoryRedirectStatusCode", "308");

        assertThat(call("GET", "/sub").status).isEqualTo(308);
    }

    @Test
    void rangesNeedNotBeOffered() throws Exception {
        servlet = with("useAcceptRanges", "false");

        assertThat(call("GET", "/a.txt").sent).doesNotContainKey("Accept-Ranges");
        assertThat(call("GET", "/a.txt", "Range: bytes=1-2").body()).isEqualTo("el");
    }

    @Test
    void aStrongTagIsThatOfTheContent() throws Exception {
        servlet = with("useStrongETags", "true");
        write("same.txt", "hello");
        String tag = "\"2cf24dba5fb0a30e26e83b2ac5b9e29e\"";

        assertThat(call("GET", "/a.txt").sent).containsEntry("ETag", tag);
        assertThat(call("GET", "/same.txt").sent).containsEntry("ETag", tag);
        assertThat(call("GET", "/big.bin").sent).containsEntry("ETag", "\"200000-" + OLD + "\"");
        RecordedStream stream = direct(Method.GET, "/a.txt");
        assertThat(stream.lines).contains("ETag: " + tag);
    }

    @ParameterizedTest
    @CsvSource({
        "true, utf8, Grüße|",
        "false, utf8, Grüße|",
        "pass-through, utf8, \uFEFFGrüße|",
        "true, latin1, GrÃ¼Ã\u009fe|",
        "true, utf16, Grüße|"
    })
    void textIsConvertedForWhoeverWritesCharacters(String bom, String file, String text)
            throws Exception {
        byte[] utf8 = "\uFEFFGrüße|".getBytes(StandardCharsets.UTF_8);
        Files.write(base.resolve("utf8.txt"), utf8);
        Files.write(base.resolve("utf16.txt"), "\uFEFFGrüße|".getBytes(StandardCharsets.UTF_16LE));
        Files.write(base.resolve("latin1.txt"), "Grüße|".getBytes(StandardCharsets.UTF_8));
        servlet =
                with(
                        "useBomIfPresent",
                        bom,
                        "fileEncoding",
                        file.equals("latin1") ? "ISO-8859-1" : "UTF-8");
        ServletExchange call = including("/" + file + ".txt");
        call.writing = true;
        serve(call);

        assertThat(call.written).hasToString(text);
    }

    @Test
    void textIsConvertedIntoTheEncodingThatTheResponseStates() throws Exception {
        Files.write(base.resolve("u.txt"), "\uFEFFGrüße".getBytes(StandardCharsets.UTF_8));
        ServletExchange call = new ServletExchange("GET", "/u.txt", "Range: bytes=0-3");
        call.charset = "ISO-8859-1";
        serve(call);

        assertThat(call.status).isEqualTo(200);
        assertThat(call.bytes()).isEqualTo("Grüße".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(call.length).isEqualTo(-1);
        ServletExchange same = new ServletExchange("GET", "/u.txt");
        same.charset = "utf-8";
        serve(same);
        assertThat(same.body()).isEqualTo("\uFEFFGrüße");
    }

    private DefaultServlet with(String... parameters) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            all.put(parameters[i], parameters[i + 1]);
        }
        cache.configure(DefaultServletParameters.apply(cache.settings(), all));
        return new DefaultServlet(cache, null);
    }

    @Test
    void unsatisfiableRangeIs416() throws Exception {
        ServletExchange call = call("GET", "/a.txt", "Range: bytes=5-");

        assertThat(call.error).isEqualTo(416);
        assertThat(call.sent).containsExactly(Map.entry("Content-Range", "bytes */5"));
    }

    @Test
    void knownVersionIs304() throws Exception {
        ServletExchange call = call("GET", "/a.txt", "If-None-Match: \"x\", W/\"5-1600000000000\"");

        assertThat(call.status).isEqualTo(304);
        assertThat(call.body()).isEmpty();
        assertThat(call.sent).containsOnlyKeys("ETag");
    }

    @Test
    void tagsInTwoLinesAreOneList() throws Exception {
        ServletExchange call =
                call("GET", "/a.txt", "If-None-Match: \"x\"", "If-None-Match: \"5-1600000000000\"");

        assertThat(call.status).isEqualTo(304);
    }

    @Test
    void failedPreconditionIs412() throws Exception {
        assertThat(call("GET", "/a.txt", "If-Match: \"x\"").error).isEqualTo(412);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a.txt", "/sub", "/sub/"})
    void optionsAllows(String path) throws Exception {
        ServletExchange call = call("OPTIONS", path);

        assertThat(call.error).isZero();
        assertThat(call.sent).containsEntry("Allow", "GET, HEAD, OPTIONS");
        assertThat(call.length).isZero();
        assertThat(call.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "TRACE", "PATCH", "PROPFIND", "get", "OTHER"})
    void otherMethodIs405(String method) throws Exception {
        for (String path : new String[] {"/a.txt", "/sub/", "/sub"}) {
            ServletExchange call = call(method, path);
            assertThat(call.error).as(path).isEqualTo(405);
            assertThat(call.sent).containsEntry("Allow", "GET, HEAD, OPTIONS");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"})
    void whatIsPrivateIs404WithEveryMethod(String method) throws Exception {
        for (String path :
                new String[] {
                    "/WEB-INF/web.xml",
                    "/web-inf/web.xml",
                    "/WEB-INF",
                    "/missing",
                    "/page.jsp",
                    "/page.JSPX",
                    "/page.jsp.",
                    "/../a.txt",
                    "/a.txt/"
                }) {
            ServletExchange call = call(method, path);
            assertThat(call.error).as(path).isEqualTo(404);
            assertThat(call.body()).isEmpty();
        }
    }

    @Test
    void directoryWithoutItsSlashIsRedirected() throws Exception {
        ServletExchange call = new ServletExchange("GET", "/sub");
        call.contextPath = "/app";
        call.query = "a=b";
        serve(call);

        assertThat(call.status).isEqualTo(302);
        assertThat(call.sent).containsEntry("Location", "/app/sub/?a=b");
    }

    @Test
    void directoryWithoutAWelcomeFileIs404() throws Exception {
        assertThat(call("GET", "/sub/").error).isEqualTo(404);
        assertThat(call("GET", "/").error).isEqualTo(404);
    }

    @Test
    void contextWithoutItsSlashIsRedirected() throws Exception {
        ServletExchange call = new ServletExchange("GET", "");
        call.contextPath = "/app";
        serve(call);

        assertThat(call.sent).containsEntry("Location", "/app/");
    }

    @Test
    void pathInfoBelongsToThePath() throws Exception {
        Files.createDirectories(base.resolve("sub"));
        write("sub/b.txt", "b");
        ServletExchange call = new ServletExchange("GET", "/sub");
        call.pathInfo = "/b.txt";
        serve(call);

        assertThat(call.body()).isEqualTo("b");
    }

    @Test
    void includeSendsTheIncludedFileWithoutFields() throws Exception {
        ServletExchange call = including("/a.txt", "Range: bytes=0-0");
        serve(call);

        assertThat(call.body()).isEqualTo("hello");
        assertThat(call.sent).isEmpty();
        assertThat(call.status).isZero();
        assertThat(call.length).isEqualTo(-1);
    }

    @Test
    void includeFollowsAWriter() throws Exception {
        ServletExchange call = including("/a.txt");
        call.writing = true;
        serve(call);

        assertThat(call.written).hasToString("hello");
    }

    @Test
    void includeOfAMissingFileThrows() {
        for (String path : new String[] {"/missing", "/WEB-INF/web.xml", "/page.jsp", "/sub"}) {
            assertThatExceptionOfType(FileNotFoundException.class)
                    .as(path)
                    .isThrownBy(() -> serve(including(path)));
        }
    }

    @Test
    void errorPageKeepsTheStatusAndIsWhole() throws Exception {
        ServletExchange call =
                new ServletExchange("POST", "/a.txt", "If-None-Match: *", "Range: bytes=0-0");
        call.type = DispatcherType.ERROR;
        serve(call);

        assertThat(call.status).isZero();
        assertThat(call.error).isZero();
        assertThat(call.body()).isEqualTo("hello");
        assertThat(call.sent).containsOnlyKeys("Content-Type");
    }

    @Test
    void replacedFileIsSentInItsNewVersion() throws Exception {
        assertThat(call("GET", "/big.bin").length).isEqualTo(BIG);
        Files.delete(base.resolve("big.bin"));
        write("big.bin", "x".repeat(BIG + 1));
        cache.file("/big.bin").retire();

        assertThat(call("GET", "/big.bin").length).isEqualTo(BIG + 1);
    }

    @Test
    void fileDeletedBehindTheCacheIs404() throws Exception {
        cache.file("/big.bin");
        Files.delete(base.resolve("big.bin"));

        assertThat(call("GET", "/big.bin").error).isEqualTo(404);
    }

    // ---- through the exchange

    @Test
    void smallFileLeavesFromMemoryAndIsLearnt() throws Exception {
        RecordedStream stream = direct(Method.GET, "/a.txt");

        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.body()).isEqualTo("hello");
        RecordedStream second = RecordedStream.of(Method.GET, "/raw/a.txt");
        assertThat(fast.serve(second.exchange, nanos.get())).isTrue();
        assertThat(second.body()).isEqualTo("hello");
        assertThat(second.lines).isEqualTo(stream.lines);
        assertThat(second.length).isEqualTo(stream.length);
    }

    @Test
    void largeFileLeavesBySendfile() throws Exception {
        RecordedStream stream = direct(Method.GET, "/big.bin");

        assertThat(stream.fromFile).isTrue();
        assertThat(stream.length).isEqualTo(BIG);
        assertThat(stream.body()).isEqualTo("0123456789".repeat(BIG / 10));
    }

    @Test
    void largeFileIsCopiedWithoutSendfile() throws Exception {
        FileSettings settings = new FileSettings(true, 10240, 128, 5000, -1, false, true, false);
        try (FileCache plain =
                new FileCache(new ResourceRoot(base, false), MimeTypes.DEFAULTS, settings)) {
            servlet = new DefaultServlet(plain, null);
            RecordedStream stream = direct(Method.GET, "/big.bin");

            assertThat(stream.fromFile).isFalse();
            assertThat(stream.body()).hasSize(BIG);
        }
    }

    @ParameterizedTest
    @CsvSource({"/a.txt, 1-3, ell", "/big.bin, 1-3, 123", "/big.bin, 0-0, 0"})
    void partLeavesThroughTheExchange(String path, String range, String body) throws Exception {
        RecordedStream stream = direct(Method.GET, path, "Range: bytes=" + range);

        assertThat(stream.status).isEqualTo(206);
        assertThat(stream.body()).isEqualTo(body);
        assertThat(stream.length).isEqualTo(body.length());
        assertThat(stream.lines).contains("Content-Range: bytes " + range + "/");
    }

    @ParameterizedTest
    @CsvSource({"/a.txt, 5", "/big.bin, 200000", "/empty, 0"})
    void headLeavesThroughTheExchange(String path, long length) throws Exception {
        RecordedStream stream = direct(Method.HEAD, path);

        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.length).isEqualTo(length);
        assertThat(stream.body()).isEmpty();
    }

    @Test
    void notModifiedLeavesThroughTheExchange() throws Exception {
        RecordedStream stream = direct(Method.GET, "/a.txt", "If-None-Match: *");

        assertThat(stream.status).isEqualTo(304);
        assertThat(stream.lines).isEqualTo("ETag: \"5-1600000000000\"\r\n");
    }

    @Test
    void bothWaysOutSendTheSameFields() throws Exception {
        ServletExchange call = call("GET", "/big.bin", "Range: bytes=1-3");
        StringBuilder lines = new StringBuilder();
        call.sent.forEach((name, value) -> lines.append(name).append(": ").append(value + "\r\n"));

        assertThat(direct(Method.GET, "/big.bin", "Range: bytes=1-3").lines)
                .isEqualTo(lines.toString());
    }

    @Test
    void forwardedRequestDoesNotEndTheExchange() throws Exception {
        RecordedStream stream = RecordedStream.of(Method.GET, "/raw/a.txt");
        ServletExchange call = new ServletExchange("GET", "/a.txt");
        call.type = DispatcherType.FORWARD;
        call.exchange = stream.exchange;
        serve(call);

        assertThat(stream.exchange.committed()).isFalse();
        assertThat(call.body()).isEqualTo("hello");
    }

    @Test
    void errorIsLeftToTheErrorPages() throws Exception {
        RecordedStream stream = RecordedStream.of(Method.GET, "/raw/a.txt");
        ServletExchange call = new ServletExchange("GET", "/a.txt", "Range: bytes=9-");
        call.exchange = stream.exchange;
        serve(call);

        assertThat(stream.exchange.committed()).isFalse();
        assertThat(call.error).isEqualTo(416);
    }

    @Test
    void fileIsNotKeptOpenByWhatHasBeenSent() throws Exception {
        direct(Method.GET, "/big.bin");
        OpenFile open = cache.file("/big.bin").open();
        open.release();
        cache.close();

        assertThat(open.channel().isOpen()).isFalse();
    }

    private RecordedStream direct(Method method, String path, String... fields) throws Exception {
        RecordedStream stream = RecordedStream.of(method, "/raw" + path, fields);
        ServletExchange call = new ServletExchange(method.name(), path, fields);
        Exchange exchange = stream.exchange;
        call.exchange = exchange;
        serve(call);
        assertThat(exchange.committed()).isTrue();
        assertThat(stream.aborted).isFalse();
        assertThat(call.body()).isEmpty();
        return stream;
    }

    private ServletExchange including(String path, String... fields) {
        ServletExchange call = new ServletExchange("GET", "/includer", fields);
        call.attributes.put(RequestDispatcher.INCLUDE_REQUEST_URI, path);
        call.attributes.put(RequestDispatcher.INCLUDE_SERVLET_PATH, path);
        return call;
    }

    private ServletExchange call(String method, String path, String... fields) throws Exception {
        ServletExchange call = new ServletExchange(method, path, fields);
        serve(call);
        return call;
    }

    private void serve(ServletExchange call) throws Exception {
        servlet.service(call.request(), call.response());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(base.resolve(name), text);
        Files.setLastModifiedTime(base.resolve(name), FileTime.fromMillis(OLD));
    }
}

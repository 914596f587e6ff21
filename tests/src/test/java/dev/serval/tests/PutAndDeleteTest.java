package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PUT and DELETE of files (RFC 9110 §9.3.4, §9.3.5), where readonly is false. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.serval.tests.Wire#tested")
final class PutAndDeleteTest {
    private static final String ALLOW = "GET, HEAD, OPTIONS, PUT, DELETE";
    private static WritableSite site;

    private final String name;

    PutAndDeleteTest(Wire wire) {
        name = "file-" + wire;
    }

    @BeforeParameterizedClassInvocation
    static void start(Wire wire) throws Exception {
        site = WritableSite.start(wire, new Settings().connectionTimeout(1000));
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        site.close();
    }

    private static void assertNothingIsLeft() throws Exception {
        assertThat(site.names()).doesNotContain(".serval-uploads");
    }

    @Test
    void aNewFileIs201AndThenItIsThereAndReplacedBy204() throws Exception {
        try (RawClient client = site.connect()) {
            String target = "/" + name + "-new.txt";
            assertThat(client.exchange(request("GET", target)).status()).isEqualTo(404);
            assertThat(client.exchange(WritableSite.request("PUT", target, "one")).head())
                    .isEqualTo("HTTP/1.1 201 Created\r\nDate: *\r\nContent-Length: 0\r\n\r\n");
            // Twice: from the servlet, and from what the fast path has learnt.
            for (int i = 0; i < 2; i++) {
                assertThat(client.exchange(request("GET", target)).text()).isEqualTo("one");
            }
            assertThat(client.exchange(WritableSite.request("PUT", target, "other")).head())
                    .isEqualTo("HTTP/1.1 204 No Content\r\nDate: *\r\n\r\n");
            for (int i = 0; i < 2; i++) {
                assertThat(client.exchange(request("GET", target)).text()).isEqualTo("other");
            }
            assertThat(client.exchange(request("DELETE", target)).head())
                    .isEqualTo("HTTP/1.1 204 No Content\r\nDate: *\r\n\r\n");
            assertThat(client.exchange(request("GET", target)).status()).isEqualTo(404);
            assertThat(client.exchange(request("DELETE", target)).status()).isEqualTo(404);
        }
        assertNothingIsLeft();
    }

    @Test
    void aLargeFileArrivesWholeInChunksAndWithALength() throws Exception {
        byte[] content = new byte[3_000_000];
        new Random(1).nextBytes(content);
        String target = "/" + name + "-large.bin";
        try (RawClient client = site.connect()) {
            client.send(request("PUT", target, "Content-Length: " + content.length));
            client.send(content);
            assertThat(client.response().status()).isEqualTo(201);
            assertThat(client.exchange(request("GET", target)).body()).isEqualTo(content);
            client.send(request("PUT", target, "Transfer-Encoding: chunked"));
            client.send("a\r\n0123456789\r\n5\r\nabcde\r\n0\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(204);
            assertThat(client.exchange(request("GET", target)).text()).isEqualTo("0123456789abcde");
        }
    }

    @Test
    void aClientThatExpectsItIsToldToGoOnOnlyWhenItsFileWillBeTaken() throws Exception {
        String[] expects = {"Content-Length: 3", "Expect: 100-continue"};
        try (RawClient client = site.connect()) {
            client.send(request("PUT", "/" + name + "-expect.txt", expects));
            assertThat(client.response().status()).isEqualTo(100);
            assertThat(client.send("abc").response().status()).isEqualTo(201);
        }
        try (RawClient client = site.connect()) {
            client.send(request("PUT", "/no/such/directory", expects));
            assertThat(client.response().status()).isEqualTo(409);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aBodyThatIsCutLeavesTheOldFile(boolean cut) throws Exception {
        site.write(name + "-cut.txt", "old");
        try (RawClient client = site.connect()) {
            client.send(request("PUT", "/" + name + "-cut.txt", "Content-Length: 100000"));
            client.send("x".repeat(50_000));
            if (cut) {
                client.truncate();
            } // else it says no more, and is too slow
            client.end();
        }
        assertThat(site.read(name + "-cut.txt")).isEqualTo("old");
        Waiting.until("no remains", () -> !site.has(".serval-uploads"));
    }

    @ParameterizedTest(name = "{0} of {1} is {3}")
    @CsvSource({
        "PUT, /WEB-INF/x.txt, x, 404",
        "PUT, /web-inf/x.txt, x, 404",
        "PUT, /META-INF/context.xml, x, 404",
        "PUT, /.serval-uploads/x, x, 404",
        "DELETE, /WEB-INF/web.xml, , 404",
        "PUT, /missing/x.txt, x, 409",
        "PUT, /full, x, 409",
        "PUT, /full/, x, 409",
        "PUT, /, x, 409",
        "DELETE, /full, , 409",
        "DELETE, /full/, , 409",
        "DELETE, /, , 409"
    })
    void whatMayNotBeChangedIsNot(String method, String target, String body, int status)
            throws Exception {
        site.write("full/index.html", "welcome");
        List<String> before = site.names();
        String content = body == null ? "" : body;
        assertThat(site.send(method, target, content).status()).isEqualTo(status);
        assertThat(site.names()).isEqualTo(before);
        assertThat(site.read("full/index.html")).isEqualTo("welcome");
        assertThat(site.has("WEB-INF/web.xml")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.jsp", "x.JSP", "x.jspx", "x.jsp%20"})
    void serverPagesAreNotTakenInForTheyWouldBeExecuted(String page) throws Exception {
        RawResponse answer = site.send("PUT", "/" + page, "<%= 1 %>");
        assertThat(answer.status()).isIn(403, 501);
        assertThat(site.names()).noneMatch(name -> name.contains("jsp"));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "Content-Range: bytes 0-2/3 | 400",
                "Content-Range: x | 400",
                "Content-Encoding: gzip | 415",
                "If-None-Match: * | 412",
                "If-Match: \"other\" | 412",
                "If-Unmodified-Since: Sun, 13 Sep 2020 12:26:40 GMT | 412",
                "If-Match: * | 204",
                "If-None-Match: \"other\" | 204",
                "Content-Encoding: identity | 204"
            })
    void aFileThatIsThere(String field, int status) throws Exception {
        site.write(name + "-there.txt", "old");
        RawResponse answer = site.send("PUT", "/" + name + "-there.txt", "new", field);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(site.read(name + "-there.txt")).isEqualTo(status == 204 ? "new" : "old");
        String coding = status == 415 ? "identity" : null;
        assertThat(answer.field("Accept-Encoding")).isEqualTo(coding);
        assertNothingIsLeft();
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            value = {"If-Match: * | 412", "If-Match: \"x\" | 412", "If-None-Match: * | 201"})
    void aFileThatIsNotThere(String field, int status) throws Exception {
        String file = name + "-absent.txt";
        assertThat(site.send("PUT", "/" + file, "new", field).status()).isEqualTo(status);
        assertThat(site.has(file)).isEqualTo(status == 201);
        site.exchange(request("DELETE", "/" + file));
    }

    @Test
    void theTagOfAFileLetsItsReaderReplaceIt() throws Exception {
        Files.setLastModifiedTime(
                site.write(name + "-tag.txt", "old"), FileTime.fromMillis(1_600_000_000_000L));
        String target = "/" + name + "-tag.txt";
        String tag = site.exchange(request("GET", target)).field("ETag");
        assertThat(site.send("PUT", target, "new", "If-Match: " + tag).status()).isEqualTo(204);
        assertThat(site.send("PUT", target, "newer", "If-Match: " + tag).status()).isEqualTo(412);
        assertThat(site.send("DELETE", target, "", "If-Match: " + tag).status()).isEqualTo(412);
        assertThat(site.read(name + "-tag.txt")).isEqualTo("new");
    }

    @Test
    void aFileAboveTheLimitIs413() throws Exception {
        String target = "/" + name + "-limit.bin";
        try (RawClient client = site.connect()) {
            client.send(request("PUT", target, "Content-Length: 10000001"));
            assertThat(client.response().status()).isEqualTo(413);
        }
        assertThat(site.has(name + "-limit.bin")).isFalse();
        assertNothingIsLeft();
    }

    @Test
    void allowIsTrue() throws Exception {
        site.write(name + "-allow.txt", "x");
        assertThat(site.exchange(request("OPTIONS", "/" + name + "-allow.txt")).field("Allow"))
                .isEqualTo(ALLOW);
        RawResponse answer = site.send("PATCH", "/" + name + "-allow.txt", "x");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.field("Allow")).isEqualTo(ALLOW);
        RawResponse closed = site.send("PUT", "/readonly/a.txt", "x");
        assertThat(closed.status()).isEqualTo(405);
        assertThat(closed.field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(site.exchange(request("DELETE", "/readonly/a.txt")).status()).isEqualTo(405);
        assertThat(site.exchange(request("GET", "/readonly/a.txt")).text()).isEqualTo("closed");
    }

    @Test
    void ofManyAtATimeOneWinsWholeAndReadersNeverSeeAMixture() throws Exception {
        String target = "/" + name + "-race.bin";
        int writers = 4;
        ExecutorService threads = Executors.newFixedThreadPool(writers + 1);
        try {
            assertThat(site.send("PUT", target, "0".repeat(100_000)).status()).isEqualTo(201);
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                String body = String.valueOf(i).repeat(100_000 + i);
                all.add(
                        threads.submit(
                                () -> {
                                    try (RawClient client = site.connect()) {
                                        for (int n = 0; n < 5; n++) {
                                            String put = WritableSite.request("PUT", target, body);
                                            assertThat(client.exchange(put).status())
                                                    .isEqualTo(204);
                                        }
                                    }
                                    return null;
                                }));
            }
            try (RawClient client = site.connect()) {
                for (int n = 0; n < 20; n++) {
                    RawResponse answer = client.exchange(request("GET", target));
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(answer.text()).matches("(0+|1+|2+|3+)");
                    assertThat(answer.body()).hasSize(100_000 + answer.text().charAt(0) - '0');
                }
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertNothingIsLeft();
    }
}

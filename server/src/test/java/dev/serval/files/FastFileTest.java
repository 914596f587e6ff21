package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Framing;
import dev.serval.http.Method;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FastFileTest {
    private static final long OLD = 1_600_000_000_000L;
    private static final String TAG = "\"5-1600000000000\"";
    private static final String DATE = "Sun, 13 Sep 2020 12:26:40 GMT";

    @TempDir Path base;
    private final AtomicLong nanos = new AtomicLong(-1);
    private FileCache cache;
    private FastFile fast;

    @BeforeEach
    void learn() throws IOException {
        Files.writeString(base.resolve("a.txt"), "hello");
        Files.setLastModifiedTime(base.resolve("a.txt"), FileTime.fromMillis(OLD));
        cache =
                new FileCache(
                        new ResourceRoot(base, false),
                        MimeTypes.DEFAULTS,
                        FileSettings.DEFAULTS,
                        nanos::get,
                        () -> OLD + 10_000);
        fast = new FastFile(cache);
        learn(fast, bytes("/app/a.txt"), cache.file("/a.txt"));
    }

    @AfterEach
    void close() {
        cache.close();
    }

    @Test
    void answersWhatItHasLearnt() {
        RecordedStream stream = get("Host: x", "Accept: */*");

        assertThat(serve(stream)).isTrue();
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.body()).isEqualTo("hello");
        assertThat(stream.length).isEqualTo(5);
        assertThat(stream.lines)
                .isEqualTo(
                        "Content-Type: text/plain\r\nLast-Modified: "
                                + DATE
                                + "\r\nETag: "
                                + TAG
                                + "\r\nAccept-Ranges: bytes\r\n");
    }

    @Test
    void headHasTheLengthAndNoBody() {
        RecordedStream stream = RecordedStream.of(Method.HEAD, "/app/a.txt");

        assertThat(serve(stream)).isTrue();
        assertThat(stream.status).isEqualTo(200);
        assertThat(stream.length).isEqualTo(5);
        assertThat(stream.body()).isEmpty();
    }

    @Test
    void allAnswersShareTheContentAndNoneMovesItsPosition() {
        RecordedStream one = get();
        RecordedStream two = get();

        assertThat(serve(one)).isTrue();
        assertThat(serve(two)).isTrue();
        assertThat(one.tail).isSameAs(two.tail);
        assertThat(one.tail.remaining()).isEqualTo(5);
        assertThat(two.body()).isEqualTo("hello");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "If-None-Match: " + TAG,
                "if-none-match: " + TAG,
                "If-Modified-Since: " + DATE,
            })
    void knownVersionIsNotSentAgain(String field) {
        RecordedStream stream = get(field);

        assertThat(serve(stream)).isTrue();
        assertThat(stream.status).isEqualTo(304);
        assertThat(stream.lines).isEqualTo("ETag: " + TAG + "\r\n");
        assertThat(stream.body()).isEmpty();
    }

    @Test
    void dateDoesNotMatterBesideATag() {
        RecordedStream stream = get("If-Modified-Since: rubbish", "If-None-Match: " + TAG);

        assertThat(serve(stream)).isTrue();
        assertThat(stream.status).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Range: bytes=0-1",
                "range: rubbish",
                "If-Match: *",
                "If-Range: " + TAG,
                "If-Unmodified-Since: " + DATE,
                "If-None-Match: *",
                "If-None-Match: \"other\"",
                "If-None-Match: W/" + TAG,
                "If-None-Match: \"x\", " + TAG,
                "If-Modified-Since: Mon, 14 Sep 2020 12:26:40 GMT",
                "If-Modified-Since: rubbish",
                "Cookie: JSESSIONID=1",
                "cookie: a=b; JSESSIONID=1",
            })
    void everythingElseGoesTheUsualWay(String field) {
        RecordedStream stream = get("Host: x", field);

        assertThat(serve(stream)).isFalse();
        assertThat(stream.status).isZero();
        assertThat(stream.exchange.committed()).isFalse();
    }

    @Test
    void tagsInTwoLinesGoTheUsualWay() {
        assertThat(serve(get("If-None-Match: " + TAG, "If-None-Match: \"x\""))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cookie: a=b", "Cookie: JSESSIONI=x", "Cookie: SESSION=1", "Idem: x"})
    void otherFieldsDoNotMatter(String field) {
        assertThat(serve(get(field))).isTrue();
    }

    @Test
    void sessionCookieMayHaveAnotherName() throws IOException {
        FastFile named = new FastFile(cache, "SID");
        learn(named, bytes("/app/a.txt"), cache.file("/a.txt"));

        assertThat(named.serve(get("Cookie: SID=1").exchange, nanos.get())).isFalse();
        assertThat(named.serve(get("Cookie: JSESSIONID=1").exchange, nanos.get())).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GET", "HEAD"})
    void otherMethodsGoTheUsualWay(Method method) {
        assertThat(serve(RecordedStream.of(method, "/app/a.txt"))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Framing.class,
            names = {"LENGTH", "CHUNKED"})
    void requestWithABodyGoesTheUsualWay(Framing framing) {
        assertThat(serve(RecordedStream.of(Method.GET, framing, "/app/a.txt"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "/", "/a.txt", "/app/a.tx", "/app/a.txtt", "/app/A.txt", "/app/%61.txt"})
    void pathIsComparedByteByByte(String path) {
        assertThat(serve(RecordedStream.of(Method.GET, path))).isFalse();
    }

    @Test
    void isForgottenAfterTheTime() {
        nanos.addAndGet(4_999_000_000L);
        assertThat(serve(get())).isTrue();
        nanos.addAndGet(1_000_000);
        assertThat(serve(get())).isFalse();
    }

    @Test
    void pathMustBeLearntAgainThoughTheFileIsFresh() throws IOException {
        nanos.addAndGet(5_000_000_000L);
        CachedFile file = cache.file("/a.txt");
        assertThat(serve(get())).isFalse();

        learn(fast, bytes("/app/a.txt"), file);

        assertThat(serve(get())).isTrue();
    }

    @Test
    void fileThatLeftTheCacheGoesTheUsualWay() throws IOException {
        cache.forget(cache.file("/a.txt"));

        assertThat(serve(get())).isFalse();
        assertThat(serve(get("If-None-Match: " + TAG))).isFalse();
    }

    @Test
    void pathWithParametersIsNotLearnt() throws IOException {
        learn(fast, bytes("/app/a.txt;jsessionid=1"), cache.file("/a.txt"));

        assertThat(serve(RecordedStream.of(Method.GET, "/app/a.txt;jsessionid=1"))).isFalse();
    }

    @Test
    void veryLongPathIsNotLearnt() throws IOException {
        String path = "/" + "x".repeat(600);
        learn(fast, bytes(path), cache.file("/a.txt"));

        assertThat(serve(RecordedStream.of(Method.GET, path))).isFalse();
    }

    @Test
    void fileOnTheDiskIsNotLearnt() throws IOException {
        Files.writeString(base.resolve("big"), "x".repeat(200_000));
        learn(fast, bytes("/big"), cache.file("/big"));

        assertThat(serve(RecordedStream.of(Method.GET, "/big"))).isFalse();
    }

    @Test
    void learnsManyPathsAndForgetsOnlyBeyondItsBound() throws IOException {
        CachedFile file = cache.file("/a.txt");
        int count = 5000;
        for (int i = 0; i < count; i++) {
            learn(fast, bytes("/page-" + i), file);
        }
        int known = 0;
        for (int i = 0; i < count; i++) {
            known += serve(RecordedStream.of(Method.GET, "/page-" + i)) ? 1 : 0;
        }
        assertThat(known).isGreaterThan(count * 98 / 100);
    }

    @Test
    void floodOfSpellingsStaysBounded() throws IOException {
        LearntPaths paths = new LearntPaths(Long.MAX_VALUE);
        CachedFile file = cache.file("/a.txt");
        for (int i = 0; i < 4 * LearntPaths.MOST; i++) {
            paths.put(bytes("/" + i), file, i);
        }
        int known = 0;
        for (int i = 0; i < 4 * LearntPaths.MOST; i++) {
            byte[] path = bytes("/" + i);
            known += paths.find(path, 0, path.length, i) == null ? 0 : 1;
        }
        assertThat(known).isBetween(LearntPaths.MOST / 2, LearntPaths.MOST);
    }

    private static void learn(FastFile fast, byte[] path, CachedFile file) {
        fast.learn(path, file, file);
    }

    private boolean serve(RecordedStream stream) {
        return fast.serve(stream.exchange, nanos.get());
    }

    private static RecordedStream get(String... fields) {
        return RecordedStream.of(Method.GET, "/app/a.txt", fields);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}

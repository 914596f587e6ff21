package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.AcceptEncoding;
import dev.serval.http.Compression;
import dev.serval.http.ContentCoding;
import dev.serval.http.Method;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodedFilesTest {
    private static final long OLD = 1_600_000_000_000L;
    private static final FileSettings BESIDE =
            FileSettings.DEFAULTS.withPrecompressed(Precompressed.USUAL);
    private static final long TTL = 5_000_000_000L;

    @TempDir Path base;
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicLong wall = new AtomicLong(OLD + 3_600_000);

    // ---- beside the file

    @Test
    void whatLiesBesideAFileHasItsTypeAndATagAndALengthOfItsOwn() throws IOException {
        write("a.js", "let a = 1;", OLD);
        write("a.js.br", "BR", OLD + 5000);
        try (FileCache cache = cache(BESIDE)) {
            CachedFile file = cache.file("/a.js");
            Form br = form(cache, file, "br, gzip");
            Representation form = br.head().representation();

            assertThat(text(br.file())).isEqualTo("BR");
            assertThat(form.type()).isEqualTo("text/javascript");
            assertThat(form.size()).isEqualTo(2);
            assertThat(form.etag()).isEqualTo("\"2-1600000005000-br\"");
            assertThat(form.modified()).isEqualTo(OLD + 5000);
            assertThat(form.coding()).isEqualTo(ContentCoding.BR);
            assertThat(lines(br.head())).contains("Content-Encoding: br\r\n", "Accept-Ranges");
            assertThat(lines(br.head())).endsWith("Vary: Accept-Encoding\r\n");

            Form identity = form(cache, file, "gzip");
            assertThat(text(identity.file())).isEqualTo("let a = 1;");
            assertThat(lines(identity.head())).endsWith("Vary: Accept-Encoding\r\n");
            assertThat(lines(identity.head())).doesNotContain("Content-Encoding");
        }
    }

    @Test
    void withoutAnyNothingVaries() throws IOException {
        write("a.js", "let a = 1;", OLD);
        try (FileCache cache = cache(BESIDE)) {
            Form form = form(cache, cache.file("/a.js"), "br, gzip");
            assertThat(form.head().representation().varies()).isFalse();
            assertThat(lines(form.head())).doesNotContain("Vary");
        }
    }

    @Test
    void whatComesAndGoesIsSeenWithTheNextLook() throws IOException {
        write("a.js", "let a = 1;", OLD);
        try (FileCache cache = cache(BESIDE)) {
            assertThat(text(form(cache, cache.file("/a.js"), "gzip").file())).startsWith("let");
            write("a.js.gz", "GZ", OLD);
            assertThat(text(form(cache, cache.file("/a.js"), "gzip").file())).startsWith("let");
            nanos.addAndGet(TTL);
            assertThat(text(form(cache, cache.file("/a.js"), "gzip").file())).isEqualTo("GZ");
            assertThat(cache.file("/a.js").representation().varies()).isTrue();
            write("a.js.gz", "GZIP", OLD + 1);
            nanos.addAndGet(TTL);
            assertThat(text(form(cache, cache.file("/a.js"), "gzip").file())).isEqualTo("GZIP");
            Files.delete(base.resolve("a.js.gz"));
            nanos.addAndGet(TTL);
            assertThat(text(form(cache, cache.file("/a.js"), "gzip").file())).startsWith("let");
            assertThat(cache.file("/a.js").representation().varies()).isFalse();
        }
    }

    @Test
    void aTagBecomesStrongHereToo() throws IOException {
        write("a.js", "let a = 1;", OLD);
        write("a.js.gz", "GZ", wall.get() - 1000);
        try (FileCache cache = cache(BESIDE)) {
            CachedFile young = form(cache, cache.file("/a.js"), "gzip").file();
            assertThat(young.representation().etag()).startsWith("W/").endsWith("-gzip\"");
            wall.addAndGet(10_000);
            nanos.addAndGet(TTL);
            CachedFile old = form(cache, cache.file("/a.js"), "gzip").file();
            assertThat(old.representation().etag())
                    .isEqualTo(young.representation().etag().substring(2));
            assertThat(form(cache, cache.file("/a.js"), "gzip").file()).isSameAs(old);
        }
    }

    @Test
    void whatMayNotBeServedIsNotServedAsAFormEither() throws IOException {
        write("a.js", "let a = 1;", OLD);
        Path secret = Files.writeString(base.resolveSibling("secret" + nanos.hashCode()), "no");
        Files.createSymbolicLink(base.resolve("a.js.gz"), secret);
        Files.createDirectory(base.resolve("a.js.br"));
        try (FileCache cache = cache(BESIDE)) {
            assertThat(text(form(cache, cache.file("/a.js"), "gzip, br").file())).startsWith("let");
        } finally {
            Files.delete(secret);
        }
    }

    @Test
    void oneThatIsAskedForByItsNameIsAFileLikeOthers() throws IOException {
        write("a.js.gz", "GZ", OLD);
        write("a.js.gz.br", "BR", OLD);
        try (FileCache cache = cache(BESIDE)) {
            Form form = form(cache, cache.file("/a.js.gz"), "gzip, br");
            assertThat(text(form.file())).isEqualTo("GZ");
            assertThat(lines(form.head()))
                    .doesNotContain("Content-Encoding")
                    .doesNotContain("Vary");
        }
    }

    @Test
    void formsAreSentFromTheDiskWhereNothingIsKept() throws IOException {
        write("a.js", "let a = 1;", OLD);
        write("a.js.gz", "GZ", OLD);
        FileSettings none =
                new FileSettings(false, 10240, 128, 5000, 48, false, true, false)
                        .withPrecompressed(Precompressed.USUAL);
        try (FileCache cache = cache(none)) {
            CachedFile form = form(cache, cache.file("/a.js"), "gzip").file();
            assertThat(form.body()).isNull();
            assertThat(form.region(0, 2).remaining()).isEqualTo(2);
            assertThat(cache.size()).isZero();
            assertThat(made(cache, cache.file("/a.js"))).isNull();
        }
    }

    // ---- made here

    @Test
    void aFileIsCompressedOnceAndCharged() throws IOException {
        String text = "some text, some text\n".repeat(1000);
        write("a.txt", text, OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/a.txt");
            long before = cache.weight();
            CachedFile made = made(cache, file);
            Representation form = made.representation();

            assertThat(gunzip(made.body())).isEqualTo(text);
            assertThat(form.size()).isEqualTo(made.body().capacity());
            assertThat(form.etag()).isEqualTo("\"" + text.length() + "-" + OLD + "-gzip\"");
            assertThat(lines(made.head())).contains("Content-Type: text/plain\r\n");
            assertThat(lines(made.head())).contains("Content-Encoding: gzip\r\n");
            assertThat(lines(made.head())).doesNotContain("Accept-Ranges");
            assertThat(cache.weight()).isEqualTo(before + made.weight());
            assertThat(made.weight()).isGreaterThan(made.body().capacity());
            assertThat(made(cache, file)).isSameAs(made);
            nanos.addAndGet(TTL);
            assertThat(made(cache, cache.file("/a.txt"))).isSameAs(made);
        }
    }

    @Test
    void aNewVersionIsCompressedAnew() throws IOException {
        write("a.txt", "a".repeat(5000), OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            made(cache, cache.file("/a.txt"));
            write("a.txt", "b".repeat(5000), OLD + 1);
            nanos.addAndGet(TTL);
            CachedFile made = made(cache, cache.file("/a.txt"));

            assertThat(gunzip(made.body())).isEqualTo("b".repeat(5000));
            assertThat(made.representation().etag()).contains("-" + (OLD + 1) + "-gzip");
        }
    }

    @Test
    void oneThatLeftTheCacheIsMadeAgain() throws IOException {
        write("a.txt", "a".repeat(5000), OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile made = made(cache, cache.file("/a.txt"));
            cache.forget(made);
            CachedFile again = made(cache, cache.file("/a.txt"));

            assertThat(again).isNotSameAs(made);
            assertThat(gunzip(again.body())).isEqualTo("a".repeat(5000));
        }
    }

    @Test
    void itNeverBecomesTheFileItWasMadeOf() throws IOException {
        write("a.txt", "a".repeat(5000), OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile made = made(cache, cache.file("/a.txt"));
            cache.forget(made);
            org.assertj.core.api.Assertions.assertThatThrownBy(made::open)
                    .isInstanceOf(FileChanged.class);
        }
    }

    @Test
    void itsTagIsWeakWhileThatOfTheFileIs() throws IOException {
        write("a.txt", "a".repeat(5000), wall.get());
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile young = made(cache, cache.file("/a.txt"));
            assertThat(young.representation().etag()).startsWith("W/");
            wall.addAndGet(10_000);
            nanos.addAndGet(TTL);
            CachedFile old = made(cache, cache.file("/a.txt"));
            assertThat(old.representation().etag())
                    .isEqualTo(young.representation().etag().substring(2));
            assertThat(gunzip(old.body())).isEqualTo("a".repeat(5000));
        }
    }

    @Test
    void aFileOnTheDiskIsCompressedUpToABound() throws IOException {
        String text = "0123456789".repeat(30_000);
        write("a.txt", text, OLD);
        write("large.txt", "x".repeat((int) CachedFile.MOST_COMPRESSED + 1), OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/a.txt");
            assertThat(file.isOnDisk()).isTrue();
            assertThat(gunzip(made(cache, file).body())).isEqualTo(text);
            assertThat(file.isCompressed(Compression.ON)).isTrue();
            assertThat(cache.file("/large.txt").isCompressed(Compression.ON)).isFalse();
        }
    }

    @Test
    void whatTakesTooMuchRoomIsNotKeptAndNotTriedAgain() throws IOException {
        byte[] noise = new byte[30_000];
        new Random(1).nextBytes(noise);
        Files.write(base.resolve("a.txt"), noise);
        Files.setLastModifiedTime(base.resolve("a.txt"), FileTime.fromMillis(OLD));
        FileSettings small = new FileSettings(true, 200, 128, 5000, 48, false, true, false);
        try (FileCache cache = cache(small)) {
            CachedFile file = cache.file("/a.txt");
            assertThat(made(cache, file)).isNull();
            long gzip = AcceptEncoding.of("gzip");
            assertThat(file.variants().choose(gzip, true)).isEqualTo(Variants.IDENTITY);
            assertThat(cache.weight()).isLessThan(2048);
        }
    }

    @ParameterizedTest
    @CsvSource({"a.txt, 5000, true", "a.txt, 100, false", "a.png, 5000, false"})
    void whichFilesAreCompressedIsTheConnectorsBusiness(String name, int size, boolean expected)
            throws IOException {
        write(name, "a".repeat(size), OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/" + name);
            for (int i = 0; i < 2; i++) {
                assertThat(file.isCompressed(Compression.ON)).isEqualTo(expected);
                assertThat(file.isCompressed(Compression.OFF)).isFalse();
                assertThat(file.isCompressed(Compression.OFF.with(Compression.Mode.FORCE)))
                        .isTrue();
            }
        }
    }

    /** RFC 9111 §5.2.2.6. */
    @Test
    void whatIsNotToBeTransformedIsNotCompressed() throws IOException {
        write("a.txt", "a".repeat(5000), OLD);
        SiteSettings site = SiteSettings.DEFAULTS.withCacheControl("*.txt = public, no-transform");
        try (FileCache cache = cache(FileSettings.DEFAULTS.withSite(site))) {
            assertThat(cache.file("/a.txt").isCompressed(Compression.ON)).isFalse();
        }
    }

    // ---- on the I/O thread

    @Test
    void theFastPathKnowsTheFormsThatAreLoaded() throws IOException {
        String text = "a".repeat(5000);
        write("a.txt", text, OLD);
        write("a.txt.br", "BR", OLD);
        try (FileCache cache = cache(BESIDE)) {
            FastFile fast = new FastFile(cache);
            CachedFile file = cache.file("/a.txt");
            byte[] path = "/a.txt".getBytes(StandardCharsets.ISO_8859_1);
            fast.learn(path, file, file);

            assertThat(serve(fast, "gzip").body()).isEqualTo(text);
            assertThat(serve(fast, "br").status).isZero();
            CachedFile br = form(cache, file, "br").file();
            RecordedStream answer = serve(fast, "gzip, br");
            assertThat(answer.body()).isEqualTo("BR");
            assertThat(answer.length).isEqualTo(2);
            assertThat(answer.lines).isEqualTo(lines(br.head()));
            String tag = br.representation().etag();
            assertThat(serve(fast, "br", "If-None-Match: " + tag).status).isEqualTo(304);
            assertThat(serve(fast, "br", "If-None-Match: " + tag).lines)
                    .isEqualTo("ETag: " + tag + "\r\nVary: Accept-Encoding\r\n");
            assertThat(serve(fast, "gzip", "If-None-Match: " + tag).status).isZero();
            cache.forget(br);
            assertThat(serve(fast, "br").status).isZero();
        }
    }

    private RecordedStream serve(FastFile fast, String accepted, String... fields) {
        String[] all = java.util.Arrays.copyOf(fields, fields.length + 1);
        all[fields.length] = "Accept-Encoding: " + accepted;
        RecordedStream stream = RecordedStream.of(Method.GET, "/a.txt", all);
        assertThat(fast.serve(stream.exchange, nanos.get())).isEqualTo(stream.status != 0);
        return stream;
    }

    private static Form form(FileCache cache, CachedFile file, String accepted) throws IOException {
        ServletExchange exchange = new ServletExchange("GET", "/x", "Accept-Encoding: " + accepted);
        return Form.of(file, exchange.request(), Compression.OFF, true, cache);
    }

    private static CachedFile made(FileCache cache, CachedFile file) throws IOException {
        int last = 0;
        while (!file.variants().isMade(last)) {
            last++;
        }
        return cache.encoded(file, last);
    }

    private FileCache cache(FileSettings settings) {
        return new FileCache(
                new ResourceRoot(base, false), MimeTypes.DEFAULTS, settings, nanos::get, wall::get);
    }

    private void write(String name, String content, long modified) throws IOException {
        Files.writeString(base.resolve(name), content);
        Files.setLastModifiedTime(base.resolve(name), FileTime.fromMillis(modified));
    }

    private static String lines(FileHead head) {
        return head.wholeFields().toString();
    }

    private static String text(CachedFile file) {
        return StandardCharsets.UTF_8.decode(file.body()).toString();
    }

    private static String gunzip(ByteBuffer body) throws IOException {
        byte[] bytes = new byte[body.remaining()];
        body.get(bytes);
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

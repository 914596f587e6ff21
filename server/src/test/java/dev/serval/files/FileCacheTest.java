package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.serval.net.FileRegion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCacheTest {
    private static final long MILLI = 1_000_000;
    private static final long OLD = 1_600_000_000_000L;

    @TempDir Path base;
    private final AtomicLong nanos = new AtomicLong(-5000 * MILLI);
    private final AtomicLong wall = new AtomicLong(OLD + 3_600_000);

    @Test
    void smallFileIsInMemory() throws IOException {
        write("a.txt", "hello", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/a.txt");

            assertThat(text(file)).isEqualTo("hello");
            assertThat(file.body().isReadOnly()).isTrue();
            assertThat(file.body().isDirect()).isTrue();
            assertThat(file.size()).isEqualTo(5);
            assertThat(file.contentType()).isEqualTo("text/plain");
        }
    }

    @Test
    void fieldLinesAreReady() throws IOException {
        write("a.txt", "hello", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/a.txt");

            assertThat(file.head().wholeFields())
                    .hasToString(
                            "Content-Type: text/plain\r\n"
                                    + "Last-Modified: Sun, 13 Sep 2020 12:26:40 GMT\r\n"
                                    + "ETag: \"5-1600000000000\"\r\n"
                                    + "Accept-Ranges: bytes\r\n");
            assertThat(file.head().knownFields()).hasToString("ETag: \"5-1600000000000\"\r\n");
        }
    }

    @Test
    void viewsOfTheContentDoNotShareAPosition() throws IOException {
        write("a.txt", "hello", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/a.txt");
            file.body().position(3);

            assertThat(text(file)).isEqualTo("hello");
        }
    }

    @Test
    void emptyFileIsAFile() throws IOException {
        write("empty", "", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            assertThat(cache.file("/empty").body().remaining()).isZero();
        }
    }

    @Test
    void largeFileStaysOnTheDisk() throws IOException {
        write("big", "x".repeat(128 * 1024 + 1), OLD);
        write("limit", "x".repeat(128 * 1024), OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            assertThat(cache.file("/big").body()).isNull();
            assertThat(cache.file("/limit").body()).isNotNull();
            assertThat(cache.weight()).isLessThan(140 * 1024);
        }
    }

    @Test
    void directoryAndMissingAreNoFiles() throws IOException {
        Files.createDirectory(base.resolve("sub"));
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            assertThat(cache.file("/sub")).isNull();
            assertThat(cache.file("/missing")).isNull();
            assertThat(cache.find("/sub").isDirectory()).isTrue();
            assertThat(cache.find("/missing")).isSameAs(Resource.NOTHING);
        }
    }

    @Test
    void diskIsNotAskedAgainWithinTheTime() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile first = cache.file("/a.txt");
            write("a.txt", "two!", OLD + 5000);
            nanos.addAndGet(4999 * MILLI);

            assertThat(cache.file("/a.txt")).isSameAs(first);
            assertThat(text(first)).isEqualTo("one");
        }
    }

    @Test
    void changeIsSeenAfterTheTime() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile first = cache.file("/a.txt");
            write("a.txt", "two!", OLD + 5000);
            nanos.addAndGet(5000 * MILLI);

            CachedFile second = cache.file("/a.txt");

            assertThat(text(second)).isEqualTo("two!");
            assertThat(first.body()).isNull();
            assertThat(cache.size()).isEqualTo(1);
            assertThat(cache.weight()).isEqualTo(second.weight());
        }
    }

    @Test
    void changeOfTheTimeAloneIsSeen() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            cache.file("/a.txt");
            write("a.txt", "two", OLD + 5000);
            nanos.addAndGet(5000 * MILLI);

            assertThat(text(cache.file("/a.txt"))).isEqualTo("two");
        }
    }

    @Test
    void replacementWithTheSameSizeAndTimeIsSeen() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            cache.file("/a.txt");
            write("b.txt", "two", OLD);
            Files.move(
                    base.resolve("b.txt"),
                    base.resolve("a.txt"),
                    StandardCopyOption.REPLACE_EXISTING);
            nanos.addAndGet(5000 * MILLI);

            assertThat(text(cache.file("/a.txt"))).isEqualTo("two");
        }
    }

    @Test
    void unchangedFileIsKeptAndBelievedAgain() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile first = cache.file("/a.txt");
            nanos.addAndGet(6000 * MILLI);
            assertThat(first.isFresh(nanos.get(), cache.ttlNanos())).isFalse();

            assertThat(cache.file("/a.txt")).isSameAs(first);
            assertThat(first.isFresh(nanos.get(), cache.ttlNanos())).isTrue();
        }
    }

    @Test
    void deletedFileIsGoneAfterTheTime() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            cache.file("/a.txt");
            Files.delete(base.resolve("a.txt"));
            assertThat(cache.file("/a.txt")).isNotNull();
            nanos.addAndGet(5000 * MILLI);

            assertThat(cache.file("/a.txt")).isNull();
            assertThat(cache.size()).isZero();
            assertThat(cache.weight()).isZero();
        }
    }

    @Test
    void missingNameIsBelievedForTheTime() throws IOException {
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            assertThat(cache.file("/late.txt")).isNull();
            write("late.txt", "late", OLD);
            nanos.addAndGet(4999 * MILLI);
            assertThat(cache.file("/late.txt")).isNull();
            nanos.addAndGet(MILLI);

            assertThat(text(cache.file("/late.txt"))).isEqualTo("late");
            assertThat(cache.find("/late.txt").isFile()).isTrue();
        }
    }

    @Test
    void missingNamesAreBounded() {
        NegativeCache names = new NegativeCache(1000, 0);
        for (int i = 0; i < NegativeCache.MOST + 100; i++) {
            names.put("/" + i, Resource.NOTHING, 0);
        }
        assertThat(names.size()).isEqualTo(NegativeCache.MOST);
        assertThat(names.get("/" + (NegativeCache.MOST + 99), 1)).isNull();

        names.put("/new", Resource.NOTHING, 2000);

        assertThat(names.get("/new", 2001)).isSameAs(Resource.NOTHING);
        assertThat(names.size()).isEqualTo(1);
    }

    @Test
    void veryLongMissingNameIsNotKept() {
        NegativeCache names = new NegativeCache(1000, 0);
        names.put("/" + "x".repeat(5000), Resource.NOTHING, 0);

        assertThat(names.size()).isZero();
    }

    @Test
    void zeroTimeMeansAlwaysLook() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(settings(true, 10240, 128, 0))) {
            assertThat(text(cache.file("/a.txt"))).isEqualTo("one");
            assertThat(cache.file("/b.txt")).isNull();
            write("a.txt", "two!", OLD + 5000);
            write("b.txt", "b", OLD);

            assertThat(text(cache.file("/a.txt"))).isEqualTo("two!");
            assertThat(cache.file("/b.txt")).isNotNull();
        }
    }

    @Test
    void nothingIsKeptWithoutCaching() throws IOException {
        write("a.txt", "one", OLD);
        try (FileCache cache = cache(settings(false, 10240, 128, 5000))) {
            CachedFile file = cache.file("/a.txt");

            assertThat(file.body()).isNull();
            assertThat(content(file)).isEqualTo("one");
            assertThat(cache.size()).isZero();
            write("a.txt", "two!", OLD + 5000);
            assertThat(content(cache.file("/a.txt"))).isEqualTo("two!");
        }
    }

    @Test
    void youngFileGetsAStrongTagWhenItHasSettled() throws IOException {
        write("a.txt", "one", wall.get() - 1000);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile young = cache.file("/a.txt");
            assertThat(young.representation().etag()).startsWith("W/\"");
            wall.addAndGet(5000);
            nanos.addAndGet(5000 * MILLI);

            CachedFile settled = cache.file("/a.txt");

            assertThat(settled.representation().etag()).startsWith("\"3-");
            assertThat(text(settled)).isEqualTo("one");
            assertThat(cache.size()).isEqualTo(1);
            assertThat(cache.weight()).isEqualTo(settled.weight());
        }
    }

    @Test
    void contentsAreBounded() throws IOException {
        try (FileCache cache = cache(settings(true, 64, 8, 60_000))) {
            for (int i = 0; i < 200; i++) {
                write("f" + i, "x".repeat(4000), OLD);
                nanos.addAndGet(1000 * MILLI);
                assertThat(content(cache.file("/f" + i))).hasSize(4000);
                assertThat(cache.weight()).isLessThanOrEqualTo(64 * 1024);
            }
            assertThat(cache.size()).isBetween(5, 13);
        }
    }

    @Test
    void whatWasUsedLastStays() throws IOException {
        try (FileCache cache = cache(settings(true, 64, 8, 600_000))) {
            write("hot", "x".repeat(4000), OLD);
            CachedFile hot = cache.file("/hot");
            for (int i = 0; i < 100; i++) {
                write("f" + i, "x".repeat(4000), OLD);
                nanos.addAndGet(1000 * MILLI);
                cache.file("/f" + i);
                assertThat(cache.file("/hot")).isSameAs(hot);
            }
            assertThat(text(hot)).hasSize(4000);
        }
    }

    @Test
    void walkOverALargeSiteDoesNotEmptyAFullCache() throws IOException {
        try (FileCache cache = cache(settings(true, 64, 8, 600_000))) {
            for (int i = 0; i < 300; i++) {
                write("f" + i, "x".repeat(4000), OLD);
                assertThat(content(cache.file("/f" + i))).hasSize(4000);
            }
            // At once: a full cache has taken in no more than an eighth of its size.
            int kept = 0;
            for (int i = 0; i < 13; i++) {
                kept += cache.file("/f" + i).body() == null ? 0 : 1;
            }
            assertThat(kept).isGreaterThan(8);
        }
    }

    @Test
    void largeObjectsDoNotFillASmallCache() {
        assertThat(settings(true, 64, 1000, 5000).objectBytes()).isEqualTo(8 * 1024);
        assertThat(settings(true, Long.MAX_VALUE, Long.MAX_VALUE, 0).objectBytes())
                .isEqualTo(1024L * 1024 * 1024);
    }

    @Test
    void numberOfOpenFilesIsBounded() throws IOException {
        try (FileCache cache = cache(settings(true, 10240, 0, 600_000))) {
            List<FileChannel> channels = new ArrayList<>();
            for (int i = 0; i < KeptFiles.MOST_OPEN + 50; i++) {
                write("f" + i, "x", OLD);
                nanos.addAndGet(1000 * MILLI);
                FileRegion region = cache.file("/f" + i).region(0, 1);
                channels.add(region.channel());
                region.release();
            }
            assertThat(channels.stream().filter(FileChannel::isOpen).count())
                    .isBetween(1L, (long) KeptFiles.MOST_OPEN);
            assertThat(channels.get(0).isOpen()).isFalse();
            assertThat(channels.get(channels.size() - 1).isOpen()).isTrue();
        }
    }

    @Test
    void concurrentRequestsLoadOnce() throws Exception {
        write("a.txt", "x".repeat(100_000), OLD);
        int threads = 16;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CyclicBarrier barrier = new CyclicBarrier(threads);
            List<Future<CachedFile>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(
                        executor.submit(
                                () -> {
                                    barrier.await();
                                    return cache.file("/a.txt");
                                }));
            }
            Set<CachedFile> seen = Collections.newSetFromMap(new IdentityHashMap<>());
            for (Future<CachedFile> result : results) {
                seen.add(result.get());
            }
            assertThat(seen).hasSize(1);
            assertThat(cache.weight()).isEqualTo(seen.iterator().next().weight());
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void openFileIsShared() throws IOException {
        write("big", "x".repeat(10_000), OLD);
        try (FileCache cache = cache(settings(true, 64, 1, 5000))) {
            CachedFile file = cache.file("/big");
            FileRegion one = file.region(0, 10);
            FileRegion two = file.region(20, 10);

            assertThat(one.channel()).isSameAs(two.channel());
            one.release();
            two.release();
            assertThat(one.channel().isOpen()).isTrue();
        }
    }

    @Test
    void closedCacheClosesFilesAfterTheirLastUse() throws IOException {
        write("big", "x".repeat(10_000), OLD);
        FileCache cache = cache(settings(true, 64, 1, 5000));
        FileRegion region = cache.file("/big").region(0, 10);
        cache.close();

        assertThat(region.channel().isOpen()).isTrue();
        region.release();
        assertThat(region.channel().isOpen()).isFalse();
        assertThat(cache.size()).isZero();
    }

    @Test
    void fileClosedByAnInterruptIsOpenedAgain() throws IOException {
        write("big", "x".repeat(10_000), OLD);
        try (FileCache cache = cache(settings(true, 64, 1, 5000))) {
            CachedFile file = cache.file("/big");
            FileRegion first = file.region(0, 10);
            first.channel().close();
            first.release();

            FileRegion second = file.region(0, 10);

            assertThat(second.channel().isOpen()).isTrue();
            assertThat(second.channel()).isNotSameAs(first.channel());
            second.release();
            assertThat(file.region(0, 1).channel()).isSameAs(second.channel());
        }
    }

    @Test
    void fileThatChangedIsNotOpenedAsTheOldVersion() throws IOException {
        write("big", "x".repeat(10_000), OLD);
        try (FileCache cache = cache(settings(true, 64, 1, 5000))) {
            CachedFile file = cache.file("/big");
            write("big", "y".repeat(9_000), OLD + 5000);

            assertThatExceptionOfType(FileChanged.class).isThrownBy(() -> file.region(0, 10));
        }
    }

    private FileCache cache(FileSettings settings) {
        ResourceRoot root = new ResourceRoot(base, false);
        return new FileCache(root, MimeTypes.DEFAULTS, settings, nanos::get, wall::get);
    }

    private static FileSettings settings(boolean caching, long max, long object, long ttl) {
        return new FileSettings(caching, max, object, ttl, 48, false, true, false);
    }

    private void write(String name, String text, long modified) throws IOException {
        Files.writeString(base.resolve(name), text);
        Files.setLastModifiedTime(base.resolve(name), FileTime.fromMillis(modified));
    }

    private static String text(CachedFile file) {
        return StandardCharsets.UTF_8.decode(file.body()).toString();
    }

    /** From memory or disk. */
    private static String content(CachedFile file) throws IOException {
        if (file.body() != null) {
            return text(file);
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
        OpenFile open = file.open();
        try {
            open.channel().read(bytes, 0);
        } finally {
            open.release();
        }
        return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }
}

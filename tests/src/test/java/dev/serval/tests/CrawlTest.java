package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole sites, fetched file by file over kept connections, every byte compared, twice. */
final class CrawlTest {
    private static final int FILES = 10_000;

    @TempDir static Path generated;

    @BeforeAll
    static void generate() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < FILES; i++) {
            String directory = "d" + i % 50 + "/" + (i % 3 == 0 ? "sub dir/" : "e" + i % 7 + "/");
            String extension = new String[] {".html", ".css", ".bin", ".txt", ""}[i % 5];
            Path file = generated.resolve(directory + "page-" + i + extension);
            Files.createDirectories(file.getParent());
            // Mostly small, some beyond what is cached in memory.
            byte[] content = new byte[i % 500 == 0 ? 300_000 : random.nextInt(6_000)];
            random.nextBytes(content);
            Files.write(file, content);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void tenThousandGeneratedFiles(Wire wire) throws Exception {
        assertThat(crawled(wire, generated)).isEqualTo(FILES);
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void theDocumentationOfTomcat(Wire wire) throws Exception {
        Path docs = TomcatFiles.of("webapps/docs");
        int files = crawled(wire, docs);
        assertThat(files).isGreaterThan(150);
        System.out.println(wire + ": " + files + " files of Tomcat's docs compared, twice");
    }

    /** Far more than the cache may hold: it stays within its 10 MiB, and direct memory with it. */
    @Test
    @Tag("full")
    void aHundredThousandFilesKeepMemoryWithinTheBoundOfTheCache(@TempDir Path large)
            throws Exception {
        byte[] content = new byte[2_000];
        for (int i = 0; i < 100_000; i++) {
            Path directory = large.resolve("d" + i / 1000);
            if (i % 1000 == 0) {
                Files.createDirectories(directory);
            }
            Files.write(directory.resolve("page-" + i + ".html"), content);
        }
        long before = directBytes();
        AtomicLong most = new AtomicLong();
        ScheduledExecutorService watching = Executors.newSingleThreadScheduledExecutor();
        try {
            watching.scheduleAtFixedRate(
                    () -> most.accumulateAndGet(directBytes(), Math::max),
                    0,
                    20,
                    TimeUnit.MILLISECONDS);
            assertThat(crawled(Wire.NIO, large)).isEqualTo(100_000);
        } finally {
            watching.shutdownNow();
        }
        long added = most.get() - before;
        System.out.println("100000 files: at most " + added + " bytes of direct memory more");
        // The cache's 10 MiB; as much again that it has let go in the seconds until it is freed;
        // and the buffers of connections.
        assertThat(added).isLessThan(32L << 20);
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Crawls the site twice, so that the second time much comes from caches. */
    private static int crawled(Wire wire, Path site) throws Exception {
        try (Serval serval =
                Serval.onPort(0)
                        .connector(unchanged -> new Settings().config(wire))
                        .directory("/", site)
                        .start()) {
            int first = Crawler.crawl(wire, serval.port(), site);
            assertThat(Crawler.crawl(wire, serval.port(), site)).isEqualTo(first);
            return first;
        }
    }
}

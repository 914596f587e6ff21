package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
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

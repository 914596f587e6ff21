package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §4.6: META-INF/resources of jars, behind the directory, by the same rules. */
class JarResourcesTest {
    private static final String BIG = "0123456789".repeat(50_000);

    @TempDir Path temp;
    private Path base;
    private Path first;
    private Path second;
    private ResourceRoot root;

    @BeforeEach
    void site() throws IOException {
        base = Files.createDirectory(temp.resolve("site"));
        Files.createDirectories(base.resolve("css"));
        Files.writeString(base.resolve("css/own.css"), "own");
        Files.writeString(base.resolve("both.txt"), "directory");
        first =
                jar(
                        "first.jar",
                        "META-INF/resources/both.txt",
                        "jar",
                        "META-INF/resources/css/lib.css",
                        "lib",
                        "META-INF/resources/twice.txt",
                        "first",
                        "META-INF/resources/deep/er/x.txt",
                        "x",
                        "META-INF/resources/WEB-INF/secret.txt",
                        "secret",
                        "META-INF/resources/a/META-INF/secret.txt",
                        "secret",
                        "META-INF/resources/../up.txt",
                        "up",
                        "META-INF/resources/big.bin",
                        BIG,
                        "META-INF/resourcesX/no.txt",
                        "no",
                        "META-INF/other.txt",
                        "no",
                        "plain.txt",
                        "no");
        second = jar("second.jar", "META-INF/resources/twice.txt", "second");
        root = new ResourceRoot(base, false, List.of(first, second));
    }

    @AfterEach
    void close() {
        root.close();
    }

    private Path jar(String name, String... namesAndTexts) throws IOException {
        Path jar = temp.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return jar;
    }

    private static String text(Resource found) throws IOException {
        try (InputStream in = found.stream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private FileCache cache(FileSettings settings) {
        return new FileCache(root, MimeTypes.DEFAULTS, settings);
    }

    @Test
    void directoryWins() throws IOException {
        assertThat(text(root.find("/both.txt"))).isEqualTo("directory");
    }

    @Test
    void jarAddsToADirectory() throws IOException {
        assertThat(text(root.find("/css/lib.css"))).isEqualTo("lib");
        assertThat(text(root.find("/css/own.css"))).isEqualTo("own");
    }

    @Test
    void firstJarWins() throws IOException {
        assertThat(text(root.find("/twice.txt"))).isEqualTo("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/deep", "/deep/", "/deep/er", "/deep/er/", "/"})
    void directoriesNeedNoEntries(String path) {
        assertThat(root.find(path).isDirectory()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/WEB-INF/secret.txt",
                "/web-inf/secret.txt",
                "/WEB-INF",
                "/a/META-INF/secret.txt",
                "/a/META-INF",
                "/META-INF/resources/both.txt",
                "/META-INF/other.txt",
                "/other.txt",
                "/no.txt",
                "/plain.txt",
                "/up.txt",
                "/../up.txt",
                "/css/LIB.css",
                "/CSS/lib.css",
                "/css/lib.css/",
                "/css/lib.css.",
                "/css//lib.css",
                "/css/../css/lib.css",
                "/css\\lib.css",
                "/css/lib.css\0",
                "css/lib.css",
                "/missing"
            })
    void findsNothing(String path) {
        assertThat(root.find(path)).isSameAs(Resource.NOTHING);
    }

    @Test
    void jarAloneIsEnough() throws IOException {
        try (ResourceRoot alone = new ResourceRoot(null, false, List.of(first))) {
            assertThat(text(alone.find("/both.txt"))).isEqualTo("jar");
            assertThat(alone.find("/").isDirectory()).isTrue();
        }
    }

    @Test
    void jarWithoutResourcesAddsNothing() throws IOException {
        Path plain = jar("plain.jar", "a.txt", "a");
        try (ResourceRoot alone = new ResourceRoot(null, false, List.of(plain))) {
            assertThat(alone.find("/")).isSameAs(Resource.NOTHING);
        }
    }

    @Test
    void damagedJarIsNamed() throws IOException {
        Path damaged = Files.writeString(temp.resolve("bad.jar"), "no jar");

        assertThatThrownBy(() -> new ResourceRoot(base, false, List.of(first, damaged)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("bad.jar is not a complete JAR file: ");
    }

    @Test
    void applicationSeesItsPrivateFilesThere() throws IOException {
        assertThat(text(root.behindDirectory("/WEB-INF/secret.txt"))).isEqualTo("secret");
        assertThat(root.membersElsewhere("/deep")).containsExactly("/deep/er/");
        assertThat(root.membersElsewhere("/css")).containsExactly("/css/lib.css");
    }

    @Test
    void urlReadsTheFile() throws IOException {
        Path odd = jar("odd #1!.jar", "META-INF/resources/a b%20c.txt", "odd");
        try (ResourceRoot alone = new ResourceRoot(null, false, List.of(odd));
                InputStream in = alone.find("/a b%20c.txt").url().openStream()) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("odd");
        }
    }

    @Test
    void smallFileIsKeptInMemory() throws IOException {
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/css/lib.css");

            assertThat(StandardCharsets.UTF_8.decode(file.body()).toString()).isEqualTo("lib");
            assertThat(file.contentType()).isEqualTo("text/css");
            assertThat(cache.file("/css/lib.css")).isSameAs(file);
        }
    }

    @Test
    void bigFileIsOpenedAsOneOfItsOwnThatIsGoneAfterwards() throws IOException {
        Set<Path> before = temporaryFiles();
        try (FileCache cache = cache(FileSettings.DEFAULTS)) {
            CachedFile file = cache.file("/big.bin");
            assertThat(file.isOnDisk()).isTrue();
            OpenFile open = file.open();
            try {
                ByteBuffer part = ByteBuffer.allocate(10);
                open.channel().read(part, 490_003);
                assertThat(new String(part.array(), StandardCharsets.US_ASCII))
                        .isEqualTo("3456789012");
                assertThat(open.channel().size()).isEqualTo(BIG.length());
            } finally {
                open.release();
            }
        }
        // Those that another process has made meanwhile are gone soon.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        Set<Path> more = temporaryFiles();
        more.removeAll(before);
        while (!more.isEmpty()) {
            assertThat(System.nanoTime() - end).as("still there: " + more).isNegative();
            more.retainAll(temporaryFiles());
        }
    }

    private static Set<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.toString().endsWith(".resource"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void withoutCachingSmallFilesNeedNoDisk() throws IOException {
        FileSettings off = new FileSettings(false, 10240, 128, 5000, 48, false, true, false);
        try (FileCache cache = cache(off)) {
            CachedFile file = cache.file("/css/lib.css");

            assertThat(StandardCharsets.UTF_8.decode(file.body()).toString()).isEqualTo("lib");
            assertThat(file.isFresh(cache.now(), cache.ttlNanos())).isFalse();
            assertThat(cache.size()).isZero();
        }
    }

    @Test
    void tagFollowsTheContentWhateverTheDateSays() throws IOException {
        Path one = jar("one.jar", "META-INF/resources/a.txt", "aaa");
        Path two = jar("two.jar", "META-INF/resources/a.txt", "bbb");
        Files.setLastModifiedTime(two, Files.getLastModifiedTime(one));
        String before;
        try (ResourceRoot alone = new ResourceRoot(null, false, List.of(one));
                FileCache cache = new FileCache(alone, MimeTypes.DEFAULTS, FileSettings.DEFAULTS)) {
            before = cache.file("/a.txt").representation().etag();
        }
        try (ResourceRoot alone = new ResourceRoot(null, false, List.of(two));
                FileCache cache = new FileCache(alone, MimeTypes.DEFAULTS, FileSettings.DEFAULTS)) {
            assertThat(cache.file("/a.txt").representation().etag())
                    .isNotEqualTo(before)
                    .startsWith("\"3-");
        }
    }

    @Test
    void fileInTheDirectoryTakesOverFromTheJar() throws IOException {
        FileSettings look = new FileSettings(true, 10240, 128, 0, 48, false, true, false);
        try (FileCache cache = cache(look)) {
            assertThat(cache.file("/twice.txt").size()).isEqualTo(5);
            Files.writeString(base.resolve("twice.txt"), "from the directory");

            assertThat(cache.file("/twice.txt").size()).isEqualTo(18);
        }
    }

    @Test
    void afterTheCloseNothingCanBeRead() throws IOException {
        Resource found = root.find("/twice.txt");
        root.close();

        assertThatThrownBy(found::stream).isInstanceOf(IOException.class);
    }

    @Test
    void cacheClosesTheJars() throws IOException {
        Resource found = root.find("/twice.txt");
        cache(FileSettings.DEFAULTS).close();

        assertThatThrownBy(found::stream).isInstanceOf(IOException.class);
    }
}

package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WritableFilesTest {
    private static final WritableFiles.Check ANY = current -> {};

    @TempDir Path base;
    private Path root;
    private ResourceRoot resources;
    private FileCache cache;
    private WritableFiles files;

    @BeforeEach
    void site() throws IOException {
        root = Files.createDirectories(base.resolve("root"));
        Files.createDirectories(root.resolve("WEB-INF"));
        Files.createDirectories(root.resolve("full/sub"));
        Files.createDirectories(base.resolve("outside"));
        Files.writeString(root.resolve("a.txt"), "old");
        Files.writeString(root.resolve("page.jsp"), "source");
        Files.createSymbolicLink(root.resolve("link"), base.resolve("outside"));
        Files.createSymbolicLink(root.resolve("link.txt"), root.resolve("a.txt"));
        open(true);
    }

    /** With links allowed to readers, which writers must not follow. */
    private void open(boolean allowLinking) {
        FileSettings settings =
                new FileSettings(true, 10240, 128, 60_000, 48, false, false, allowLinking)
                        .withPrecompressed(Precompressed.USUAL);
        resources = new ResourceRoot(root, allowLinking);
        cache = new FileCache(resources, MimeTypes.DEFAULTS, settings);
        files = new WritableFiles(resources, List.of(cache)).of(cache);
    }

    @AfterEach
    void close() {
        cache.close();
    }

    private boolean put(String path, String content) throws IOException, WriteRefused {
        return files.put(path, stream(content), -1, ANY);
    }

    private static InputStream stream(String content) {
        return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
    }

    private void refuses(int status, String path) {
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> put(path, "new"))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(status));
        assertThat(root.resolve(SafePath.UPLOADS)).doesNotExist();
    }

    @Test
    void aFileIsMadeAndReplacedAndNothingElseIsLeft() throws Exception {
        assertThat(put("/b.txt", "one")).isTrue();
        assertThat(put("/b.txt", "other")).isFalse();
        assertThat(root.resolve("b.txt")).hasContent("other");
        assertThat(root.resolve(SafePath.UPLOADS)).doesNotExist();
    }

    @ParameterizedTest(name = "PUT {0} is {1}")
    @CsvSource({
        "/WEB-INF/x, 404",
        "/web-inf/x, 404",
        "/WEB-INF, 404",
        "/META-INF/context.xml, 404",
        "/full/META-INF/x, 404",
        "/.serval-uploads/x, 404",
        "/.serval-uploads, 404",
        "/x.jsp, 403",
        "/x.JSP, 403",
        "/x.jspx, 403",
        "/x.jsp., 403",
        "/page.jsp, 403",
        "/link/x, 409",
        "/link, 403",
        "/link.txt, 403",
        "/missing/x, 409",
        "/a.txt/x, 409",
        "/full, 409",
        "/full/, 409",
        "/new/, 409",
        "/, 409",
        "/../x, 404",
        "/./x, 404"
    })
    void whatMustNotBeWrittenIsNot(String path, int status) {
        refuses(status, path);
        assertThat(base.resolve("outside")).isEmptyDirectory();
        assertThat(root.resolve("a.txt")).hasContent("old");
        assertThat(root.resolve("page.jsp")).hasContent("source");
    }

    @Test
    void aNameThatTheFileSystemDoesNotTakeIsRefused() {
        refuses(403, "/" + "x".repeat(300));
    }

    @Test
    void contentThatEndsInAFailureChangesNothing() {
        InputStream cut =
                new InputStream() {
                    private int left = 100_000;

                    @Override
                    public int read() throws IOException {
                        if (left-- <= 0) {
                            throw new IOException("cut");
                        }
                        return 'x';
                    }
                };
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> files.put("/a.txt", cut, -1, ANY))
                .withMessage("cut");
        assertThat(root.resolve("a.txt")).hasContent("old");
        assertThat(root.resolve(SafePath.UPLOADS)).doesNotExist();
    }

    @Test
    void contentThatIsTooLargeIs413AndChangesNothing() throws Exception {
        assertThat(files.put("/five", stream("12345"), 5, ANY)).isTrue();
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> files.put("/a.txt", stream("123456"), 5, ANY))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(413));
        assertThat(root.resolve("a.txt")).hasContent("old");
    }

    @Test
    void theCheckIsAskedAgainBehindTheBody() {
        int[] asked = {0};
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(
                        () ->
                                files.put(
                                        "/a.txt",
                                        stream("new"),
                                        -1,
                                        current -> {
                                            if (asked[0]++ > 0) {
                                                throw new WriteRefused(412, "changed meanwhile");
                                            }
                                        }));
        assertThat(root.resolve("a.txt")).hasContent("old");
    }

    @Test
    void theCacheKnowsAtOnce() throws Exception {
        assertThat(cache.file("/a.txt").size()).isEqualTo(3);
        assertThat(cache.file("/new.txt")).isNull();
        assertThat(cache.find("/dir/").isDirectory()).isFalse();
        put("/a.txt", "longer");
        put("/new.txt", "1");
        files.createDirectory("/dir");
        assertThat(cache.file("/a.txt").size()).isEqualTo(6);
        assertThat(cache.file("/new.txt").size()).isEqualTo(1);
        assertThat(cache.find("/dir/").isDirectory()).isTrue();
        put("/dir/in", "2");
        assertThat(cache.file("/dir/in")).isNotNull();
        files.move("/dir", "/moved", ANY);
        assertThat(cache.file("/dir/in")).isNull();
        assertThat(cache.file("/moved/in").size()).isEqualTo(1);
        files.delete("/a.txt", ANY);
        assertThat(cache.file("/a.txt")).isNull();
    }

    /** The cache trusts what it has for a minute here. */
    @Test
    void theFileBesideWhichAnEncodedFormComesIsLookedAtAgain() throws Exception {
        CachedFile before = cache.file("/a.txt");
        put("/a.txt.gz", "form");
        CachedFile after = cache.file("/a.txt");
        assertThat(after).isNotSameAs(before);
        assertThat(after.representation().varies()).isTrue();
        files.delete("/a.txt.gz", ANY);
        assertThat(cache.file("/a.txt").representation().varies()).isFalse();
    }

    @Test
    void onlyWhatIsEmptyIsDeleted() throws Exception {
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> files.delete("/full/", ANY))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(409));
        files.delete("/full/sub/", ANY);
        files.delete("/full", ANY);
        assertThat(root.resolve("full")).doesNotExist();
    }

    @ParameterizedTest(name = "DELETE {0} is {1}")
    @CsvSource({
        "/WEB-INF, 404",
        "/page.jsp, 404",
        "/link, 403",
        "/link.txt, 403",
        "/missing, 404",
        "/a.txt/, 404",
        "/, 409"
    })
    void whatMustNotBeDeletedIsNot(String path, int status) {
        assertThatExceptionOfType(WriteRefused.class)
                .isThrownBy(() -> files.delete(path, ANY))
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(status));
        assertThat(root.resolve("link.txt")).exists();
        assertThat(root.resolve("a.txt")).exists();
    }

    @Test
    void membersAreThoseThatClientsSee() throws Exception {
        close();
        open(false);
        WritableFiles.Members members = files.members("/");
        assertThat(members.names()).containsExactly("a.txt", "full");
        assertThat(members.hidden()).isTrue();
        assertThat(files.members("/full").hidden()).isFalse();
    }

    @Test
    void aReplacedFileKeepsItsRights() throws Exception {
        Path file = root.resolve("a.txt");
        assumeThat(Files.getFileStore(file).supportsFileAttributeView("posix")).isTrue();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        put("/a.txt", "new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void whatACrashHasLeftGoesAtTheStartWhenItIsOld() throws Exception {
        Path uploads = Files.createDirectories(root.resolve(SafePath.UPLOADS));
        Path old = Files.writeString(uploads.resolve("old"), "half");
        Path young = Files.writeString(uploads.resolve("young"), "half");
        Files.setLastModifiedTime(
                old, FileTime.fromMillis(System.currentTimeMillis() - Uploads.LEFT_MILLIS - 1000));
        close();
        open(false);
        assertThat(old).doesNotExist();
        assertThat(young).exists();
        assertThat(files.find("/" + SafePath.UPLOADS + "/young").kind())
                .isEqualTo(Resource.ResourceType.NOTHING);
    }
}

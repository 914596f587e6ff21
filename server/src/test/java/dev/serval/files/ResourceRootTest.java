package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Security rules 12 to 14: a path names a file only if the file is there under exactly that name.
 */
class ResourceRootTest {
    @TempDir Path temp;
    private Path base;
    private ResourceRoot root;
    private ResourceRoot linking;

    @BeforeEach
    void site() throws IOException {
        base = Files.createDirectory(temp.resolve("site"));
        Files.writeString(temp.resolve("secret.txt"), "secret");
        Files.writeString(base.resolve("index.html"), "hello");
        Files.writeString(base.resolve("a b.txt"), "blank");
        Files.writeString(base.resolve("dot.txt."), "dot");
        Files.createDirectories(base.resolve("sub/deep"));
        Files.writeString(base.resolve("sub/page.html"), "page");
        for (String name : new String[] {"WEB-INF", "META-INF", "sub/WEB-INF", "web-inf.d"}) {
            Files.createDirectories(base.resolve(name));
            Files.writeString(base.resolve(name + "/web.xml"), "<web-app/>");
        }
        root = new ResourceRoot(base, false);
        linking = new ResourceRoot(base, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/index.html",
                "/sub/page.html",
                "/a b.txt",
                "/dot.txt.",
                "/web-inf.d/web.xml"
            })
    void findsFiles(String path) {
        assertThat(root.find(path).kind()).isEqualTo(Resource.ResourceType.FILE);
        assertThat(linking.find(path).kind()).isEqualTo(Resource.ResourceType.FILE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/sub", "/sub/", "/sub/deep/", "/web-inf.d"})
    void findsDirectories(String path) {
        assertThat(root.find(path).kind()).isEqualTo(Resource.ResourceType.DIRECTORY);
        assertThat(linking.find(path).kind()).isEqualTo(Resource.ResourceType.DIRECTORY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "index.html",
                "//index.html",
                "//",
                "/sub//page.html",
                "/sub/page.html/",
                "/index.html/",
                "/./index.html",
                "/sub/../index.html",
                "/..",
                "/../secret.txt",
                "/../site/index.html",
                "/sub/../../secret.txt",
                "/.../secret.txt",
                "/.. /secret.txt",
                "/. ./secret.txt",
                "/..\\secret.txt",
                "\\index.html",
                "/sub\\page.html",
                "/index.html\0",
                "/index.html\0.txt",
                "/\0",
                "/index.html\r\n",
                "/index.html\u007f",
                "/index.html.",
                "/index.html ",
                "/index.html. .",
                "/index.html::$DATA",
                "/index.html:stream",
                "/Index.html",
                "/INDEX.HTML",
                "/SUB/page.html",
                "/sub/Page.html",
                "/missing",
                "/sub/missing/page.html",
                "/%2e%2e/secret.txt",
                "/sub%2fpage.html",
                "/index.html;x=1",
                "/*",
                "/WEB-INF",
                "/WEB-INF/",
                "/WEB-INF/web.xml",
                "/web-inf/web.xml",
                "/Web-Inf/web.xml",
                "/WEB-INF./web.xml",
                "/WEB-INF /web.xml",
                "/ WEB-INF/web.xml",
                "/WEB-INF. ./web.xml",
                "/WEB-INF::$INDEX_ALLOCATION/web.xml",
                "/WEB-INF:x/web.xml",
                "/WEB-\u0131NF/web.xml",
                "/WEB-INF\u200c/web.xml",
                "/WEB-IN~1/web.xml",
                "/sub/../WEB-INF/web.xml",
                "/sub/WEB-INF/web.xml",
                "/META-INF",
                "/META-INF/web.xml",
                "/meta-inf/web.xml",
                "/Meta-INF./web.xml",
            })
    void findsNothing(String path) {
        assertThat(root.find(path)).isSameAs(Resource.NOTHING);
        assertThat(linking.find(path)).isSameAs(Resource.NOTHING);
    }

    @Test
    void nullIsNothing() {
        assertThat(root.find(null)).isSameAs(Resource.NOTHING);
    }

    @Test
    void nameLongerThanAnyFileSystemAllowsIsNothing() {
        assertThat(root.find("/" + "a".repeat(5000))).isSameAs(Resource.NOTHING);
        assertThat(root.find("/a".repeat(5000))).isSameAs(Resource.NOTHING);
    }

    @Test
    void linkToAFileOutsideIsNothing() throws IOException {
        link("out.txt", temp.resolve("secret.txt"));

        assertThat(root.find("/out.txt")).isSameAs(Resource.NOTHING);
    }

    @Test
    void linkWithinTheDirectoryIsNothingToo() throws IOException {
        link("in.html", base.resolve("index.html"));
        link("dir", base.resolve("sub"));

        assertThat(root.find("/in.html")).isSameAs(Resource.NOTHING);
        assertThat(root.find("/dir")).isSameAs(Resource.NOTHING);
        assertThat(root.find("/dir/page.html")).isSameAs(Resource.NOTHING);
    }

    @Test
    void linkIsFollowedWhereAllowed() throws IOException {
        link("out.txt", temp.resolve("secret.txt"));
        link("dir", base.resolve("sub"));

        assertThat(linking.find("/out.txt").isFile()).isTrue();
        assertThat(linking.find("/dir/page.html").isFile()).isTrue();
        assertThat(linking.find("/dir/").isDirectory()).isTrue();
        assertThat(linking.find("/dir/Page.html")).isSameAs(Resource.NOTHING);
    }

    @Test
    void linkNeverOpensPrivateDirectories() throws IOException {
        link("open", base.resolve("WEB-INF"));
        link("web.txt", base.resolve("WEB-INF/web.xml"));
        Path other = Files.createDirectories(temp.resolve("other/META-INF"));
        Files.writeString(other.resolve("x.xml"), "x");
        link("other", other);

        for (String path : new String[] {"/open", "/open/web.xml", "/web.txt", "/other/x.xml"}) {
            assertThat(linking.find(path)).as(path).isSameAs(Resource.NOTHING);
        }
    }

    @Test
    void loopOfLinksIsNothing() throws IOException {
        link("one", base.resolve("two"));
        link("two", base.resolve("one"));

        assertThat(root.find("/one")).isSameAs(Resource.NOTHING);
        assertThat(linking.find("/one")).isSameAs(Resource.NOTHING);
    }

    @Test
    void danglingLinkIsNothing() throws IOException {
        link("gone", base.resolve("never"));

        assertThat(linking.find("/gone")).isSameAs(Resource.NOTHING);
    }

    @Test
    void directoryItselfMayBeReachedByALink() throws IOException {
        link(temp.resolve("alias"), base);

        assertThat(new ResourceRoot(temp.resolve("alias"), false).find("/index.html").isFile())
                .isTrue();
    }

    @Test
    void missingDirectoryHasNothing() {
        ResourceRoot missing = new ResourceRoot(temp.resolve("missing"), false);

        assertThat(missing.find("/")).isSameAs(Resource.NOTHING);
        assertThat(missing.find("/index.html")).isSameAs(Resource.NOTHING);
    }

    @Test
    void siblingWithTheSameBeginningIsOutside() throws IOException {
        Path sibling = Files.createDirectory(temp.resolve("site2"));
        Files.writeString(sibling.resolve("x.txt"), "x");

        assertThat(root.find("/../site2/x.txt")).isSameAs(Resource.NOTHING);
        assertThat(root.find("2/x.txt")).isSameAs(Resource.NOTHING);
    }

    @Test
    void fifoIsNeverOpened() throws Exception {
        Path fifo = base.resolve("fifo");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        Process made = new ProcessBuilder("/usr/bin/mkfifo", fifo.toString()).start();
        assertThat(made.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.exists(fifo)).isTrue();

        assertThat(root.find("/fifo")).isSameAs(Resource.NOTHING);
        try (FileCache cache = new FileCache(root, MimeTypes.DEFAULTS, FileSettings.DEFAULTS)) {
            assertThat(cache.file("/fifo")).isNull();
        }
    }

    @Test
    void deviceBehindALinkIsNothing() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/zero")));
        link("zero", Path.of("/dev/zero"));

        assertThat(linking.find("/zero")).isSameAs(Resource.NOTHING);
    }

    @Test
    void statesSizeAndTime() throws IOException {
        Resource found = root.find("/index.html");

        assertThat(found.size()).isEqualTo(5);
        assertThat(found.modified())
                .isEqualTo(Files.getLastModifiedTime(base.resolve("index.html")));
    }

    private void link(String name, Path target) throws IOException {
        link(base.resolve(name), target);
    }

    private static void link(Path link, Path target) throws IOException {
        try {
            Files.createSymbolicLink(link, target);
        } catch (UnsupportedOperationException e) {
            assumeTrue(false, "no symbolic links here");
        }
    }
}

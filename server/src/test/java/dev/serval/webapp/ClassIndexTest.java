package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.JarScanConfig;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What initializers ask for is found across everything that a class can extend. */
class ClassIndexTest {
    @TempDir Path temp;
    private final Problems problems = new Problems();

    private Path jar(String name, List<Path> classPath, String... sources) {
        Path classes = temp.resolve("classes-" + name);
        Classes.compile(classes, classPath, sources);
        return Classes.jar(temp.resolve(name + ".jar"), classes, Map.of());
    }

    private ClassIndex index(ClassLoader loader, ScanFilter filter, Path... jars) {
        ClassIndex index = new ClassIndex(loader, IndexCache.NONE, problems);
        index.add(
                List.of(jars).stream()
                        .map(jar -> Archive.jar(jar, jar.getFileName().toString()))
                        .toList(),
                filter,
                "test");
        assertThat(problems.all).isEmpty();
        return index;
    }

    private static URLClassLoader loader(ClassLoader parent, Path... jars) throws IOException {
        URL[] urls = new URL[jars.length];
        for (int i = 0; i < jars.length; i++) {
            urls[i] = jars[i].toUri().toURL();
        }
        return new URLClassLoader(urls, parent);
    }

    private static ScanFilter skipping(String name) {
        return ScanFilter.of(new JarScanConfig(name, null, true, null, null, true));
    }

    @Test
    void aTypeOfTheJdkIsFoundThroughClassesOfTheJdk() throws Exception {
        Path own =
                jar(
                        "own",
                        List.of(),
                        "package a; public class L extends java.util.ArrayList<String> {}");
        try (URLClassLoader loader = loader(null, own)) {
            ClassIndex index = index(loader, ScanFilter.NONE, own);
            assertThat(index.handled("java.util.Collection")).containsExactly("a.L");
            assertThat(index.handled("java.util.Map")).isEmpty();
        }
    }

    @Test
    void aTypeIsFoundThroughClassesOfTheSharedLoader() throws Exception {
        Path shared =
                jar(
                        "shared",
                        List.of(),
                        "package s; public interface T {}",
                        "package s; public class Middle implements T {}");
        Path own = jar("own", List.of(shared), "package a; public class Below extends s.Middle {}");
        try (URLClassLoader parent = loader(null, shared);
                URLClassLoader loader = loader(parent, own)) {
            assertThat(index(loader, ScanFilter.NONE, own).handled("s.T"))
                    .containsExactly("a.Below");
        }
    }

    @Test
    void aTypeIsFoundThroughAJarThatIsSkippedButNothingInIt() throws Exception {
        Path api = jar("api", List.of(), "package s; public interface T {}");
        Path skipped =
                jar("skipped", List.of(api), "package m; public class Middle implements s.T {}");
        Path own =
                jar(
                        "own",
                        List.of(api, skipped),
                        "package a; public class Below extends m.Middle {}");
        try (URLClassLoader loader = loader(null, api, skipped, own)) {
            ClassIndex index = index(loader, skipping("skipped.jar"), api, skipped, own);
            assertThat(index.handled("s.T")).containsExactly("a.Below");
            ClassIndex all = index(loader, ScanFilter.NONE, api, skipped, own);
            assertThat(all.handled("s.T")).containsExactlyInAnyOrder("a.Below", "m.Middle");
        }
    }

    @Test
    void anAnnotationOfAClassThatSomebodyNamesCountsAlthoughItsJarIsSkipped() throws Exception {
        Path skipped =
                jar(
                        "skipped",
                        List.of(),
                        "package m; @MultipartConfig(maxFileSize = 7) public class S extends"
                                + " HttpServlet {}");
        try (URLClassLoader loader = loader(null, skipped)) {
            ClassIndex index = index(loader, skipping("skipped.jar"), skipped);
            AnnotationValues values = AnnotationScan.multipart("m.S", index);
            assertThat(values.shown("maxFileSize")).isEqualTo("7");
        }
    }

    @Test
    void annotationsOnParametersAndComponentsCount() throws Exception {
        Path own =
                jar(
                        "own",
                        List.of(),
                        "package a; public @interface A {}",
                        "package a; public class P { void m(int x, @A String s) {} }",
                        "package a; public class R { record Inner(@A int x) {} }",
                        "package a; public class None {}");
        try (URLClassLoader loader = loader(null, own)) {
            assertThat(index(loader, ScanFilter.NONE, own).handled("a.A"))
                    .containsExactlyInAnyOrder("a.P", "a.R$Inner");
        }
    }

    @Test
    void namesOfFilesAreKnownOfSkippedJarsToo() throws Exception {
        Path jar =
                Classes.jar(
                        temp.resolve("x.jar"),
                        null,
                        Map.of(
                                "META-INF/a/b.tld",
                                "",
                                ArchiveFiles.FRAGMENT,
                                "",
                                "META-INF/resources/p/q.css",
                                "",
                                "META-INF/other.txt",
                                ""));
        IndexCache cache = IndexCache.in(temp.resolve("indexes"));
        for (boolean again : new boolean[] {false, true}) {
            ArchiveScan scan = ArchiveScan.of(Archive.jar(jar, "x.jar"), cache, false);
            assertThat(scan.remembered()).isEqualTo(again);
            ArchiveFiles files = scan.index().files();
            assertThat(files.tagLibraries()).containsExactly("META-INF/a/b.tld");
            assertThat(files.has(ArchiveFiles.FRAGMENT)).isTrue();
            assertThat(files.has(ArchiveFiles.INITIALIZERS)).isFalse();
            assertThat(files.resources()).containsExactly("META-INF/resources/p/q.css");
        }
        assertThat(Files.exists(temp.resolve("indexes"))).isTrue();
    }
}

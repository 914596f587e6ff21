package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.Problem;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryFilesTest {
    @TempDir Path temp;

    static class Base extends HttpServlet {
        private static final long serialVersionUID = 1;
    }

    static class One extends Base {
        private static final long serialVersionUID = 1;
    }

    static class Two extends Base {
        private static final long serialVersionUID = 1;
    }

    private static String file(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static Map<String, byte[]> classes(Class<?>... types) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        for (Class<?> type : types) {
            try (InputStream in = type.getClassLoader().getResourceAsStream(file(type))) {
                files.put(file(type), in.readAllBytes());
            }
        }
        return files;
    }

    private static long copies() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> each.getFileName().toString().startsWith("serval-jars-"))
                    .count();
        }
    }

    /** Names that are found nowhere have annotations looked at, too. */
    private List<String> check(CountedFiles files) {
        return DescriptorCheck.of(
                        files.root(),
                        "shop.war!",
                        null,
                        HttpServlet.class.getClassLoader(),
                        DefaultDescriptors.NONE,
                        described -> null,
                        method -> List.of())
                .stream()
                .map(Problem::toString)
                .toList();
    }

    @Test
    void aJarOfAWarIsOpenedOnceHoweverManyClassesAreLookedFor() throws Exception {
        Path jar = Compiled.jar(temp.resolve("a.jar"), classes(Base.class, One.class, Two.class));
        String webXml =
                "<web-app version='6.1'>"
                        + Stream.of(One.class, Two.class)
                                .map(
                                        type ->
                                                "<servlet><servlet-name>"
                                                        + type.getSimpleName()
                                                        + "</servlet-name><servlet-class>"
                                                        + type.getName()
                                                        + "</servlet-class></servlet>")
                                .reduce("", String::concat)
                        + "<servlet-mapping><servlet-name>gone</servlet-name>"
                        + "<url-pattern>/x</url-pattern></servlet-mapping></web-app>";
        Path war =
                Compiled.jar(
                        temp.resolve("shop.war"),
                        Map.of("WEB-INF/lib/a.jar", Files.readAllBytes(jar)),
                        Compiled.text("WEB-INF/web.xml", webXml));
        long before = copies();
        try (FileSystem real = FileSystems.newFileSystem(war)) {
            CountedFiles files = new CountedFiles(real);
            assertThat(check(files)).singleElement().asString().contains("gone");
            assertThat(files.opened).containsOnlyOnce("a.jar");
        }
        assertThat(copies()).isEqualTo(before);
    }

    private Path war(String library, byte[] content) throws IOException {
        return Compiled.jar(temp.resolve("shop.war"), Map.of("WEB-INF/lib/" + library, content));
    }

    @Test
    void librariesForWhichTheDiskHasNoRoomAreNotCopied() throws Exception {
        Path jar = Compiled.jar(temp.resolve("a.jar"), classes(One.class));
        long before = copies();
        try (FileSystem real = FileSystems.newFileSystem(war("a.jar", Files.readAllBytes(jar)))) {
            CountedFiles files = new CountedFiles(real);
            files.claimed.put("a.jar", 1L << 62);
            assertThat(check(files))
                    .singleElement()
                    .asString()
                    .startsWith("shop.war!: cannot be read: ")
                    .contains("its libraries have 4611686018427387904 bytes, the disk of ");
            assertThat(files.opened).doesNotContain("a.jar");
        }
        assertThat(copies()).isEqualTo(before);
    }

    @Test
    void whatDoesNotBeginAsAJarIsNotCopied() throws Exception {
        try (FileSystem real = FileSystems.newFileSystem(war("b.jar", new byte[100_000]))) {
            assertThat(check(new CountedFiles(real)))
                    .containsExactly(
                            "shop.war!/WEB-INF/lib/b.jar: is not a complete JAR file: it does not"
                                    + " begin as one");
        }
    }

    @Test
    void classesOfAJarComeFromTheFileThatWasOpenedFirst() throws Exception {
        Path jar = Compiled.jar(temp.resolve("a.jar"), classes(One.class, Two.class));
        ClassLoader parent = HttpServlet.class.getClassLoader();
        try (StoredClasses stored = new StoredClasses(temp, List.of(jar), parent)) {
            assertThat(stored.read(file(One.class))).isNotNull();
            Files.delete(jar);
            assertThat(stored.read(file(Two.class)))
                    .isEqualTo(classes(Two.class).get(file(Two.class)));
        }
    }
}

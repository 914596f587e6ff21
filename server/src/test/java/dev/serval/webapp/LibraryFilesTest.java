package dev.serval.webapp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.Problem;
import jakarta.servlet.http.HttpServlet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

    private static Set<Path> copies() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> each.getFileName().toString().startsWith("serval-jars-"))
                    .collect(Collectors.toSet());
        }
    }

    /** Those that another process has made meanwhile are gone soon. */
    private static void assertNoMoreThan(Set<Path> before) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        Set<Path> more = copies();
        more.removeAll(before);
        while (!more.isEmpty()) {
            assertThat(System.nanoTime() - end).as("still there: " + more).isNegative();
            more.retainAll(copies());
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
                        Set.of(),
                        described -> null,
                        method -> List.of(),
                        null)
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
        Set<Path> before = copies();
        try (FileSystem real = FileSystems.newFileSystem(war)) {
            CountedFiles files = new CountedFiles(real);
            assertThat(check(files)).singleElement().asString().contains("gone");
            assertThat(files.opened).containsOnlyOnce("a.jar");
        }
        assertNoMoreThan(before);
    }

    private Path war(String library, byte[] content) throws IOException {
        return Compiled.jar(temp.resolve("shop.war"), Map.of("WEB-INF/lib/" + library, content));
    }

    @Test
    void librariesForWhichTheDiskHasNoRoomAreNotCopied() throws Exception {
        Path jar = Compiled.jar(temp.resolve("a.jar"), classes(One.class));
        Set<Path> before = copies();
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
        assertNoMoreThan(before);
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

    /** Whoever interrupts a check with Ctrl-C leaves it as this does. */
    static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] arguments) throws IOException {
            try (FileSystem war = FileSystems.newFileSystem(Path.of(arguments[0]))) {
                LibraryFiles files = new LibraryFiles();
                Path library = war.getPath("/WEB-INF/lib/a.jar");
                System.out.println(files.of(files.fitting(List.of(library)).get(0)));
                System.exit(3);
            }
        }
    }

    @Test
    void noCopyOutlivesTheProcess() throws Exception {
        Path war = war("a.jar", emptyJar());
        Path temporary = Files.createDirectory(temp.resolve("tmp"));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Interrupted.class.getName(),
                                war.toString())
                        .start();
        String copied = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(copied).startsWith(temporary.toString()).endsWith("a.jar");
        assertThat(temporary).isEmptyDirectory();
    }

    private byte[] emptyJar() throws IOException {
        return Files.readAllBytes(Compiled.jar(temp.resolve("a.jar"), Map.of()));
    }

    @Test
    void aJarThatIsAScriptTooIsOne() throws Exception {
        Path jar = Compiled.jar(temp.resolve("a.jar"), classes(Base.class, One.class));
        ByteArrayOutputStream script = new ByteArrayOutputStream();
        script.write("#!/bin/sh\nexec java -jar \"$0\" \"$@\"\n".getBytes(UTF_8));
        script.write(Files.readAllBytes(jar));
        Path war =
                Compiled.jar(
                        temp.resolve("shop.war"),
                        Map.of("WEB-INF/lib/a.jar", script.toByteArray()),
                        Compiled.text(
                                "WEB-INF/web.xml",
                                "<web-app version='6.1'><servlet><servlet-name>one</servlet-name>"
                                        + "<servlet-class>"
                                        + One.class.getName()
                                        + "</servlet-class></servlet></web-app>"));
        try (FileSystem real = FileSystems.newFileSystem(war)) {
            assertThat(check(new CountedFiles(real))).isEmpty();
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

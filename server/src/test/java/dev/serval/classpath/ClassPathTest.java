package dev.serval.classpath;

import static dev.serval.webapp.Compiled.files;
import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The JDK's URLClassLoader is the measure: the same files, by the same URLs except for characters
 * that may be encoded or not, and for a directory that is named without its slash.
 */
class ClassPathTest {
    /** Paths that programs ask for, found or not. */
    private static final List<String> ASKED =
            List.of(
                    "a.txt",
                    "a/b.txt",
                    "a",
                    "a/",
                    "a/c",
                    "a/c/",
                    "a/c/d.txt",
                    "e/new.txt",
                    "e/old.txt",
                    "META-INF/MANIFEST.MF",
                    "META-INF/versions/11/a/b.txt",
                    "only/in7.txt",
                    "gr\u00fc\u00dfe/100% #1?.txt",
                    "a b/c+d&e;f=g:h@i.txt",
                    "x!/y.txt",
                    "/a.txt",
                    "../outside.txt",
                    "a/../a.txt",
                    "missing",
                    "missing/",
                    "a/missing.txt",
                    "");

    @TempDir Path temp;
    private final List<Path> paths = new ArrayList<>();
    private ClassPath classPath;

    @AfterEach
    void close() throws IOException {
        if (classPath != null) {
            classPath.close();
        }
    }

    private ClassPath with(int jars) throws IOException {
        return with(jars, true);
    }

    private ClassPath with(int jars, boolean multiRelease) throws IOException {
        Path directory = Files.createDirectories(temp.resolve("class es"));
        Files.writeString(temp.resolve("outside.txt"), "outside");
        files(directory, text("a.txt", "directory", "a b/c+d&e;f=g:h@i.txt", "directory"));
        paths.add(directory);
        List<ClassPathPart> parts = new ArrayList<>(List.of(new DirectoryPart(directory)));
        for (int i = 1; i <= jars; i++) {
            Path jar = temp.resolve("jar " + i + ".jar");
            jar(
                    jar,
                    multiRelease,
                    text("a.txt", "jar " + i, "a/b.txt", "jar " + i, "only/in" + i + ".txt", ""),
                    text("META-INF/versions/11/a/b.txt", "new " + i),
                    i == 2
                            ? text(
                                    "META-INF/versions/11/e/new.txt",
                                    "new",
                                    "META-INF/versions/99/e/old.txt",
                                    "later")
                            : Map.of(),
                    i == 3
                            ? text(
                                    "gr\u00fc\u00dfe/100% #1?.txt",
                                    "x", "x!/y.txt", "y", "a/c/", "", "a/c/d.txt", "d")
                            : Map.of());
            paths.add(jar);
            parts.add(JarPart.open(jar));
        }
        classPath = new ClassPath(parts);
        return classPath;
    }

    private static String read(URL url) throws IOException {
        try (InputStream in = url.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({"3, true", "20, true", "3, false", "20, false"})
    void findsWhatTheJdkFinds(int jars, boolean multiRelease) throws Exception {
        ClassPath found = with(jars, multiRelease);
        URL[] urls = new URL[paths.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = ClassPathPart.url(paths.get(i));
        }
        try (URLClassLoader jdk = new URLClassLoader(urls, null)) {
            for (String name : ASKED) {
                List<URL> expected = Collections.list(jdk.findResources(name));
                List<URL> all = found.urls(name);
                assertThat(all).as(name).hasSameSizeAs(expected);
                for (int i = 0; i < all.size(); i++) {
                    assertThat(read(all.get(i))).as(name).isEqualTo(read(expected.get(i)));
                    if (name.matches("[a-zA-Z0-9/.-]+") && !all.get(i).getPath().endsWith("/")) {
                        assertThat(all.get(i)).hasToString(expected.get(i).toString());
                    }
                }
                ClassPathResource first = found.find(name);
                if (expected.isEmpty()) {
                    assertThat(first).as(name).isNull();
                } else {
                    assertThat(first.url()).hasToString(all.get(0).toString());
                    if (first.part() instanceof JarPart) {
                        assertThat(new String(first.bytes(), StandardCharsets.UTF_8))
                                .isEqualTo(read(expected.get(0)));
                    }
                }
            }
        }
    }

    @Test
    void versionsWithinVersionsAreNotFollowed() throws Exception {
        List<JarPart> parts = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            // Followed one by one, each level would be kept: gigabytes.
            String nested = "META-INF/versions/1/".repeat(i == 0 ? 3_200 : 1) + "a.txt";
            parts.add(JarPart.open(jar(temp.resolve(i + ".jar"), true, text(nested, "a"))));
        }
        classPath = new ClassPath(parts);
        assertThat(classPath.directories()).isLessThan(10);
    }

    @Test
    void aFileOutsideOfADirectoryIsNotFound() throws Exception {
        assertThat(with(1).find("../outside.txt")).isNull();
        assertThat(with(1).find("../class es/a.txt")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20})
    void nothingIsFoundAfterTheEnd(int jars) throws Exception {
        ClassPath closed = with(jars);
        ClassPathResource before = closed.find("only/in1.txt");
        closed.close();

        assertThat(closed.find("a.txt")).isNull();
        assertThat(closed.urls("a/b.txt")).isEmpty();
        assertThatThrownBy(before::bytes)
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("has been closed");
    }

    @Test
    void aJarThatLiesAboutTheLengthOfAFileIsRefused() throws Exception {
        Path jar = jar(temp.resolve("a.jar"), text("a.txt", "0123456789".repeat(10)));
        byte[] bytes = Files.readAllBytes(jar);
        int central = indexOf(bytes, "PK\001\002", indexOf(bytes, "PK\001\002", 0) + 1);
        for (int length : new int[] {99, 101}) {
            bytes[central + 24] = (byte) length; // uncompressed, in the central directory
            Files.write(jar, bytes);
            try (JarPart part = JarPart.open(jar)) {
                assertThatThrownBy(part.find("a.txt")::bytes)
                        .isInstanceOf(IOException.class)
                        .hasMessageEndingWith("is not as long as its jar says");
            }
        }
    }

    private static int indexOf(byte[] bytes, String text, int from) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text, from);
    }

    @Test
    void aFileOfASignedJarThatHasChangedIsRefused() throws Exception {
        Path jar = jar(temp.resolve("a.jar"), text("a.txt", "signed", "b.txt", "signed"));
        Path store = temp.resolve("store");
        run(
                "keytool",
                "-genkeypair -keyalg EC -alias a -dname CN=a -storepass secret -keystore " + store);
        run("jarsigner", "-storepass secret -keystore " + store + " " + jar + " a");
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Files.writeString(files.getPath("b.txt"), "changed");
        }
        try (JarPart part = JarPart.open(jar);
                JarPart unchecked = JarPart.openUnchecked(jar)) {
            ClassPathResource unchanged = part.find("a.txt");
            assertThat(unchanged.bytes()).asString().isEqualTo("signed");
            assertThat(unchanged.source().getCodeSigners()).hasSize(1);
            assertThatThrownBy(part.find("b.txt")::bytes).isInstanceOf(SecurityException.class);

            assertThat(unchecked.find("b.txt").bytes()).asString().isEqualTo("changed");
            assertThat(unchecked.manifest().getEntries()).isEmpty();
        }
    }

    private static void run(String tool, String arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
        command.addAll(List.of(arguments.split(" ")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}

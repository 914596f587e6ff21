package dev.serval.webapp;

import static dev.serval.webapp.Compiled.classes;
import static dev.serval.webapp.Compiled.files;
import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.saying;
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
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §10.7.2: whose classes and resources an application sees. */
class WebappClassLoaderTest {
    @TempDir Path temp;
    private Path docBase;
    private Path own;
    private Path lib;
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void application() throws IOException {
        docBase = temp.resolve("shop");
        own = Files.createDirectories(docBase.resolve("WEB-INF/classes"));
        lib = Files.createDirectories(docBase.resolve("WEB-INF/lib"));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    private WebappClassLoader loader() throws IOException {
        return loader(getClass().getClassLoader());
    }

    private WebappClassLoader loader(ClassLoader parent, Path... extra) throws IOException {
        WebappClassLoader loader = new WebappClassLoader(docBase, List.of(extra), parent);
        opened.add(loader);
        return loader;
    }

    private ClassLoader parentOf(Path jar) throws IOException {
        URLClassLoader parent =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader());
        opened.add(parent);
        return parent;
    }

    private SharedLoader shared() throws IOException {
        SharedLoader shared = SharedLoader.of(List.of(), List.of());
        opened.add(shared);
        return shared;
    }

    private static String where(ClassLoader loader, String name) throws Exception {
        return (String) loader.loadClass(name).getMethod("where").invoke(null);
    }

    @Test
    void loadsFromClassesAndFromJars() throws Exception {
        files(own, saying(temp, "a.One", "classes"));
        jar(lib.resolve("two.jar"), saying(temp, "a.Two", "jar"));
        WebappClassLoader loader = loader();

        assertThat(where(loader, "a.One")).isEqualTo("classes");
        assertThat(where(loader, "a.Two")).isEqualTo("jar");
        assertThat(loader.loadClass("a.Two").getClassLoader()).isSameAs(loader);
    }

    @Test
    void classesComeBeforeJars() throws Exception {
        jar(lib.resolve("a.jar"), saying(temp, "a.One", "jar"));
        files(own, saying(temp, "a.One", "classes"));

        assertThat(where(loader(), "a.One")).isEqualTo("classes");
    }

    @Test
    void jarsAreSearchedByName() throws Exception {
        jar(lib.resolve("b.jar"), saying(temp, "a.One", "b"));
        jar(lib.resolve("a.jar"), saying(temp, "a.One", "a"));

        assertThat(where(loader(), "a.One")).isEqualTo("a");
    }

    @Test
    void extraDirectoriesComeAfterClassesAndBeforeJars() throws Exception {
        Path directory = temp.resolve("target/classes");
        files(directory, saying(temp, "a.One", "extra"));
        jar(lib.resolve("a.jar"), saying(temp, "a.One", "jar"));
        Path last = jar(temp.resolve("z.jar"), saying(temp, "a.Two", "extra jar"));
        WebappClassLoader loader = loader(getClass().getClassLoader(), last, directory);

        assertThat(where(loader, "a.One")).isEqualTo("extra");
        assertThat(where(loader, "a.Two")).isEqualTo("extra jar");
        assertThat(loader.parts()).containsExactly(own, directory, lib.resolve("a.jar"), last);
    }

    @Test
    void filesThatAreNoJarsAreLeftAlone() throws Exception {
        files(lib, text("readme.txt", "x", "old.jar.bak", "x"));

        assertThat(loader().parts()).containsExactly(own);
    }

    @Test
    void applicationWithoutADirectoryHasItsExtras() throws Exception {
        Path jar = jar(temp.resolve("z.jar"), saying(temp, "a.Two", "extra"));
        WebappClassLoader loader =
                new WebappClassLoader(null, List.of(jar), getClass().getClassLoader());
        opened.add(loader);

        assertThat(where(loader, "a.Two")).isEqualTo("extra");
    }

    @Test
    void ownClassHidesTheParents() throws Exception {
        Path shared = jar(temp.resolve("shared.jar"), saying(temp, "a.One", "parent"));
        jar(lib.resolve("a.jar"), saying(temp, "a.One", "child"));

        assertThat(where(loader(parentOf(shared)), "a.One")).isEqualTo("child");
    }

    @Test
    void parentAnswersForTheRest() throws Exception {
        Path shared = jar(temp.resolve("shared.jar"), saying(temp, "a.One", "parent"));

        assertThat(where(loader(parentOf(shared)), "a.One")).isEqualTo("parent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.sql.DataSource", "javax.naming.Context", "org.w3c.dom.Node"})
    void classesOfTheJdkCannotBeReplaced(String name) throws Exception {
        int dot = name.lastIndexOf('.');
        // Compiled under another name of the same length, which is then changed in the bytes.
        String other = "x" + name.substring(1);
        byte[] bytes = saying(temp, other, "child").get(other.replace('.', '/') + ".class");
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        byte[] changed =
                text.replace(other.replace('.', '/'), name.replace('.', '/'))
                        .getBytes(StandardCharsets.ISO_8859_1);
        Path file = own.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, changed);
        WebappClassLoader loader = loader();

        assertThat(dot).isPositive();
        assertThat(loader.loadClass(name).getClassLoader()).isNotSameAs(loader);
        assertThat(loader.loadClass(name)).isSameAs(Class.forName(name));
    }

    @Test
    void javaxPackagesThatTheJdkDoesNotHaveAreTheApplications() throws Exception {
        jar(lib.resolve("inject.jar"), saying(temp, "javax.inject.Named", "child"));

        assertThat(where(loader(), "javax.inject.Named")).isEqualTo("child");
    }

    @Test
    void classThatTheJdkLacksInOneOfItsPackagesIsTheApplications() throws Exception {
        byte[] bytes = saying(temp, "xrg.w3c.dom.Extra", "child").get("xrg/w3c/dom/Extra.class");
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        Files.createDirectories(own.resolve("org/w3c/dom"));
        Files.write(
                own.resolve("org/w3c/dom/Extra.class"),
                text.replace("xrg/w3c", "org/w3c").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(where(loader(), "org.w3c.dom.Extra")).isEqualTo("child");
    }

    @Test
    void servletApiInTheWarIsIgnored() throws Exception {
        Path api =
                Path.of(
                        jakarta.servlet.Servlet.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        Files.copy(api, lib.resolve("jakarta.servlet-api.jar"));
        WebappClassLoader loader = loader();

        assertThat(loader.loadClass("jakarta.servlet.Servlet"))
                .isSameAs(jakarta.servlet.Servlet.class);
        assertThat(loader.getResource("jakarta/servlet/Servlet.class").toString())
                .doesNotContain("WEB-INF");
    }

    @Test
    void jakartaApiThatTheServerLacksIsTheApplications() throws Exception {
        jar(lib.resolve("rest.jar"), saying(temp, "jakarta.ws.rs.Path", "child"));

        assertThat(where(loader(), "jakarta.ws.rs.Path")).isEqualTo("child");
    }

    @Test
    void ownServletExtendsTheServersApi() throws Exception {
        files(
                own,
                classes(
                        temp,
                        "Hello",
                        "public class Hello extends jakarta.servlet.http.HttpServlet {}"));

        assertThat(jakarta.servlet.Servlet.class).isAssignableFrom(loader().loadClass("Hello"));
    }

    @Test
    void newestVersionOfAMultiReleaseJarIsTaken() throws Exception {
        byte[] newer = saying(temp, "a.One", "for 11").get("a/One.class");
        jar(
                lib.resolve("a.jar"),
                true,
                saying(temp, "a.One", "base"),
                java.util.Map.of(
                        "META-INF/versions/11/a/One.class",
                        newer,
                        "META-INF/versions/99/a/One.class",
                        new byte[] {1}));
        WebappClassLoader loader = loader();

        assertThat(where(loader, "a.One")).isEqualTo("for 11");
    }

    @Test
    void resourcesAreMultiReleaseToo() throws Exception {
        jar(
                lib.resolve("a.jar"),
                true,
                text("a.txt", "base", "META-INF/versions/11/a.txt", "for 11"));

        try (InputStream in = loader().getResourceAsStream("a.txt")) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("for 11");
        }
    }

    @Test
    void versionsOfAPlainJarAreNothing() throws Exception {
        jar(lib.resolve("a.jar"), text("a.txt", "base", "META-INF/versions/11/a.txt", "for 11"));

        try (InputStream in = loader().getResourceAsStream("a.txt")) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("base");
        }
    }

    private static void manifest(Path jar, String attributes) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Files.writeString(
                    files.getPath("META-INF/MANIFEST.MF"),
                    "Manifest-Version: 1.0\n" + attributes + "\n");
        }
    }

    @Test
    void aClassOfAnotherJarDoesNotJoinASealedPackage() throws Exception {
        Path sealed = jar(lib.resolve("a.jar"), saying(temp, "a.One", "a"));
        manifest(sealed, "Sealed: true\nImplementation-Version: 7\n");
        jar(lib.resolve("b.jar"), saying(temp, "a.Two", "b"));
        WebappClassLoader loader = loader();

        assertThat(where(loader, "a.One")).isEqualTo("a");
        assertThat(loader.loadClass("a.One").getPackage().getImplementationVersion())
                .isEqualTo("7");
        assertThatThrownBy(() -> loader.loadClass("a.Two")).isInstanceOf(SecurityException.class);
    }

    @Test
    void sealingDoesNotConcernTheUnnamedPackage() throws Exception {
        Path sealed = jar(lib.resolve("a.jar"), saying(temp, "One", "a"));
        manifest(sealed, "Sealed: true\n");
        jar(lib.resolve("b.jar"), saying(temp, "Two", "b"));
        WebappClassLoader loader = loader();

        assertThat(where(loader, "One")).isEqualTo("a");
        assertThat(where(loader, "Two")).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a.txt", "/b.txt"})
    void ownResourcesAreFoundWithASlashBeforeThemAsInTomcat(String name) throws Exception {
        files(own, text("a.txt", "own"));
        jar(lib.resolve("b.jar"), text("b.txt", "own"));
        WebappClassLoader loader = loader();

        assertThat(loader.getResource(name)).isEqualTo(loader.getResource(name.substring(1)));
        assertThat(Collections.list(loader.getResources(name))).hasSize(1);
        try (InputStream in = loader.getResourceAsStream(name)) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("own");
        }
        assertThat(loader.getResource("/" + name)).isNull();
    }

    @Test
    void aSlashIsNoWayToWhatIsHidden() throws Exception {
        WebappClassLoader loader = loader(shared());

        for (String name : List.of("logback.xml", "dev/serval/embed/Serval.class")) {
            assertThat(loader.getResource(name)).isNull();
            assertThat(loader.getResource("/" + name)).isNull();
            assertThat(Collections.list(loader.getResources("/" + name))).isEmpty();
        }
    }

    @Test
    void aClassPathInAManifestAddsNoJar() throws Exception {
        jar(temp.resolve("other.jar"), saying(temp, "a.Other", "other"), text("o.txt", "other"));
        Path naming = jar(lib.resolve("a.jar"), saying(temp, "a.One", "a"));
        manifest(naming, "Class-Path: ../../../other.jar\n");
        WebappClassLoader loader = loader();

        assertThat(where(loader, "a.One")).isEqualTo("a");
        assertThat(loader.getResource("o.txt")).isNull();
        assertThatThrownBy(() -> loader.loadClass("a.Other"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void damagedJarIsNamed() throws Exception {
        byte[] whole = Files.readAllBytes(jar(temp.resolve("x.jar"), text("a.txt", "abc")));
        Files.write(lib.resolve("half.jar"), java.util.Arrays.copyOf(whole, whole.length / 2));

        assertThatThrownBy(this::loader)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("half.jar is not a complete JAR file: ");
    }

    @Test
    void emptyJarIsNamed() throws Exception {
        Files.write(lib.resolve("empty.jar"), new byte[0]);

        assertThatThrownBy(this::loader).hasMessageStartingWith("empty.jar ");
    }

    @Test
    void missingClassIsNamed() throws Exception {
        WebappClassLoader loader = loader();

        assertThatThrownBy(() -> loader.loadClass("a.Missing"))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessage("a.Missing");
    }

    @Test
    void nameWithSlashesIsNoClass() throws Exception {
        files(own, saying(temp, "a.One", "x"));
        WebappClassLoader loader = loader();

        assertThatThrownBy(() -> loader.loadClass("a/One"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void missingJavaxServletSaysWhatToDo() throws Exception {
        WebappClassLoader loader = loader();

        assertThatThrownBy(() -> loader.loadClass("javax.servlet.http.HttpServlet"))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("javax.servlet.http.HttpServlet")
                .hasMessageContaining("Migration Tool for Jakarta EE");
    }

    // ---- the server's libraries

    @Test
    void embeddedApplicationWithoutItsOwnSharesSlf4j() throws Exception {
        assertThat(loader().loadClass("org.slf4j.Logger")).isSameAs(org.slf4j.Logger.class);
    }

    @Test
    void applicationWithItsOwnSlf4jSeesNothingOfTheParents() throws Exception {
        jar(lib.resolve("slf4j-api.jar"), saying(temp, "org.slf4j.Logger", "child"));
        WebappClassLoader loader = loader();

        assertThat(where(loader, "org.slf4j.Logger")).isEqualTo("child");
        assertThatThrownBy(() -> loader.loadClass("org.slf4j.MDC"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> loader.loadClass("ch.qos.logback.classic.Logger"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThat(loader.getResource("org/slf4j/MDC.class")).isNull();
    }

    @Test
    void applicationWithItsOwnSlf4jSeesItsOwnProvidersOnly() throws Exception {
        String service = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";
        assertThat(getClass().getClassLoader().getResource(service)).isNotNull();
        jar(lib.resolve("slf4j-api.jar"), saying(temp, "org.slf4j.Logger", "child"));
        WebappClassLoader loader = loader();

        assertThat(loader.getResource(service)).isNull();
        assertThat(Collections.list(loader.getResources(service))).isEmpty();
    }

    @Test
    void applicationWithItsOwnSlf4jSeesNoLogbackFileOfTheParent() throws Exception {
        Path shared = jar(temp.resolve("shared.jar"), text("logback.xml", "parent"));
        WebappClassLoader without = loader(parentOf(shared));
        assertThat(without.getResource("logback.xml")).isNotNull();
        without.close();
        jar(lib.resolve("slf4j-api.jar"), saying(temp, "org.slf4j.Logger", "child"));
        WebappClassLoader loader = loader(parentOf(shared));

        assertThat(loader.getResource("logback.xml")).isNull();
        assertThat(Collections.list(loader.getResources("logback.xml"))).isEmpty();
    }

    @Test
    void logbackFileOfTheServerIsHiddenOnAServer() {
        assertThat(ServerClasses.isHiddenResource("logback-test.xml")).isTrue();
        assertThat(ServerClasses.isHiddenResource("a/logback.xml")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.slf4j.Logger",
                "ch.qos.logback.classic.Logger",
                "ch.qos.logback.core.Appender",
                "dev.serval.embed.Serval",
                "dev.serval.http.Exchange",
                "dev.serval.webapp.WebappClassLoader"
            })
    void serverClassesAreHiddenOnAServer(String name) throws Exception {
        Class.forName(name, false, getClass().getClassLoader());
        WebappClassLoader loader = loader(shared());

        assertThatThrownBy(() -> loader.loadClass(name)).isInstanceOf(ClassNotFoundException.class);
        assertThat(loader.getResource(name.replace('.', '/') + ".class")).isNull();
    }

    @Test
    void ownLogbackWorksOnAServer() throws Exception {
        for (Class<?> of :
                List.of(
                        org.slf4j.Logger.class,
                        ch.qos.logback.classic.Logger.class,
                        ch.qos.logback.core.Appender.class)) {
            Path jar = Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
            Files.copy(jar, lib.resolve(jar.getFileName()));
        }
        WebappClassLoader loader = loader(shared());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Object factory =
                    loader.loadClass("org.slf4j.LoggerFactory")
                            .getMethod("getILoggerFactory")
                            .invoke(null);

            assertThat(factory.getClass().getName())
                    .isEqualTo("ch.qos.logback.classic.LoggerContext");
            assertThat(factory.getClass().getClassLoader()).isSameAs(loader);
            factory.getClass().getMethod("stop").invoke(factory);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    // ---- resources

    @Test
    void ownResourceHidesTheParents() throws Exception {
        Path shared = jar(temp.resolve("shared.jar"), text("a.txt", "parent"));
        jar(lib.resolve("a.jar"), text("a.txt", "child"));

        try (InputStream in = loader(parentOf(shared)).getResourceAsStream("a.txt")) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("child");
        }
    }

    @Test
    void allResourcesOwnFirst() throws Exception {
        Path shared = jar(temp.resolve("shared.jar"), text("a.txt", "parent"));
        jar(lib.resolve("b.jar"), text("a.txt", "jar"));
        files(own, text("a.txt", "classes"));

        List<URL> all = Collections.list(loader(parentOf(shared)).getResources("a.txt"));

        assertThat(all).hasSize(3);
        assertThat(all.get(0).toString()).endsWith("WEB-INF/classes/a.txt");
        assertThat(all.get(1).toString()).endsWith("b.jar!/a.txt");
        assertThat(all.get(2).toString()).endsWith("shared.jar!/a.txt");
    }

    @Test
    void missingResourceIsNull() throws Exception {
        assertThat(loader().getResource("missing.txt")).isNull();
        assertThat(loader().getResourceAsStream("missing.txt")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop##2", "a b", "a!b", "caf\u00e9", "a%20b", "a+b"})
    void directoryMayHaveAnyName(String name) throws Exception {
        docBase = temp.resolve(name);
        own = Files.createDirectories(docBase.resolve("WEB-INF/classes"));
        lib = Files.createDirectories(docBase.resolve("WEB-INF/lib"));
        files(own, saying(temp, "a.One", "classes"));
        jar(lib.resolve("a.jar"), saying(temp, "a.Two", "jar"), text("a.txt", "text"));
        WebappClassLoader loader = loader();

        assertThat(where(loader, "a.One")).isEqualTo("classes");
        assertThat(where(loader, "a.Two")).isEqualTo("jar");
        try (InputStream in = loader.getResource("a.txt").openStream()) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("text");
        }
    }

    // ---- threads

    @Test
    void manyThreadsGetOneClassEach() throws Exception {
        String[] sources = new String[80];
        for (int i = 0; i < 40; i++) {
            sources[2 * i] = "p/C" + i;
            sources[2 * i + 1] =
                    "package p; public class C"
                            + i
                            + (i == 0 ? "" : " extends C" + (i - 1))
                            + " { public static Class<?> next() { return C"
                            + (i + 1) % 40
                            + ".class; } }";
        }
        jar(lib.resolve("a.jar"), classes(temp, sources));
        WebappClassLoader loader = loader();
        int threads = 8;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<Class<?>>>> results = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                boolean backwards = t % 2 == 1;
                results.add(
                        pool.submit(
                                () -> {
                                    barrier.await(10, TimeUnit.SECONDS);
                                    List<Class<?>> got = new ArrayList<>();
                                    for (int i = 0; i < 40; i++) {
                                        got.add(loader.loadClass("p.C" + (backwards ? 39 - i : i)));
                                    }
                                    if (backwards) {
                                        Collections.reverse(got);
                                    }
                                    return got;
                                }));
            }
            List<Class<?>> first = results.get(0).get(30, TimeUnit.SECONDS);
            for (Future<List<Class<?>>> each : results) {
                assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo(first);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void isParallelCapable() throws Exception {
        assertThat(loader().isRegisteredAsParallelCapable()).isTrue();
        assertThat(shared().isRegisteredAsParallelCapable()).isTrue();
    }

    @Test
    void anApplicationIsFoundByALoaderBelowItsOwn() throws Exception {
        try (WebappClassLoader loader = new WebappClassLoader(null, List.of(), null);
                URLClassLoader below = new URLClassLoader(new URL[0], loader)) {
            loader.application("/shop");
            assertThat(WebappClassLoader.applicationOf(below)).isEqualTo("/shop");
            assertThat(WebappClassLoader.applicationOf(loader.getParent())).isNull();
            assertThat(WebappClassLoader.applicationOf(null)).isNull();
        }
    }
}

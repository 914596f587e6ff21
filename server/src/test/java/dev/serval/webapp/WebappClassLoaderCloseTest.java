package dev.serval.webapp;

import static dev.serval.webapp.Compiled.classes;
import static dev.serval.webapp.Compiled.jar;
import static dev.serval.webapp.Compiled.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing that an application's loader opened or registered outlives it. */
class WebappClassLoaderCloseTest {
    private static final String DRIVER =
            "package a; import java.sql.*; import java.util.*; public class D implements Driver {"
                    + " public static void register() throws SQLException {"
                    + " DriverManager.registerDriver(new D()); }"
                    + " public Connection connect(String u, Properties p) { return null; }"
                    + " public boolean acceptsURL(String u) { return u.startsWith(\"jdbc:w1:\"); }"
                    + " public DriverPropertyInfo[] getPropertyInfo(String u, Properties p) {"
                    + " return null; }"
                    + " public int getMajorVersion() { return 1; }"
                    + " public int getMinorVersion() { return 0; }"
                    + " public boolean jdbcCompliant() { return false; }"
                    + " public java.util.logging.Logger getParentLogger() { return null; } }";

    @TempDir Path temp;
    private Path docBase;
    private Path lib;

    @BeforeEach
    void application() throws IOException {
        docBase = temp.resolve("shop");
        lib = Files.createDirectories(docBase.resolve("WEB-INF/lib"));
    }

    private WebappClassLoader loader() throws IOException {
        return new WebappClassLoader(docBase, List.of(), getClass().getClassLoader());
    }

    /** Open files below the temporary directory. */
    private long openFiles() throws IOException {
        Path table = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(table));
        Path real = temp.toRealPath();
        try (Stream<Path> files = Files.list(table)) {
            return files.filter(
                            file -> {
                                try {
                                    return Files.readSymbolicLink(file).startsWith(real);
                                } catch (IOException e) {
                                    return false;
                                }
                            })
                    .count();
        }
    }

    @Test
    void jarsAreOpenWhileItRunsAndClosedThen() throws Exception {
        jar(lib.resolve("a.jar"), text("a.txt", "a"));
        jar(lib.resolve("b.jar"), text("b.txt", "b"));
        WebappClassLoader loader = loader();
        assertThat(openFiles()).isEqualTo(2);
        loader.getResource("b.txt").openStream().close();
        assertThat(loader.getResourceAsStream("b.txt")).isNotNull();

        loader.close();

        assertThat(openFiles()).isZero();
    }

    @Test
    void damagedJarLeavesNothingOpen() throws Exception {
        jar(lib.resolve("a.jar"), text("a.txt", "a"));
        Files.writeString(lib.resolve("b.jar"), "this is no jar");

        assertThatThrownBy(this::loader).isInstanceOf(IOException.class);
        assertThat(openFiles()).isZero();
    }

    @Test
    void streamsThatNobodyClosedAreClosed() throws Exception {
        jar(lib.resolve("a.jar"), text("a.txt", "a"));
        Files.createDirectories(docBase.resolve("WEB-INF/classes"));
        Files.writeString(docBase.resolve("WEB-INF/classes/c.txt"), "c");
        WebappClassLoader loader = loader();
        InputStream fromJar = loader.getResourceAsStream("a.txt");
        InputStream fromDirectory = loader.getResourceAsStream("c.txt");
        assertThat(fromJar.read()).isEqualTo('a');
        assertThat(fromDirectory.read()).isEqualTo('c');
        assertThat(openFiles()).isPositive();

        loader.close();

        assertThat(openFiles()).isZero();
    }

    @Test
    void urlsKeepNoJarOpen() throws Exception {
        jar(lib.resolve("a.jar"), text("a.txt", "a"));
        WebappClassLoader loader = loader();
        URL url = loader.getResource("a.txt");
        try (InputStream in = url.openStream()) {
            assertThat(in.read()).isEqualTo('a');
        }
        // As frameworks do that take the text of a URL.
        try (InputStream in = java.net.URI.create(url.toString()).toURL().openStream()) {
            assertThat(in.read()).isEqualTo('a');
        }

        loader.close();

        assertThat(openFiles()).isZero();
    }

    @Test
    void closingOneLeavesAnotherOfTheSameJarAlone() throws Exception {
        jar(lib.resolve("a.jar"), text("a.txt", "a"));
        try (WebappClassLoader next = loader()) {
            WebappClassLoader old = loader();
            URL url = old.getResource("a.txt");
            try (InputStream in = next.getResource("a.txt").openStream();
                    InputStream other = url.openStream()) {
                old.close();

                assertThat(in.read()).isEqualTo('a');
                assertThat(other.read()).isEqualTo('a');
            }
        }
    }

    @Test
    void replacedJarIsReadAnew() throws Exception {
        jar(lib.resolve("a.jar"), text("a.txt", "old"));
        try (WebappClassLoader old = loader();
                InputStream in = old.getResource("a.txt").openStream()) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("old");
        }
        Files.delete(lib.resolve("a.jar"));
        jar(lib.resolve("a.jar"), text("a.txt", "the new one"));

        try (WebappClassLoader next = loader();
                InputStream in = next.getResource("a.txt").openStream()) {
            assertThat(in).asString(StandardCharsets.UTF_8).isEqualTo("the new one");
        }
    }

    @Test
    void stoppedApplicationLoadsNoMoreAndSaysWhy() throws Exception {
        jar(lib.resolve("a.jar"), classes(temp, "a/One", "package a; public class One {}"));
        WebappClassLoader loader = loader();
        loader.close();

        assertThatThrownBy(() -> loader.loadClass("a.One"))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("has been stopped");
    }

    @Test
    void secondCloseDoesNothing() throws Exception {
        WebappClassLoader loader = loader();
        loader.close();

        loader.close();
    }

    @Test
    void loaderIsCollected() throws Exception {
        jar(lib.resolve("a.jar"), classes(temp, "a/One", "package a; public class One {}"));
        WebappClassLoader loader = loader();
        loader.loadClass("a.One").getConstructor().newInstance();
        WeakReference<ClassLoader> reference = new WeakReference<>(loader);
        loader.close();
        loader = null;

        assertCollected(reference);
    }

    @Test
    void driversAreDeregisteredAndTheLoaderIsCollected() throws Exception {
        jar(lib.resolve("a.jar"), classes(temp, "a/D", DRIVER));
        WebappClassLoader loader = loader();
        loader.loadClass("a.D").getMethod("register").invoke(null);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        WeakReference<ClassLoader> reference = new WeakReference<>(loader);
        loader.close();
        loader = null;

        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
        assertCollected(reference);
    }

    @Test
    void loaderWhoseRecordWasLinkedLastIsCollected() throws Exception {
        jar(lib.resolve("a.jar"), classes(temp, "a/R", "package a; public record R(R next) {}"));
        WebappClassLoader loader = loader();
        Class<?> type = loader.loadClass("a.R");
        Object one = type.getConstructor(type).newInstance((Object) null);
        assertThat(one.equals("other") || one.hashCode() == 1 || one.toString().isEmpty())
                .isFalse();
        WeakReference<ClassLoader> reference = new WeakReference<>(loader);
        loader.close();
        loader = null;
        type = null;
        one = null;

        assertCollected(reference);
    }

    @Test
    void driversOfOthersStay() throws Exception {
        jar(lib.resolve("a.jar"), classes(temp, "a/D", DRIVER));
        java.sql.Driver mine = new TestDriver();
        DriverManager.registerDriver(mine);
        try {
            WebappClassLoader loader = loader();
            loader.loadClass("a.D").getMethod("register").invoke(null);
            loader.close();

            assertThat(DriverManager.drivers()).contains(mine);
        } finally {
            DriverManager.deregisterDriver(mine);
        }
    }

    @Test
    void loaderWhoseThreadRanSomethingAndEndedIsCollected() throws Exception {
        jar(
                lib.resolve("a.jar"),
                classes(
                        temp,
                        "a/T",
                        "package a; public class T implements Runnable {"
                                + " static final ThreadLocal<Object> HELD = new ThreadLocal<>();"
                                + " public void run() { HELD.set(new T()); } }"));
        WebappClassLoader loader = loader();
        Runnable task = (Runnable) loader.loadClass("a.T").getConstructor().newInstance();
        Thread thread = new Thread(task);
        thread.setContextClassLoader(loader);
        thread.start();
        thread.join(10_000);
        WeakReference<ClassLoader> reference = new WeakReference<>(loader);
        loader.close();
        loader = null;
        task = null;
        thread = null;

        assertCollected(reference);
    }

    @Test
    void threadsLeftRunningAreFound() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (WebappClassLoader loader = loader()) {
            Thread thread =
                    new Thread(
                            () -> {
                                try {
                                    end.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            },
                            "left-by-shop");
            thread.setContextClassLoader(loader);
            thread.start();
            try {
                assertThat(LeftThreads.of(new LoadedBy(loader))).containsExactly(thread);
            } finally {
                end.countDown();
                thread.join();
            }
            assertThat(LeftThreads.of(new LoadedBy(loader))).isEmpty();
        }
    }

    @Test
    void threadsThatAreAboutToEndAreWaitedFor() throws Exception {
        Thread closing = Thread.currentThread();
        try (WebappClassLoader loader = loader()) {
            Thread thread =
                    new Thread(
                            () -> {
                                while (closing.getState() != Thread.State.TIMED_WAITING) {
                                    Thread.onSpinWait();
                                }
                            },
                            "ends-soon");
            thread.setContextClassLoader(loader);
            thread.start();
            assertThat(LeftThreads.of(new LoadedBy(loader))).containsExactly(thread);
            assertThat(LeftThreads.remaining(new LoadedBy(loader), 10_000)).isEmpty();
        }
    }

    private static void assertCollected(WeakReference<?> reference) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (reference.get() != null && System.nanoTime() < end) {
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(reference.get()).isNull();
    }

    /** A driver of the server's side. */
    private static final class TestDriver implements java.sql.Driver {
        @Override
        public java.sql.Connection connect(String url, java.util.Properties info) {
            return null;
        }

        @Override
        public boolean acceptsURL(String url) {
            return false;
        }

        @Override
        public java.sql.DriverPropertyInfo[] getPropertyInfo(
                String url, java.util.Properties info) {
            return new java.sql.DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public java.util.logging.Logger getParentLogger() {
            return null;
        }
    }
}

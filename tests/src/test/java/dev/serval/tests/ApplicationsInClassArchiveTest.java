package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes has those of applications; their code runs in the server only. */
@Timeout(300)
class ApplicationsInClassArchiveTest {
    private static final int PATIENCE = (int) TimeUnit.SECONDS.toMillis(240);
    private static final String JAR = "WEB-INF/lib/library.jar";

    @TempDir Path temporary;
    private Path base;
    private Installation serval;

    @BeforeEach
    void deployTwoApplicationsWithOneLibrary() throws Exception {
        Path root = temporary.toRealPath();
        // Java 17 archives no classes where the path has a blank.
        Path home = Installation.unpack(root.resolve("unpacked"));
        base = Files.createDirectories(root.resolve("base"));
        Map<String, byte[]> servlet =
                Wars.compile(
                        root,
                        List.of(),
                        """
                        package library; public class Library {
                            static {
                                try (FileWriter out = new FileWriter("%s", true)) {
                                    out.write("Library\\n");
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            }
                            public String version() { return "1"; }
                        }
                        """
                                .formatted(base.resolve("initialised")),
                        "package library; public class Special extends Library {}",
                        // The JVM links no interface for a class of its own.
                        "package library; public interface Alone {}",
                        """
                        package application;
                        @WebServlet(urlPatterns = "/", loadOnStartup = 1)
                        public class Page extends HttpServlet {
                            // At the start: a second later the server looks what is loaded.
                            private final library.Library library = new library.Special();
                            private final boolean alone = library.Alone.class.isInterface();
                            @Override protected void doGet(
                                    HttpServletRequest request, HttpServletResponse response)
                                    throws IOException {
                                response.getWriter().print(
                                        alone
                                                ? "version " + library.version()
                                                : null);
                            }
                        }
                        """);
        byte[] page = servlet.remove("application/Page.class");
        byte[] jar = Wars.zip(servlet);
        for (String application : List.of("one", "two")) {
            Wars.write(
                    base.resolve("webapps").resolve(application),
                    Map.of("WEB-INF/classes/application/Page.class", page, JAR, jar));
        }
        serval = new Installation(home, base).asShipped().with("SERVAL_CDS", null);
        serval.with("SERVAL_OPTS", "-Xlog:class+load:file=loaded.txt");
    }

    @AfterEach
    void endWhatRuns() {
        serval.close();
    }

    private List<Path> archives() throws IOException {
        Path directory = base.resolve("work/cds");
        if (!Files.isDirectory(directory) || Files.exists(directory.resolve("training"))) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(f -> f.getFileName().toString().startsWith("serval-java")).toList();
        }
    }

    private String text(String path) throws Exception {
        return new String(serval.get(path).body(), StandardCharsets.US_ASCII);
    }

    private void start() throws Exception {
        serval.run("startup.sh").mustSucceed();
        assertThat(text("/one/")).startsWith("version ");
        assertThat(text("/two/")).isEqualTo("version 1");
    }

    private long fromArchive(String type) throws IOException {
        try (Stream<String> lines = Files.lines(base.resolve("loaded.txt"))) {
            return lines.filter(l -> l.contains(type + " source: shared objects file")).count();
        }
    }

    @Test
    void theNextStartTakesThemFromTheArchive() throws Exception {
        start();
        assertThat(base.resolve("logs/serval.log")).content().contains("CDS:   none yet");
        Waiting.until("an archive", PATIENCE, () -> archives().size() == 1);
        Path first = archives().get(0);
        // Once for each application, and never by the server that made the archive.
        assertThat(base.resolve("initialised")).hasContent("Library\nLibrary\n");
        assertThat(fromArchive("library.Library")).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first)))
                .as("mode of what has the code of applications")
                .isEqualTo("r--------");

        serval.run("shutdown.sh").mustSucceed();
        start();
        // Two applications have one of that name: the first that asks gets that of the archive.
        assertThat(fromArchive("library.Library")).isEqualTo(1);
        assertThat(fromArchive("library.Alone")).isEqualTo(1);
        assertThat(fromArchive("application.Page")).isEqualTo(1);

        serval.run("shutdown.sh").mustSucceed();
        Path jar = base.resolve("webapps/one").resolve(JAR);
        Files.write(
                jar,
                Wars.zip(
                        Wars.compile(
                                temporary,
                                "package library; public class Library {"
                                        + " public String version() { return \"2\"; } }",
                                "package library; public class Special extends Library {}",
                                "package library; public interface Alone {}")));
        start();
        assertThat(text("/one/")).isEqualTo("version 2");
        Waiting.until("an archive for the other jar", PATIENCE, () -> archives().size() == 2);

        serval.run("shutdown.sh").mustSucceed();
        start();
        assertThat(fromArchive("library.Library")).isEqualTo(1);
        Waiting.until(
                "only that of the jars of today",
                PATIENCE,
                () -> archives().size() == 1 && !archives().get(0).equals(first));

        // As that of a WAR, which is unpacked only while a server runs: a worse one is not made.
        serval.run("shutdown.sh").mustSucceed();
        Files.delete(jar);
        assertThat(serval.run("serval.sh", "cds").mustSucceed().out())
                .startsWith("Kept " + archives().get(0));
    }
}

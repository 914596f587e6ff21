package dev.serval.tests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The archive of classes that makes starts faster, and that none of them depends on. */
@Timeout(300)
class ClassArchiveTest {
    private static final int PATIENCE = (int) TimeUnit.SECONDS.toMillis(240);

    @TempDir static Path shared;
    private static Path home;
    private static Path made;

    @TempDir Path temporary;
    private Path base;
    private Path archive;
    private Installation serval;

    @BeforeAll
    static void startForTheFirstTime() throws Exception {
        // Java 17 archives no classes where the path has a blank.
        home = Installation.unpack(shared.toRealPath().resolve("unpacked"));
        // Their libraries would be archived too.
        for (Path each : reversed(home.resolve("webapps"))) {
            Files.delete(each);
        }
        try (Installation first = new Installation(home, home)) {
            first.asShipped().with("SERVAL_CDS", null).run("startup.sh").mustSucceed();
            Path work = home.resolve("work/cds");
            Waiting.until(
                    "an archive, and no training any more",
                    PATIENCE,
                    () -> archives(work).size() == 1 && !Files.exists(work.resolve("training")));
            made = archives(work).get(0);
            assertThat(files(work)).containsExactly(made);
            assertThat(home.resolve("logs/serval.out")).isEmptyFile();
        }
    }

    private static List<Path> reversed(Path root) throws IOException {
        List<Path> all = Tree.of(root);
        Collections.reverse(all);
        return all;
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }

    private static List<Path> archives(Path directory) throws IOException {
        return files(directory).stream()
                .filter(file -> file.getFileName().toString().startsWith("serval-java"))
                .toList();
    }

    @BeforeEach
    void makeBase() throws IOException {
        base = Files.createDirectories(temporary.toRealPath().resolve("the base"));
        Files.createDirectories(base.resolve("webapps/ROOT"));
        archive = base.resolve("work/cds").resolve(made.getFileName());
        serval = new Installation(home, base).asShipped().with("SERVAL_CDS", "use");
        serval.with("SERVAL_OPTS", "-Xlog:class+load:file=loaded.txt");
    }

    @AfterEach
    void endWhatRuns() {
        serval.close();
    }

    private void copy(byte[] content, String mode) throws IOException {
        Files.createDirectories(archive.getParent());
        Files.write(archive, content);
        Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString(mode));
    }

    private List<String> options() throws IOException {
        Path commandLine = Path.of("/proc/" + serval.server().pid() + "/cmdline");
        return List.of(Files.readString(commandLine).split("\0"));
    }

    private boolean usesAnArchive() throws IOException {
        try (Stream<String> lines = Files.lines(base.resolve("loaded.txt"))) {
            return lines.anyMatch(
                    line -> line.contains("dev.serval.startup.Main source: shared objects file"));
        }
    }

    @Test
    void nobodyWritesTheArchive() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                .isEqualTo("r--r--r--");
    }

    @Test
    void theNextStartUsesThatOfTheInstallation() throws Exception {
        serval.run("startup.sh").mustSucceed();
        assertThat(usesAnArchive()).isTrue();
        assertThat(options()).anyMatch(option -> option.endsWith("=" + made));
        assertThat(base.resolve("work/cds")).doesNotExist();
        assertThat(base.resolve("logs/serval.log")).content().contains("CDS:   " + made + "\n");
    }

    @Test
    void aBaseComesBeforeTheInstallationAndShowsWhileItStarts() throws Exception {
        copy(Files.readAllBytes(made), "r--r--r--");
        serval.run("startup.sh").mustSucceed();
        assertThat(usesAnArchive()).isTrue();
        assertThat(options()).anyMatch(option -> option.endsWith("=" + archive));
        assertThat(options()).contains("-Dserval.starting=" + archive.resolveSibling("starting"));
        assertThat(files(archive.getParent())).containsExactly(archive);
    }

    @Test
    void moreOnTheClassPathDoesNotCostTheArchive() throws Exception {
        Path more = base.resolve("more.jar");
        Files.write(more, Wars.zip(Map.of("more.txt", Wars.text("more"))));
        Wars.write(base, Map.of("bin/setenv.sh", Wars.text("CLASSPATH='" + more + "'\n")));
        serval.run("startup.sh").mustSucceed();
        assertThat(options()).anyMatch(option -> option.endsWith(":" + more));
        assertThat(usesAnArchive()).isTrue();
    }

    @Test
    void offIsOff() throws Exception {
        serval.with("SERVAL_CDS", "off").run("startup.sh").mustSucceed();
        assertThat(usesAnArchive()).isFalse();
        assertThat(base.resolve("work/cds")).doesNotExist();
        assertThat(base.resolve("logs/serval.log")).content().contains("CDS:   none\n");
    }

    @Test
    void whatOthersMayWriteIsNotUsed() throws Exception {
        copy(Files.readAllBytes(made), "r--r--rw-");
        serval.run("startup.sh").mustSucceed();
        assertThat(options()).noneMatch(option -> option.endsWith("=" + archive));
    }

    @Test
    void oneThatEndedAStartIsRemoved() throws Exception {
        copy(Files.readAllBytes(made), "r--r--r--");
        Files.writeString(archive.resolveSibling("starting"), archive + "\n");
        serval.run("startup.sh").mustSucceed();
        assertThat(usesAnArchive()).isFalse();
        assertThat(files(archive.getParent())).isEmpty();
        assertThat(base.resolve("logs/serval.log")).content().contains("CDS:   none\n");
    }

    @Test
    void aBaseThatTakesNoArchiveStarts() throws Exception {
        Files.createDirectories(base.resolve("work"));
        Files.createFile(base.resolve("work/cds"));
        serval.with("SERVAL_CDS", null).run("startup.sh").mustSucceed();
        assertThat(serval.get("/none").statusCode()).isEqualTo(404);
    }

    private enum Damage {
        GARBAGE,
        HALF,
        ZEROS
    }

    @ParameterizedTest
    @EnumSource
    void aDamagedOneKeepsNoServerFromStarting(Damage damage) throws Exception {
        byte[] whole = Files.readAllBytes(made);
        byte[] damaged =
                switch (damage) {
                    case GARBAGE -> new byte[] {1, 2, 3};
                    case HALF -> Arrays.copyOf(whole, whole.length / 2);
                    case ZEROS -> {
                        Arrays.fill(whole, 100_000, whole.length - 100_000, (byte) 0);
                        yield whole;
                    }
                };
        copy(damaged, "r--r--r--");
        serval.run("startup.sh").mustSucceed();
        assertThat(serval.get("/none").statusCode()).isEqualTo(404);
        if (damage == Damage.GARBAGE) {
            // That the JVM sees itself, and it is no news. The others may end it once.
            assertThat(base.resolve("logs/serval.out")).isEmptyFile();
        }
    }

    /** The JVM writes it read-only, which root does not notice. */
    @Test
    void aUserWhoIsNotRootMakesOne() throws Exception {
        assumeThat(Files.getOwner(shared).getName()).as("user of the tests").isEqualTo("root");
        Path root = Files.createTempDirectory("class-archive");
        try {
            Path users = Installation.unpack(root.resolve("unpacked"));
            Process process =
                    new ProcessBuilder(
                                    "sh",
                                    "-c",
                                    "chown -R 65534 \"$0\" && chmod 755 \"$0\" && exec setpriv"
                                            + " --reuid 65534 --clear-groups \"$1\" cds 2>&1",
                                    root.toString(),
                                    users.resolve("bin/serval.sh").toString())
                            .directory(root.toFile())
                            .start();
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(said).startsWith("Made " + users.resolve("work/cds/serval-java"));
        } finally {
            for (Path each : reversed(root)) {
                Files.delete(each);
            }
        }
    }

    @Test
    void anUnknownValueIsSaid() throws Exception {
        assertThat(serval.with("SERVAL_CDS", "yes").run("startup.sh").mustFailWithOneLine())
                .contains("SERVAL_CDS is \"yes\"");
        serval.run("serval.sh", "version")
                .mustSucceed(); // nor would it keep a server from stopping
    }
}

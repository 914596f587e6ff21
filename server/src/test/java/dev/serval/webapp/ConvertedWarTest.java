package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.extension.ApplicationConverter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of a conversion is what the converter has made, and nobody else. */
class ConvertedWarTest {
    @TempDir private Path temp;
    private final Copying converter = new Copying();
    private Path source;
    private Path directory;

    /** Copies, and counts how often it is asked. */
    private static final class Copying implements ApplicationConverter {
        private int asked;

        @Override
        public String version() {
            return "copying 1";
        }

        @Override
        public Report convert(Task task) throws IOException {
            asked++;
            Files.copy(task.source(), task.target());
            return new Report(0, 0, 1, List.of(), List.of());
        }
    }

    @BeforeEach
    void war() throws IOException {
        source = temp.resolve("old.war");
        directory = temp.resolve("converted/old");
        try (OutputStream out = Files.newOutputStream(source);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("index.html"));
            zip.closeEntry();
        }
    }

    private Path convert() throws IOException {
        return new ConvertedWar(source, directory)
                .by(converter, ApplicationConverter.Profile.TOMCAT, "/old");
    }

    @Test
    void theNextStartTakesWhatIsThere() throws IOException {
        assertThat(convert()).isEqualTo(convert()).hasSameBinaryContentAs(source);
        assertThat(converter.asked).isEqualTo(1);
    }

    @Test
    void nobodyElseCanPutAnythingThere() throws IOException {
        assumeTrue(Files.getFileStore(temp).supportsFileAttributeView("posix"));
        Path war = convert();
        assertThat(Files.getPosixFilePermissions(war))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(directory))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    /** One that is known without being read has not changed for a moment. */
    private void settle(boolean known) throws IOException {
        assumeTrue(!known || Files.getFileStore(temp).supportsFileAttributeView("unix"));
        while (known && SourceContent.seen(source) == null) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatOthersCanWriteIsNotTaken(boolean known) throws IOException {
        assumeTrue(Files.getFileStore(temp).supportsFileAttributeView("posix"));
        settle(known);
        for (String rights : List.of("rw-rw-r--", "rw-r--rw-")) {
            Path war = convert();
            Files.writeString(war, "of somebody else");
            Files.setPosixFilePermissions(war, PosixFilePermissions.fromString(rights));
            assertThat(convert()).as(rights).isEqualTo(war).hasSameBinaryContentAs(source);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLinkIsNotTaken(boolean known) throws IOException {
        settle(known);
        Path war = convert();
        Path other = Files.writeString(temp.resolve("other"), "of somebody else");
        Files.delete(war);
        Files.createSymbolicLink(war, other);
        assertThat(convert()).isEqualTo(war).hasSameBinaryContentAs(source);
        assertThat(other).hasContent("of somebody else");
    }
}

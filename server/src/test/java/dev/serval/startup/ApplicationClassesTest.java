package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The list of classes from which the archive is made: only the server's user may have written it.
 */
class ApplicationClassesTest {
    @TempDir private Path temporary;
    private Path list;
    private Path jar;

    @BeforeEach
    void writeAList() throws IOException {
        jar = Files.write(temporary.resolve("library.jar"), new byte[123]);
        list = Files.writeString(temporary.resolve("list"), "\n" + jar + "\n\ta.B\n\ta.C\n");
        permit("rw-------");
    }

    private void permit(String permissions) throws IOException {
        Files.setPosixFilePermissions(list, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void whatIsWrittenIsReadAgain() throws IOException {
        ApplicationClasses read = ApplicationClasses.read(list);
        assertThat(read.size()).isEqualTo(2);
        assertThat(read.isWhole()).isTrue();
        assertThat(read.libraries()).isEqualTo("library.jar 123");

        Path copy = temporary.resolve("copy");
        read.write(copy);
        assertThat(copy).hasSameTextualContentAs(list);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw--w----", "rw-----w-"})
    void aListThatOthersCanWriteIsNotRead(String permissions) throws IOException {
        permit(permissions);
        assertThat(ApplicationClasses.read(list).size()).isZero();
    }

    @Test
    void aLinkInPlaceOfTheListIsNotFollowed() throws IOException {
        Path link = Files.createSymbolicLink(temporary.resolve("link"), list);
        assertThat(ApplicationClasses.read(link).size()).isZero();
    }

    @Test
    void aJarThatIsGoneIsLeftOut() throws IOException {
        Files.delete(jar);
        ApplicationClasses read = ApplicationClasses.read(list);
        assertThat(read.size()).isZero();
        assertThat(read.libraries()).isEmpty();
        assertThat(read.isWhole()).isFalse();
    }

    @Test
    void withoutAListThereIsNothing() throws IOException {
        assertThat(ApplicationClasses.read(temporary.resolve("none")).size()).isZero();
    }
}

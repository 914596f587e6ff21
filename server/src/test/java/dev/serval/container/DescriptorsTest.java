package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is said at the start when there are fewer descriptors than connections. */
final class DescriptorsTest {
    private static final String LIMITS =
            "Limit                     Soft Limit           Hard Limit           Units     \n"
                    + "Max processes             95000                95000                processes \n"
                    + "Max open files            %s                  4096                 files     \n"
                    + "Max locked memory         65536                65536                bytes     \n";

    @TempDir private Path process;

    private void limits(String most) throws IOException {
        Files.writeString(process.resolve("limits"), String.format(LIMITS, most));
        Path open = Files.createDirectory(process.resolve("fd"));
        for (int i = 0; i < 50; i++) {
            Files.createFile(open.resolve(Integer.toString(i)));
        }
    }

    @Test
    void theLimitThatHoldsAndWhatIsOpenAreRead() throws IOException {
        limits("220");
        assertThat(Descriptors.of(process)).contains(new Descriptors(220, 50));
    }

    @Test
    void whereThereIsNoLimitThereIsNothingToSay() throws IOException {
        limits("unlimited");
        assertThat(Descriptors.of(process)).isEmpty();
    }

    @Test
    void whereTheSystemDoesNotTellThereIsNothingToSay() {
        assertThat(Descriptors.of(process)).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void linuxTellsOfThisProcess() {
        assertThat(Descriptors.ofThisProcess())
                .hasValueSatisfying(
                        descriptors -> {
                            assertThat(descriptors.open()).isBetween(4L, descriptors.most());
                        });
    }

    @Test
    void moreConnectionsThanDescriptorsAreSaidWithBothWaysOut() {
        assertThat(new Descriptors(220, 50).warning(8192))
                .hasValueSatisfying(
                        warning ->
                                assertThat(warning)
                                        .contains("maxConnections allows 8192 connections")
                                        .contains("may have 220 descriptors")
                                        .contains("needs about 114")
                                        .contains("ulimit -n")
                                        .contains("Raise the limit to 8306")
                                        .contains("to 106 together"));
    }

    @Test
    void whatTheServerNeedsItselfCounts() {
        int own = 50 + Descriptors.SPARE;
        assertThat(new Descriptors(8192 + own, 50).warning(8192)).isEmpty();
        assertThat(new Descriptors(8192 + own - 1, 50).warning(8192)).isPresent();
    }
}

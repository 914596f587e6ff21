package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** A file is opened although connections have taken every descriptor. */
class SpareDescriptorsTest {
    private final SpareDescriptors spare = new SpareDescriptors();
    private int attempts;

    /** Fails so often for want of a descriptor. */
    private String after(int failures) throws IOException {
        attempts = 0;
        return spare.open(
                () -> {
                    if (attempts++ < failures) {
                        throw new FileSystemException("/a", null, "Too many open files");
                    }
                    return "opened";
                });
    }

    @Test
    void aFileIsOpenedWithADescriptorThatWasHeld() throws Exception {
        assertThat(after(1)).isEqualTo("opened");
        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void noMoreThanAreHeldAreGiven() {
        assertThatThrownBy(() -> after(100)).isInstanceOf(FileSystemException.class);
        assertThat(attempts).isEqualTo(SpareDescriptors.MOST + 1);
    }

    @Test
    void whatWasGivenIsTakenAgainForTheNextFile() throws Exception {
        assertThat(after(SpareDescriptors.MOST)).isEqualTo("opened");
        assertThat(after(SpareDescriptors.MOST)).isEqualTo("opened");
    }

    @Test
    void whatFailsForAnotherReasonIsNotTriedAgain() {
        assertThatThrownBy(
                        () ->
                                spare.open(
                                        () -> {
                                            attempts++;
                                            throw new NoSuchFileException("/a");
                                        }))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(attempts).isEqualTo(1);
    }
}

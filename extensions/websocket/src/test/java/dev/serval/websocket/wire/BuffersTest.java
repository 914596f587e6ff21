package dev.serval.websocket.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** What is lent and given back. */
final class BuffersTest {
    // More than there are places.
    private static final int MANY = 300;

    /** False once it has ended. */
    private static boolean works(BooleanSupplier use) {
        try {
            return use.getAsBoolean();
        } catch (NullPointerException | IllegalStateException e) {
            return false;
        }
    }

    private static boolean works(Inflater inflater) {
        return works(() -> inflater.getBytesRead() == 0);
    }

    private static boolean works(Deflater deflater) {
        return works(() -> deflater.getBytesRead() == 0);
    }

    private static <T> void check(Supplier<T> take, Consumer<T> give, Consumer<List<T>> kept) {
        List<T> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(take.get());
        }
        all.forEach(give);
        kept.accept(all);
    }

    /** Their memory is not of the heap: no collection would be due for it. */
    @Test
    void codersWithoutAPlaceEndAndThoseWithOneDoNot() {
        check(
                Buffers::inflater,
                Buffers::give,
                all -> {
                    long kept = all.stream().filter(BuffersTest::works).count();
                    assertThat(kept).isBetween(1L, 96L);
                    for (int i = 0; i < MANY; i++) {
                        assertThat(works(Buffers.inflater())).isTrue();
                    }
                });
        check(
                Buffers::deflater,
                Buffers::give,
                all -> {
                    long kept = all.stream().filter(BuffersTest::works).count();
                    assertThat(kept).isBetween(1L, 96L);
                    for (int i = 0; i < MANY; i++) {
                        assertThat(works(Buffers.deflater())).isTrue();
                    }
                });
    }
}

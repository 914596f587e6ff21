package dev.serval.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PropertyStoreTest {
    private static final PropertyName COLOUR = new PropertyName("urn:x", "colour");

    private final PropertyStore store = new PropertyStore(10_000);

    @Test
    void propertiesGoWithTheirFile() {
        store.set("/a", Map.of(COLOUR, "<red/>"));
        store.set("/a/b", Map.of(COLOUR, "<green/>"));
        store.set("/ab", Map.of(COLOUR, "<blue/>"));
        store.copy("/a", "/c");
        store.move("/a", "/d");
        assertThat(store.of("/a")).isEmpty();
        assertThat(store.of("/a/b")).isEmpty();
        assertThat(store.of("/ab")).containsEntry(COLOUR, "<blue/>");
        assertThat(store.of("/c")).containsEntry(COLOUR, "<red/>");
        assertThat(store.of("/d")).containsEntry(COLOUR, "<red/>");
        assertThat(store.of("/d/b")).containsEntry(COLOUR, "<green/>");
        store.removeTree("/d");
        assertThat(store.of("/d/b")).isEmpty();
    }

    @Test
    void whatIsCopiedOverLosesItsOwn() {
        store.set("/b", Map.of(COLOUR, "<blue/>"));
        store.copy("/a", "/b");
        assertThat(store.of("/b")).isEmpty();
    }

    @Test
    void thereIsNoMoreThanTheBoundAndAllOfItComesBack() {
        int stored = 0;
        while (store.set("/" + stored, Map.of(COLOUR, "<red/>"))) {
            stored++;
        }
        assertThat(stored).isBetween(10, 100);
        assertThat(store.size()).isLessThanOrEqualTo(10_000);
        assertThat(store.set("/0", Map.of())).isTrue();
        assertThat(store.set("/last", Map.of(COLOUR, "<red/>"))).isTrue();
        store.removeTree("/");
        assertThat(store.size()).isZero();
    }
}

package dev.serval.websocket.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSocket 2.2 §3.1.1: which endpoint a path leads to. */
class PathTableTest {
    private final PathTable<String> table = new PathTable<>();

    private void add(String... paths) {
        for (String path : paths) {
            table.put(PathTemplate.of(path), path);
        }
    }

    private String found(String path) {
        PathTable.Match<String> match = table.find(path);
        return match == null ? null : match.target();
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b, /a/b",
        "/a/x, /a/{second}",
        "/x/b, /{first}/b",
        "/x/y, /{first}/{second}",
        "/x, /{only}",
        "/a, /{only}",
        "/a/b/c,",
        "/a/,",
        "/,",
    })
    void fixedSegmentsWinFromLeftToRight(String path, String expected) {
        add("/{first}/{second}", "/{first}/b", "/a/{second}", "/a/b", "/{only}");
        assertThat(found(path)).isEqualTo(expected);
    }

    @Test
    void variablesHaveTheirValues() {
        add("/chat/{room}/as/{name}");
        assertThat(table.find("/chat/blue room/as/é").values())
                .isEqualTo(Map.of("room", "blue room", "name", "é"));
    }

    @Test
    void variablesStandInTheOrderOfThePath() {
        add("/{g}/{a}/{f}/{b}/{e}/{c}");
        assertThat(table.find("/1/2/3/4/5/6").values().keySet())
                .containsExactly("g", "a", "f", "b", "e", "c");
    }

    @Test
    void aTemplateOfOtherNamesIsTheSame() {
        add("/chat/{room}");
        assertThat(table.get(PathTemplate.of("/chat/{other}"))).isEqualTo("/chat/{room}");
        assertThat(table.get(PathTemplate.of("/chat/room"))).isNull();
    }

    @Test
    void anotherOneTakesThePlace() {
        add("/chat/{room}", "/chat/{other}");
        assertThat(table.find("/chat/1").values()).isEqualTo(Map.of("other", "1"));
    }

    @Test
    void theRootAndASlashAtTheEndAreFixedSegments() {
        add("/", "/a/");
        assertThat(found("/")).isEqualTo("/");
        assertThat(found("/a/")).isEqualTo("/a/");
        assertThat(found("/a")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "", "/a//b", "/a/../b", "/./a", "/{a}/{a}", "/{}", "/a{b}", "/{a"})
    void whatIsMalformedIsRefused(String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PathTemplate.of(path))
                .withMessageContaining("\"" + path + "\"");
    }
}

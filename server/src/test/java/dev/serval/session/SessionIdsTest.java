package dev.serval.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids with and without the route of a server. */
class SessionIdsTest {
    private final SessionIds plain = new SessionIds();
    private final SessionIds ids = plain.routed("node1");

    @Test
    void anIdEndsInADotAndTheRoute() {
        assertThat(ids.next()).matches("[0-9A-F]{40}\\.node1").isNotEqualTo(ids.next());
        assertThat(plain.next()).matches("[0-9A-F]{40}");
        assertThat(ids.route()).isEqualTo("node1");
        assertThat(plain.route()).isNull();
    }

    @Test
    void theFirstRouteCounts() {
        assertThat(ids.routed("node2").route()).isEqualTo("node1");
        assertThat(plain.routed(null)).isSameAs(plain);
        assertThat(plain.routed("")).isSameAs(plain);
    }

    @Test
    void anIdFromElsewhereGetsTheRouteOfThisServer() {
        String id = plain.next();
        assertThat(ids.here(id)).isEqualTo(id + ".node1");
        assertThat(ids.here(id + ".node2")).isEqualTo(id + ".node1");
        assertThat(ids.here(id + ".node11")).isEqualTo(id + ".node1");
        String own = id + ".node1";
        assertThat(ids.here(own)).isSameAs(own);
        assertThat(plain.here(own)).isEqualTo(id);
        assertThat(plain.here(id)).isSameAs(id);
    }

    @Test
    void idsWithEveryRouteAndNoneAreLookedUp() {
        String id = plain.next();
        for (SessionIds each : new SessionIds[] {plain, ids}) {
            assertThat(each.mayHaveMade(id)).isTrue();
            assertThat(each.mayHaveMade(id + ".node2")).isTrue();
            assertThat(each.mayHaveMade(id + ".a.b")).isTrue();
            assertThat(each.mayHaveMade(id + "." + "a".repeat(64))).isTrue();
        }
    }

    /** Rule 19: nothing that no server makes is looked for. */
    @Test
    void otherTextsAreNot() {
        String id = plain.next();
        assertThat(ids.mayBe(null)).isFalse();
        assertThat(ids.mayHaveMade(null)).isFalse();
        for (String text :
                new String[] {
                    "",
                    ".node1",
                    id.substring(1),
                    id.substring(1) + ".node1",
                    id + ".",
                    id + "A",
                    id + "node1",
                    id + "." + "a".repeat(65)
                }) {
            assertThat(ids.mayBe(text)).as(text).isFalse();
        }
        for (String text :
                new String[] {
                    id + ".../../etc/passwd", id + ".a b", id + ".a;b", "x".repeat(40) + ".node1"
                }) {
            assertThat(ids.mayHaveMade(text)).as(text).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a b", "a;b", "\u00e4", "a\"b", "a,b", "a=b"})
    void whatACookieOrAPathCannotHoldIsNoRoute(String name) {
        assertThat(SessionIds.isRoute(name)).isFalse();
        assertThatThrownBy(() -> plain.routed(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lengthIsThatOfTheRandomPart() {
        SessionIds longer = new SessionIds(new SecureRandom(), 32).routed("n");
        assertThat(longer.length()).isEqualTo(64);
        assertThat(longer.next()).hasSize(66);
    }
}

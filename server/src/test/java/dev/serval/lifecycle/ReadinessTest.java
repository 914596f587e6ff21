package dev.serval.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.lifecycle.Readiness.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The phases of a server, and the reasons against new requests. */
final class ReadinessTest {
    private final Readiness readiness = new Readiness();

    @Test
    void isReadyOnlyWhileReady() {
        assertThat(readiness.isReady()).isFalse();
        assertThat(readiness.now().reasons()).containsExactly("the applications start");
        readiness.enter(State.READY, "the ports are open");
        assertThat(readiness.isReady()).isTrue();
        assertThat(readiness.now().reasons()).isEmpty();
        readiness.enter(State.DRAINING, "SIGTERM");
        assertThat(readiness.isReady()).isFalse();
        assertThat(readiness.now().reasons()).containsExactly("SIGTERM");
    }

    @Test
    void onlyGoesForward() {
        assertThat(readiness.enter(State.DRAINING, "shutdown.sh")).isTrue();
        assertThat(readiness.enter(State.READY, "the ports are open")).isFalse();
        assertThat(readiness.enter(State.DRAINING, "again")).isFalse();
        assertThat(readiness.now().reason()).isEqualTo("shutdown.sh");
    }

    @Test
    void obstaclesComeAndGo() {
        readiness.enter(State.READY, "the ports are open");
        readiness.obstruct("heap", "97 % full");
        readiness.obstruct("heap", "98 % full");
        readiness.obstruct("application /shop", "failed");
        assertThat(readiness.isReady()).isFalse();
        assertThat(readiness.now().reasons())
                .containsExactly("heap: 98 % full", "application /shop: failed");
        readiness.clear("heap");
        readiness.clear("application /shop");
        readiness.clear("unknown");
        assertThat(readiness.isReady()).isTrue();
    }

    @Test
    void obstaclesAreBounded() {
        for (int i = 0; i < 1000; i++) {
            readiness.obstruct("part " + i, "no");
        }
        assertThat(readiness.now().obstacles()).hasSize(100);
    }

    @Test
    void listenersHearOfEveryChangeAlsoAfterOneHasFailed() {
        List<State> heard = new ArrayList<>();
        readiness.listen(
                moment -> {
                    throw new IllegalStateException("planted");
                });
        Runnable end = readiness.listen(moment -> heard.add(moment.state()));
        readiness.enter(State.READY, "the ports are open");
        readiness.obstruct("heap", "full");
        readiness.obstruct("heap", "full");
        end.run();
        readiness.enter(State.STOPPED, "the end");
        assertThat(heard).containsExactly(State.READY, State.READY);
    }
}

package dev.serval.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifecycleTest {
    private final List<String> events = new ArrayList<>();
    private final Lifecycle lifecycle = new Lifecycle("test");

    private Component child(String name, boolean startFails, boolean stopFails) {
        return new Component() {
            @Override
            public void start() throws LifecycleException {
                if (startFails) {
                    throw new LifecycleException(name + " cannot");
                }
                events.add("start " + name);
            }

            @Override
            public void stop(Duration within) {
                events.add("stop " + name);
                if (stopFails) {
                    throw new IllegalStateException(name);
                }
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    private Component child(String name) {
        return child(name, false, false);
    }

    @Test
    void isNewAtFirst() {
        assertThat(lifecycle.state()).isEqualTo(Lifecycle.State.NEW);
    }

    @Test
    void startsInOrderAndStopsInReverse() throws LifecycleException {
        lifecycle.start(List.of(child("a"), child("b"), child("c")));
        assertThat(lifecycle.state()).isEqualTo(Lifecycle.State.STARTED);
        lifecycle.stop(Duration.ZERO);
        assertThat(lifecycle.state()).isEqualTo(Lifecycle.State.STOPPED);
        assertThat(events)
                .containsExactly("start a", "start b", "start c", "stop c", "stop b", "stop a");
    }

    @Test
    void aFailureStopsThoseThatWereStarted() {
        List<Component> children = List.of(child("a"), child("b"), child("c", true, false));
        assertThatThrownBy(() -> lifecycle.start(children)).hasMessage("c cannot");
        assertThat(lifecycle.state()).isEqualTo(Lifecycle.State.FAILED);
        assertThat(events).containsExactly("start a", "start b", "stop b", "stop a");
    }

    @Test
    void whatFailedIsNotStoppedAgain() {
        assertThatThrownBy(() -> lifecycle.start(List.of(child("a"), child("b", true, false))));
        events.clear();
        lifecycle.stop(Duration.ZERO);
        assertThat(events).isEmpty();
        assertThat(lifecycle.state()).isEqualTo(Lifecycle.State.FAILED);
    }

    @Test
    void oneThatCannotBeStoppedDoesNotKeepTheOthers() throws LifecycleException {
        lifecycle.start(List.of(child("a"), child("b", false, true), child("c")));
        events.clear();
        lifecycle.stop(Duration.ZERO);
        assertThat(events).containsExactly("stop c", "stop b", "stop a");
    }

    @Test
    void startsOnce() throws LifecycleException {
        lifecycle.start(List.of());
        assertThatThrownBy(() -> lifecycle.start(List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("test cannot be started: it is STARTED");
    }

    @Test
    void doesNotStartAfterStop() {
        lifecycle.stop(Duration.ZERO);
        assertThatThrownBy(() -> lifecycle.start(List.of()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void stopsOnce() throws LifecycleException {
        lifecycle.start(List.of(child("a")));
        lifecycle.stop(Duration.ZERO);
        lifecycle.stop(Duration.ZERO);
        assertThat(events).containsExactly("start a", "stop a");
    }

    @Test
    void theTimeIsSharedByTheChildren() throws LifecycleException {
        List<Duration> given = new ArrayList<>();
        Component child =
                new Component() {
                    @Override
                    public void start() {}

                    @Override
                    public void stop(Duration within) {
                        given.add(within);
                    }
                };
        lifecycle.start(List.of(child, child));
        lifecycle.stop(Duration.ofSeconds(5));
        assertThat(given.get(0)).isLessThanOrEqualTo(Duration.ofSeconds(5));
        assertThat(given.get(1)).isLessThan(given.get(0)).isPositive();
    }
}

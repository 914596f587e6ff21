package dev.serval.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StreamGateTest {
    private final StreamGate gate = gate();
    private final AtomicInteger sequels = new AtomicInteger();

    private static StreamGate gate() {
        StreamGate made = new StreamGate();
        made.belongs(
                new StreamOwner() {
                    @Override
                    public String lastWords() {
                        return "it is over";
                    }

                    @Override
                    public void tellExcess(long declared) {
                        throw new AssertionError(declared);
                    }
                });
        return made;
    }

    /** What happened on another thread: null for nothing. */
    private static Throwable elsewhere(Runnable task) throws Exception {
        return CompletableFuture.runAsync(task, r -> new Thread(r).start())
                .handle((done, failure) -> failure == null ? null : failure.getCause())
                .get(10, TimeUnit.SECONDS);
    }

    @Test
    void whoShutsItWhileNobodyIsInsideGoesOnAtOnce() throws Exception {
        assertThat(gate.shut(sequels::incrementAndGet)).isTrue();
        assertThat(elsewhere(gate::enter)).isInstanceOf(IllegalStateException.class);
        gate.enter();
        gate.leave();
        assertThat(sequels).hasValue(0);
    }

    @Test
    void whoIsInsideRunsTheSequelWhenLeaving() throws Exception {
        gate.enter();
        assertThat(elsewhere(() -> assertThat(gate.shut(sequels::incrementAndGet)).isFalse()))
                .isNull();
        assertThat(sequels).hasValue(0);
        assertThat(gate.isShut()).isTrue();
        gate.leave();
        assertThat(sequels).hasValue(1);
        assertThatThrownBy(gate::enter).isInstanceOf(IllegalStateException.class);
        assertThat(sequels).as("once").hasValue(1);
    }

    @Test
    void whenItIsClosedNobodyEnters() {
        gate.shut(() -> {});
        gate.close();
        assertThatThrownBy(gate::enter).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(gate::requireOpen).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void itMayBeOpenedAgain() throws Exception {
        gate.shut(() -> {});
        gate.open();
        assertThat(
                        elsewhere(
                                () -> {
                                    gate.enter();
                                    gate.leave();
                                }))
                .isNull();
    }

    @Test
    void whoeverComesInARaceOneGoesOn() throws Exception {
        for (int i = 0; i < 2000; i++) {
            StreamGate raced = gate();
            AtomicInteger ends = new AtomicInteger();
            Thread writer =
                    new Thread(
                            () -> {
                                try {
                                    raced.enter();
                                    raced.leave();
                                } catch (IllegalStateException e) {
                                    // too late
                                }
                            });
            writer.start();
            if (raced.shut(ends::incrementAndGet)) {
                ends.incrementAndGet();
            }
            writer.join();
            assertThat(ends).hasValue(1);
        }
    }
}

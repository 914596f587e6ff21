package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** What an application does at its start and end is waited for, and told of when it is slow. */
class ApplicationThreadTest {
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);

    @Test
    void aSlowStartIsToldOfTwiceAsLateEachTimeAndWaitedFor() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        List<Long> told = new ArrayList<>();
        List<String> stacks = new ArrayList<>();
        String result =
                ApplicationThread.run(
                        "slow",
                        () -> {
                            hang(go);
                            return "done";
                        },
                        SHORT,
                        (nanos, thread) -> {
                            told.add(nanos);
                            stacks.add(thread.getName() + Diagnostics.stack(thread));
                            // On a slow machine it hangs later.
                            if (told.size() >= 3 && stacks.get(told.size() - 1).contains("hang")) {
                                go.countDown();
                            }
                        });
        assertThat(result).isEqualTo("done");
        assertThat(told).startsWith(SHORT, 2 * SHORT, 4 * SHORT);
        assertThat(stacks.get(stacks.size() - 1))
                .startsWith("slow" + System.lineSeparator() + "\tat ")
                .contains("ApplicationThreadTest.hang");
    }

    @Test
    void aQuickOneIsNotToldOf() throws Exception {
        List<Long> told = new ArrayList<>();
        assertThat(ApplicationThread.run("quick", () -> 1, LONG, (nanos, t) -> told.add(nanos)))
                .isEqualTo(1);
        assertThat(told).isEmpty();
    }

    @Test
    void anEndThatTakesTooLongIsToldOfAndInterrupted() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        List<String> told = new ArrayList<>();
        assertThatThrownBy(
                        () ->
                                ApplicationThread.within(
                                        "hangs",
                                        () -> {
                                            try {
                                                hang(never);
                                            } catch (InterruptedException e) {
                                                interrupted.countDown();
                                            }
                                            return null;
                                        },
                                        SHORT,
                                        (nanos, thread) -> told.add(thread.getName())))
                .isInstanceOf(TimeoutException.class);
        assertThat(told).containsExactly("hangs");
        assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatItThrowsIsThrown() {
        assertThatThrownBy(
                        () ->
                                ApplicationThread.run(
                                        "fails",
                                        () -> {
                                            throw new StackOverflowError("deep");
                                        },
                                        LONG,
                                        (nanos, thread) -> {}))
                .isInstanceOf(StackOverflowError.class);
    }

    private static void hang(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody let it go");
        }
    }
}

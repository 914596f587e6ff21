package dev.serval.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PeriodicTasksTest {
    @Test
    void goesOnWhateverItsTasksThrow() throws InterruptedException {
        PeriodicTasks ticker = new PeriodicTasks("test-ticker");
        List<Error> errors =
                new ArrayList<>(
                        List.of(
                                new OutOfMemoryError("of a test"),
                                new StackOverflowError(),
                                new NoClassDefFoundError("of a test"),
                                new ThreadDeath()));
        CountDownLatch failing = new CountDownLatch(6);
        CountDownLatch other = new CountDownLatch(6);
        Runnable fails =
                () -> {
                    failing.countDown();
                    if (!errors.isEmpty()) {
                        throw errors.remove(0);
                    }
                };
        Runnable well = other::countDown;
        ticker.add(fails, 5);
        ticker.add(well, 5);

        assertThat(failing.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(other.await(20, TimeUnit.SECONDS)).isTrue();
        ticker.remove(fails);
        ticker.remove(well);
    }
}

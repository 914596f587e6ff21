package dev.serval.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PeriodicTasksTest {
    private static final long HOUR = TimeUnit.HOURS.toMillis(1);

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

    /** With a place in the order of the map. */
    private record Placed(int hash) implements Runnable {
        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public void run() {}
    }

    @Test
    void aTaskThatIsRemovedIsNotHeldByTheThreadThatWaits() throws InterruptedException {
        PeriodicTasks ticker = new PeriodicTasks("test-holder");
        Runnable kept = new Placed(0);
        ticker.add(kept, HOUR);
        AtomicReference<Runnable> last = new AtomicReference<>(new Placed(1));
        CountDownLatch added = new CountDownLatch(1);
        // On the thread itself, which looks at both and then waits for an hour.
        Runnable once =
                new Runnable() {
                    @Override
                    public void run() {
                        ticker.add(last.get(), HOUR);
                        ticker.remove(this);
                        added.countDown();
                    }
                };
        ticker.add(once, 1);
        added.await();
        Thread thread =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(each -> each.getName().equals("test-holder"))
                        .findFirst()
                        .orElseThrow();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        WeakReference<Runnable> removed = new WeakReference<>(last.get());
        ticker.remove(last.getAndSet(null));
        while (removed.get() != null) {
            System.gc();
        }
        ticker.remove(kept);
    }
}

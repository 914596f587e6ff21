package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.Channel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Who comes in, who waits, and that nobody accepts in a spin. */
class AdmissionTest {
    private static final class Accepted implements Channel {
        private boolean open = true;

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }

    private static final class Door implements Admission.Door<Accepted> {
        private final List<Accepted> opened = new ArrayList<>();
        private boolean accepting = true;
        private boolean broken;
        // How often it cannot be told.
        private int deaf;

        @Override
        public void open(Accepted channel) {
            if (broken) {
                throw new IllegalStateException("broken");
            }
            opened.add(channel);
        }

        @Override
        public void accepting(boolean on) {
            if (deaf > 0) {
                deaf--;
                throw new OutOfMemoryError("of a test");
            }
            accepting = on;
        }
    }

    private final Door door = new Door();
    private final ConnectionLimit limit = new ConnectionLimit(64);
    private final Deadlines deadlines = new Deadlines("test", () -> {}, () -> false);
    private final OverloadLog log = new OverloadLog("test", "maxConnections", limit, 60_000);
    private final Admission<Accepted> admission =
            new Admission<>(door, limit, deadlines, log, 20_000);

    private void fill(int count) {
        for (int i = 0; i < count; i++) {
            assertThat(admission.admit(new Accepted())).isTrue();
        }
    }

    private void sweepUntilAccepting() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!door.accepting && System.nanoTime() < end) {
            admission.sweep();
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(door.accepting).isTrue();
    }

    @Test
    void whoFindsNoPlaceWaitsAndStopsTheAccepting() {
        fill(64);
        Accepted last = new Accepted();
        assertThat(admission.admit(last)).isFalse();
        assertThat(door.accepting).isFalse();
        assertThat(door.opened).isEmpty();
        assertThat(admission.unsettled()).isTrue();
        admission.left(null);
        assertThat(door.opened).containsExactly(last);
        assertThat(door.accepting).isTrue();
        assertThat(admission.unsettled()).isFalse();
    }

    @Test
    void placesAreGivenInTheOrderOfWaiting() {
        fill(64);
        Accepted first = new Accepted();
        Accepted second = new Accepted();
        admission.admit(first);
        admission.admit(second);
        admission.left(null);
        assertThat(door.opened).containsExactly(first);
        assertThat(door.accepting).as("while one waits").isFalse();
        assertThat(admission.admit(new Accepted())).as("overtakes").isFalse();
        admission.left(null);
        assertThat(door.opened).containsExactly(first, second);
    }

    @Test
    void afterAFailureNobodyIsAcceptedForAWhile() {
        long began = System.nanoTime();
        admission.failed(new IOException("Too many open files"));
        assertThat(door.accepting).isFalse();
        sweepUntilAccepting();
        assertThat(System.nanoTime() - began).isGreaterThan(95_000_000);
    }

    @Test
    void whereDescriptorsAreMissingThereAreFewerPlaces() {
        fill(48);
        admission.failed(new IOException("Too many open files"));
        assertThat(limit.max()).isEqualTo(45);
        // Not less and less while those that are too many go.
        admission.failed(new IOException("Too many open files"));
        assertThat(limit.max()).isEqualTo(45);
        sweepUntilAccepting();
        Accepted last = new Accepted();
        assertThat(admission.admit(last)).isFalse();
        for (int i = 0; i < 4; i++) {
            assertThat(door.opened).isEmpty();
            admission.left(null);
        }
        assertThat(door.opened).containsExactly(last);
    }

    @Test
    void whereConnectionsAreNotTheReasonTheyKeepTheirPlaces() {
        fill(8);
        admission.failed(new IOException("Too many open files"));
        admission.failed(new OutOfMemoryError("unable to create native thread"));
        assertThat(limit.max()).isEqualTo(64);
    }

    @Test
    void failuresAreCountedAndToldOnce() {
        for (int i = 0; i < 1000; i++) {
            admission.failed(new IOException("Too many open files"));
        }
        assertThat(admission.overload().failedAccepts()).isEqualTo(1000);
        // The number of the others is told at the end of the minute.
        assertThat(log.pending()).isTrue();
    }

    @Test
    void whoCannotBeServedLeavesItsPlace() {
        fill(64);
        Accepted last = new Accepted();
        admission.admit(last);
        door.broken = true;
        admission.left(null);
        assertThat(last.isOpen()).isFalse();
        assertThat(limit.open()).isEqualTo(63);
    }

    @Test
    void whenThePortIsClosedNobodyWaits() {
        fill(64);
        Accepted waits = new Accepted();
        Accepted late = new Accepted();
        admission.admit(waits);
        admission.close();
        admission.admit(late);
        assertThat(waits.isOpen()).isFalse();
        assertThat(late.isOpen()).isFalse();
        admission.left(null);
        assertThat(door.opened).isEmpty();
    }

    @Test
    void aDoorThatCouldNotBeToldToAcceptIsToldByTheSweep() {
        fill(64);
        assertThat(admission.admit(new Accepted())).isFalse();
        door.deaf = 2;
        assertThatThrownBy(() -> admission.left(null)).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(admission::sweep).isInstanceOf(OutOfMemoryError.class);
        assertThat(door.accepting).isFalse();
        assertThat(admission.unsettled()).isTrue();
        admission.sweep();
        assertThat(door.accepting).isTrue();
    }

    @Test
    void aDoorThatCouldNotBeToldToPauseIsToldToGoOnByTheSweep() {
        door.deaf = 1;
        assertThatThrownBy(() -> admission.failed(new IOException("of a test")))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(admission.unsettled()).isTrue();
        door.accepting = false;
        sweepUntilAccepting();
    }
}

package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** While an exchange is with the application, nobody reads its connection, and nobody spins. */
@OnEveryWire
final class SuspendedConnectionTest {
    private static final long WINDOW_MILLIS = 700;

    @Parameter ServerUnderTest server;

    @Test
    void pipelinedBytesAndFinCostNoProcessorTime() throws Exception {
        assertIdleWhile(request("GET", "/hello.txt").repeat(3), true, 3);
    }

    @Test
    void pipelinedBytesAloneCostNoProcessorTime() throws Exception {
        assertIdleWhile(request("GET", "/hello.txt"), false, 1);
    }

    @Test
    void aFinAloneCostsNoProcessorTime() throws Exception {
        assertIdleWhile("", true, 0);
    }

    private void assertIdleWhile(String behind, boolean finish, int answers) throws Exception {
        try (RawClient client = server.connect();
                Gate gate = server.app().newGate()) {
            client.send(request("GET", gate.path()));
            gate.awaitEntered();
            client.send(behind);
            if (finish) {
                client.finish();
            }
            long busiest = busiestThreadNanos();
            assertThat(TimeUnit.NANOSECONDS.toMillis(busiest))
                    .as("CPU ms of the busiest thread in " + WINDOW_MILLIS + " ms")
                    .isLessThan(WINDOW_MILLIS / 5);
            gate.open();
            assertThat(client.response().text()).isEqualTo("passed\n");
            for (int i = 0; i < answers; i++) {
                assertThat(client.response().text()).isEqualTo(Site.HELLO);
            }
            if (finish) {
                client.assertClosed();
            }
        }
    }

    /** Over a window in which nothing should happen: that is what is measured. */
    private static long busiestThreadNanos() throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] before = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            before[i] = threads.getThreadCpuTime(ids[i]);
        }
        assertThat(new CountDownLatch(1).await(WINDOW_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
        long busiest = 0;
        for (int i = 0; i < ids.length; i++) {
            busiest = Math.max(busiest, threads.getThreadCpuTime(ids[i]) - before[i]);
        }
        return busiest;
    }
}

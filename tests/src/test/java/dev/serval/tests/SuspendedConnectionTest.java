package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** While an exchange is with the application, nobody reads its connection, and nobody spins. */
final class SuspendedConnectionTest {
    private static final long WINDOW_MILLIS = 700;

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

    /** A request that is not answered yet, and what the client has sent behind it. */
    private record Held(ServerUnderTest server, Gate gate, RawClient client)
            implements AutoCloseable {
        static Held on(Wire wire, String behind, boolean finish) throws Exception {
            ServerUnderTest server = ServerUnderTest.start(wire);
            Held held = new Held(server, server.app().newGate(), server.connect());
            held.client.send(request("GET", held.gate.path()));
            held.gate.awaitEntered();
            held.client.send(behind);
            if (finish) {
                held.client.finish();
            }
            return held;
        }

        @Override
        public void close() throws Exception {
            client.close();
            gate.close();
            server.close();
        }
    }

    /** One window for all wires: whichever thread is busy, it is wrong. */
    private static void assertIdleWhile(String behind, boolean finish, int answers)
            throws Exception {
        List<Held> all = new ArrayList<>();
        try {
            for (Wire wire : Wire.tested()) {
                all.add(Held.on(wire, behind, finish));
            }
            assertNoThreadIsBusy();
            for (Held held : all) {
                held.gate.open();
                assertThat(held.client.response().text()).isEqualTo("passed\n");
                for (int i = 0; i < answers; i++) {
                    assertThat(held.client.response().text()).isEqualTo(Site.HELLO);
                }
                if (finish) {
                    held.client.assertClosed();
                }
            }
        } finally {
            for (Held held : all) {
                held.close();
            }
        }
    }

    /** Over a window in which nothing should happen: that is what is measured. */
    private static void assertNoThreadIsBusy() throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] ids = threads.getAllThreadIds();
        long[] before = new long[ids.length];
        for (int i = 0; i < ids.length; i++) {
            before[i] = threads.getThreadCpuTime(ids[i]);
        }
        assertThat(new CountDownLatch(1).await(WINDOW_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
        for (int i = 0; i < ids.length; i++) {
            ThreadInfo info = threads.getThreadInfo(ids[i]);
            long nanos = threads.getThreadCpuTime(ids[i]) - before[i];
            assertThat(TimeUnit.NANOSECONDS.toMillis(nanos))
                    .as("CPU ms in %s ms of %s", WINDOW_MILLIS, info)
                    .isLessThan(WINDOW_MILLIS / 5);
        }
    }
}

package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that do nothing cost little, and those that stall stall nobody else. */
final class IdleConnectionsTest {
    private static final int IDLE = 10_000;
    private static final int STALLED = 50;

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO2"})
    @Tag("full")
    void tenThousandIdleConnectionsAllAnswerAfterwards(Wire wire) throws Exception {
        Settings settings =
                new Settings()
                        .maxConnections(IDLE + 100)
                        .connectionTimeout(600_000)
                        .keepAliveTimeout(600_000);
        try (ServerUnderTest server = ServerUnderTest.start(wire, settings)) {
            server.get("/hello.txt");
            long before = usedMemory();
            Process clients =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    IdleClients.class.getName(),
                                    Integer.toString(server.port()),
                                    Integer.toString(IDLE))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            try (BufferedReader said = clients.inputReader();
                    OutputStream orders = clients.getOutputStream()) {
                assertThat(said.readLine()).isEqualTo("open " + IDLE);
                long after = usedMemory();
                System.out.println(
                        wire
                                + ": "
                                + IDLE
                                + " idle connections, "
                                + (after - before) / IDLE
                                + " bytes of heap and buffers each");
                assertThat((after - before) / IDLE).isLessThan(8192);
                assertThat(server.get("/hello.txt").text()).isEqualTo(Site.HELLO);
                orders.write('\n');
                orders.flush();
                assertThat(said.readLine()).isEqualTo("answered " + IDLE);
            } finally {
                clients.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    @EnabledForJreRange(
            min = JRE.JAVA_21,
            disabledReason = "BIO has virtual threads from JDK 21 on; below, a reader is a thread")
    void fiftyStalledReadersOnBioHoldUpNobody() throws Exception {
        stall(Wire.BIO);
    }

    @Test
    void fiftyStalledReadersOnNioHoldUpNobody() throws Exception {
        stall(Wire.NIO);
    }

    @Test
    void fiftyStalledReadersOnNio2HoldUpNobody() throws Exception {
        stall(Wire.NIO2);
    }

    /** Bytes on the heap and in buffers outside of it. */
    private static long usedMemory() {
        System.gc();
        System.gc();
        long buffers = 0;
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            buffers += pool.getMemoryUsed();
        }
        return buffers + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void stall(Wire wire) throws IOException {
        try (ServerUnderTest server = ServerUnderTest.start(wire)) {
            List<RawClient> stalled = new ArrayList<>();
            try {
                for (int i = 0; i < STALLED; i++) {
                    stalled.add(server.connect().send(request("GET", "/5m.bin")));
                }
                for (RawClient client : stalled) {
                    assertThat(client.awaitInput(RawClient.PATIENCE)).isTrue();
                }
                for (int i = 0; i < 100; i++) {
                    assertThat(server.get("/hello.txt").text()).isEqualTo(Site.HELLO);
                    assertThat(server.get("/app/ignore").text()).isEqualTo("ignored\n");
                }
                assertThat(server.get("/5m.bin").body()).isEqualTo(server.site().read("5m.bin"));
                for (RawClient client : stalled.subList(0, 5)) {
                    assertThat(client.response().body()).isEqualTo(server.site().read("5m.bin"));
                }
            } finally {
                for (RawClient client : stalled) {
                    client.close();
                }
            }
        }
    }
}

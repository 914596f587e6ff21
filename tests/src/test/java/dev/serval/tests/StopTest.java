package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stop finishes what is in flight and closes what is idle. */
final class StopTest {
    /** Milliseconds within which a stop is over once the last answer is out. */
    private static final int PROMPT = 5000;

    @ParameterizedTest
    @EnumSource(Wire.class)
    void finishesRequestsInFlightAndSaysClose(Wire wire) throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(wire);
                Gate gate = server.app().newGate();
                RawClient client = server.connect()) {
            client.send(request("GET", gate.path()));
            gate.awaitEntered();
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::stop);
            Waiting.until("the port is closed", () -> refuses(server));
            assertThat(stop).isNotDone();
            gate.open();
            RawResponse response = client.response();
            assertThat(response.text()).isEqualTo("passed\n");
            assertThat(response.field("Connection")).isEqualTo("close");
            client.assertClosed();
            stop.get(PROMPT, TimeUnit.MILLISECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void finishesAFileInFlight(Wire wire) throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(wire);
                RawClient client = server.connect()) {
            client.send(request("GET", "/5m.bin"));
            client.awaitInput(RawClient.PATIENCE);
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::stop);
            Waiting.until("the port is closed", () -> refuses(server));
            assertThat(client.response().body()).isEqualTo(server.site().read("5m.bin"));
            client.assertClosed();
            stop.get(PROMPT, TimeUnit.MILLISECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void closesIdleConnectionsAtOnce(Wire wire) throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(wire);
                Gate gate = server.app().newGate();
                RawClient busy = server.connect();
                RawClient used = server.connect();
                RawClient fresh = server.connect()) {
            used.exchange(request("GET", "/hello.txt"));
            busy.send(request("GET", gate.path()));
            gate.awaitEntered();
            CompletableFuture<Void> stop = CompletableFuture.runAsync(server::stop);
            used.assertClosed();
            fresh.assertClosed();
            assertThat(stop).isNotDone();
            gate.open();
            assertThat(busy.response().text()).isEqualTo("passed\n");
            stop.get(PROMPT, TimeUnit.MILLISECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void refusesConnectionsAfterwards(Wire wire) throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(wire)) {
            server.get("/hello.txt");
            server.stop();
            assertThatThrownBy(server::connect).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void aStopWithoutRequestsIsQuick(Wire wire) throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(wire);
                RawClient idle = server.connect()) {
            idle.exchange(request("GET", "/app/ignore"));
            long start = System.nanoTime();
            server.stop();
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(PROMPT);
        }
    }

    @Test
    void aRequestThatNeverEndsHoldsUpAStopOnlySoLong() throws Exception {
        AllWires.atOnce(
                wire -> {
                    try (ServerUnderTest server = ServerUnderTest.start(wire);
                            Gate gate = server.app().newGate();
                            RawClient client = server.connect()) {
                        client.send(request("GET", gate.path()));
                        gate.awaitEntered();
                        CompletableFuture<Void> stop =
                                CompletableFuture.runAsync(
                                        () -> server.stop(Duration.ofMillis(300)),
                                        task -> new Thread(task, "stop").start());
                        stop.get(PROMPT, TimeUnit.MILLISECONDS);
                        assertThat(client.end()).isNotNull();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource(Wire.class)
    void saysWhatItCutAndWhereThatStood(Wire wire) throws Exception {
        try (ServerLog log = new ServerLog();
                ServerUnderTest server = ServerUnderTest.start(wire);
                Gate gate = server.app().newGate();
                RawClient handled = server.connect();
                RawClient slow = server.connect()) {
            handled.send(request("GET", gate.path()));
            gate.awaitEntered();
            // In one write: when the first is answered, the server has the rest.
            slow.send(request("GET", "/hello.txt") + "GET /slow HTTP/1.1\r\nHo");
            assertThat(slow.response().status()).isEqualTo(200);
            server.get("/hello.txt");
            // Enough for that one to be gone.
            server.stop(Duration.ofMillis(800));
            String cut = "SRV-0912 Cut at the stop: ";
            assertThat(log.lines())
                    .anySatisfy(
                            line ->
                                    assertThat(line)
                                            .startsWith(cut)
                                            .contains(":" + handled.localPort())
                                            .contains(
                                                    "had its request handled: GET "
                                                            + gate.path()
                                                            + ", by thread ")
                                            .contains("\n\tat "))
                    .anySatisfy(
                            line ->
                                    assertThat(line)
                                            .startsWith(cut)
                                            .contains(":" + slow.localPort())
                                            .endsWith("waited for the rest of a head"))
                    .anyMatch(line -> line.startsWith("SRV-0910 2 connections were cut"));
        }
    }

    @Test
    void whatItCutIsCountedInProperWords() throws Exception {
        try (ServerLog log = new ServerLog();
                ServerUnderTest server = ServerUnderTest.start(Wire.NIO);
                Gate gate = server.app().newGate();
                RawClient handled = server.connect()) {
            handled.send(request("GET", gate.path()));
            gate.awaitEntered();
            server.stop(Duration.ofMillis(100));
            assertThat(log.lines())
                    .contains("SRV-0910 1 connection was cut because it did not end within 100 ms");
        }
    }

    @Test
    void stoppingTwiceDoesNothing() throws Exception {
        try (ServerUnderTest server = ServerUnderTest.start(Wire.NIO)) {
            server.stop();
            server.stop();
        }
    }

    private static boolean refuses(ServerUnderTest server) {
        try (RawClient late = server.connect()) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}

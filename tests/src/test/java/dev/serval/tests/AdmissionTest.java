package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.connector.IoModel;
import dev.serval.net.LoadLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Only so many calls of applications run at once, on threads of either kind; others wait in a
 * bounded queue, and only so long. A call that waits for its client is not counted.
 */
@OnEveryWire
final class AdmissionTest {
    @Parameter ServerUnderTest server;
    private final List<AutoCloseable> open = new ArrayList<>();
    // With maxThreads 1.
    private int atOnce;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private ServerUnderTest start(boolean virtual, LoadLimits load) {
        boolean hasVirtual = Runtime.version().feature() >= 21;
        boolean bio = server.wire().io() == IoModel.BIO;
        assumeTrue(bio ? hasVirtual == virtual : hasVirtual || !virtual);
        // Threads of the platform on BIO: as many connections as threads, and nothing waits.
        assumeTrue(!bio || virtual);
        atOnce = virtual ? 10 : 1;
        return ServerUnderTest.start(
                server.wire(), new Settings().maxThreads(1).useVirtualThreads(virtual).load(load));
    }

    private RawClient send(ServerUnderTest busy, String request) throws Exception {
        RawClient client = busy.connect();
        open.add(client);
        return client.send(request);
    }

    /** As many calls as may run at once. */
    private void occupy(ServerUnderTest busy, List<Gate> gates) throws Exception {
        for (int i = 0; i < atOnce; i++) {
            Gate gate = busy.app().newGate();
            open.add(0, gate);
            gates.add(gate);
            send(busy, request("GET", gate.path()));
            gate.awaitEntered();
        }
    }

    private static void assertOverload(RawResponse response) {
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.field("Retry-After")).isEqualTo("1");
        assertThat(response.text()).contains("SRV-0401");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatFindsTheQueueFullIsRefusedAndWhatWaitsIsAnswered(boolean virtual) throws Exception {
        List<Gate> gates = new ArrayList<>();
        try (ServerUnderTest busy = start(virtual, Settings.queue(1, 0))) {
            occupy(busy, gates);
            RawClient one = send(busy, request("GET", "/app/ignore"));
            RawClient other = send(busy, request("GET", "/app/ignore"));
            // Whichever comes second.
            Waiting.until("one is refused", () -> one.awaitInput(1) || other.awaitInput(1));
            RawClient refused = one.awaitInput(1) ? one : other;
            assertOverload(refused.response());
            refused.assertClosed();
            gates.forEach(Gate::open);
            assertThat((refused == one ? other : one).response().text()).isEqualTo("ignored\n");
        } finally {
            gates.forEach(Gate::open);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWaitsForTooLongIsRefused(boolean virtual) throws Exception {
        List<Gate> gates = new ArrayList<>();
        try (ServerUnderTest busy = start(virtual, Settings.queue(100, 300))) {
            occupy(busy, gates);
            assertOverload(send(busy, request("GET", "/app/ignore")).response());
            gates.forEach(Gate::open);
            // On a busy machine the thread may be free too late for the first one.
            Waiting.until(
                    "it is answered", () -> busy.get("/app/ignore").text().equals("ignored\n"));
        } finally {
            gates.forEach(Gate::open);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void uploadsThatDoNotComeAreNotCounted(boolean virtual) throws Exception {
        try (ServerUnderTest busy = start(virtual, LoadLimits.DEFAULTS)) {
            for (int i = 0; i < 3 * atOnce; i++) {
                send(busy, request("POST", "/app/echo", "Content-Length: 5") + "hel");
            }
            assertThat(busy.get("/app/ignore").text()).isEqualTo("ignored\n");
            for (AutoCloseable client : open) {
                assertThat(((RawClient) client).send("lo").response().text())
                        .endsWith("body=hello\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void clientsThatDoNotReadAreNotCounted(boolean virtual) throws Exception {
        try (ServerUnderTest busy = start(virtual, LoadLimits.DEFAULTS)) {
            for (int i = 0; i < 3 * atOnce; i++) {
                RawClient client = send(busy, request("GET", "/app/big?50000000"));
                assertThat(client.awaitInput(RawClient.PATIENCE)).isTrue();
            }
            assertThat(busy.get("/app/ignore").text()).isEqualTo("ignored\n");
            // So that the stop need not wait for them.
            for (AutoCloseable client : open) {
                ((RawClient) client).reset();
            }
        }
    }
}

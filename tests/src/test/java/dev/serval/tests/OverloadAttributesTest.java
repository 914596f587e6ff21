package dev.serval.tests;

import static dev.serval.http.Refusal.BODY_TIMEOUT;
import static dev.serval.http.Refusal.BODY_TOO_SLOW;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.connector.ConnectorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server.xml says about slow clients and about load is what clients see. */
final class OverloadAttributesTest {
    private static final String UPLOAD = request("POST", "/app/echo", "Content-Length: 100");

    @TempDir private Path base;

    private ServerUnderTest start(String executor, String attributes) throws IOException {
        Path file = base.resolve("server.xml");
        Files.writeString(
                file,
                "<Server><Service>"
                        + executor
                        + "<Connector port='0' address='localhost' "
                        + attributes
                        + "/><Engine name='E' defaultHost='localhost'><Host name='localhost'/>"
                        + "</Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        ConnectorConfig config = result.config().services().get(0).connectors().get(0).config();
        return ServerUnderTest.start(Wire.NIO, config);
    }

    @Test
    void minRequestDataRateCutsABodyThatDrips() throws Exception {
        try (ServerUnderTest server =
                        start("", "connectionTimeout='500' minRequestDataRate='5000'");
                RawClient client = server.connect()) {
            client.send(UPLOAD);
            boolean answered = false;
            for (int i = 0; i < 60 && !answered; i++) {
                client.send("x");
                answered = client.awaitInput(100);
            }
            Refused.assertRefusal(client.response(), BODY_TOO_SLOW);
        }
    }

    @Test
    void minResponseDataRateCutsASlowReader() throws Exception {
        try (ServerUnderTest server =
                        start("", "connectionTimeout='1200' minResponseDataRate='50000000'");
                RawClient client = RawClient.slow(Wire.NIO, server.port())) {
            client.send(request("GET", "/app/big?100000000"));
            Waiting.until("the server gives up", () -> !client.skip(16_384));
        }
    }

    @Test
    void connectionUploadTimeoutHoldsForBodiesWhenItIsNotDisabled() throws Exception {
        String times = "connectionTimeout='20000' connectionUploadTimeout='300' ";
        try (ServerUnderTest server = start("", times + "disableUploadTimeout='false'")) {
            Refused.by(server, UPLOAD + "hello", BODY_TIMEOUT);
        }
        try (ServerUnderTest server = start("", times);
                RawClient client = server.connect()) {
            client.send(UPLOAD + "hello");
            assertThat(client.awaitInput(800)).as("refused").isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"maxQueueSize='0'", "maxQueueTime='300'"})
    void whatFindsNoThreadIsRefused(String attribute) throws Exception {
        try (ServerUnderTest server = start("", "maxThreads='1' " + attribute);
                Gate gate = server.app().newGate();
                RawClient busy = server.connect()) {
            busy.send(request("GET", gate.path()));
            gate.awaitEntered();
            assertThat(server.get("/app/ignore").status()).isEqualTo(503);
            gate.open();
            assertThat(busy.response().text()).isEqualTo("passed\n");
        }
    }

    @Test
    void anExecutorNamesItsThreadsAndBoundsItsQueue() throws Exception {
        String executor = "<Executor name='x' namePrefix='mine-' maxThreads='1' maxQueueSize='0'/>";
        try (ServerUnderTest server = start(executor, "executor='x'");
                Gate gate = server.app().newGate();
                RawClient busy = server.connect()) {
            busy.send(request("GET", gate.path()));
            gate.awaitEntered();
            assertThat(Thread.getAllStackTraces().keySet())
                    .anyMatch(thread -> thread.getName().equals("mine-1"));
            assertThat(server.get("/app/ignore").status()).isEqualTo(503);
        }
    }

    @Test
    void aWorkerThatWasIdleForThreadsMaxIdleTimeEnds() throws Exception {
        String executor =
                "<Executor name='x' namePrefix='idle-' minSpareThreads='0' maxIdleTime='100'/>";
        try (ServerUnderTest server = start(executor, "executor='x'")) {
            assertThat(server.get("/app/ignore").text()).isEqualTo("ignored\n");
            Waiting.until(
                    "the worker ends",
                    () ->
                            Thread.getAllStackTraces().keySet().stream()
                                    .noneMatch(thread -> thread.getName().startsWith("idle-")));
        }
    }
}

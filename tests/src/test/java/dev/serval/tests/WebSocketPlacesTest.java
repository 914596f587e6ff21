package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions hold places of maxConnections, and are never closed for others. */
final class WebSocketPlacesTest {
    @TempDir Path temp;

    @Test
    void othersWaitUntilASessionEndsAndTheLogSaysSo() throws Exception {
        Path app = SocketApp.in(new AppDirectory(temp, "app")).file("f.txt", "file").root();
        try (ServerLog log = new ServerLog()) {
            AllWires.atOnce(wire -> full(wire, app, log));
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("SRV-0681"))
                    .hasSize((int) Wire.tested().stream().filter(w -> !w.tls()).count())
                    .allMatch(line -> line.contains("SRV-0681 All 2 places of"))
                    .allMatch(line -> line.contains("Raise maxConnections of the Connector"));
        }
    }

    private static void full(Wire wire, Path app, ServerLog log) throws Exception {
        if (wire.tls()) {
            return; // who waits has no handshake yet, and the test would wait with it
        }
        Settings settings = new Settings().maxConnections(2);
        try (Serval serval =
                        Serval.onPort(0)
                                .connector(unchanged -> settings.config(wire))
                                .webapp("/app", app)
                                .start();
                SocketClient one = SocketClient.open(wire, serval, "/app/echo")) {
            SocketClient other = SocketClient.open(wire, serval, "/app/echo");
            try (RawClient waits = new RawClient(wire, serval.port())) {
                waits.send(ServerUnderTest.request("GET", "/app/f.txt"));
                String name = " of http-" + wire.io().name().toLowerCase(Locale.ROOT) + "-";
                Waiting.until(
                        "what is stuck is told after a second",
                        () ->
                                log.lines().stream()
                                        .anyMatch(l -> l.contains("SRV-0681") && l.contains(name)));
                assertThat(waits.awaitInput(200)).as("answered").isFalse();
                assertThat(one.say("still here").next()).isEqualTo("still here");
                assertThat(other.say("still here").next()).isEqualTo("still here");
                other.close();
                assertThat(waits.response().text()).isEqualTo("file");
            }
            assertThat(one.say("still here").next()).isEqualTo("still here");
        }
    }
}

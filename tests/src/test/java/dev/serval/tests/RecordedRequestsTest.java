package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests a recording has. */
class RecordedRequestsTest {
    private static final Duration DEFAULT = Duration.ofMillis(10);
    // The recording's clock is another one.
    private static final Duration SPENT = DEFAULT.plusMillis(1);

    @TempDir Path directory;
    private Serval serval;
    private RawClient client;

    @BeforeEach
    void start() throws Exception {
        serval =
                Serval.onPort(0)
                        .servlet(
                                "/app",
                                "/",
                                new OneServlet.Given(
                                        (request, response) -> {
                                            long end = System.nanoTime() + SPENT.toNanos();
                                            while (System.nanoTime() - end < 0) {
                                                Thread.onSpinWait();
                                            }
                                            response.getWriter().print("done");
                                        }))
                        .start();
        client = new RawClient(Wire.NIO, serval.port());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        serval.close();
    }

    /**
     * The first of two requests of eleven milliseconds, which is over when the second is answered.
     */
    private List<RecordedEvent> recorded() throws IOException {
        Path file = directory.resolve("requests.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("serval.Request");
            recording.start();
            client.exchange(request("GET", "/app/first"));
            client.exchange(request("GET", "/app/second"));
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("serval.Request"))
                .filter(event -> event.getString("path").equals("/app/first"))
                .toList();
    }

    @Test
    void oneOfTenMillisecondsOrMoreByDefaultWithTheTimeThatItTook() throws Exception {
        List<RecordedEvent> recorded = recorded();
        assertThat(recorded).hasSize(1);
        assertThat(recorded.get(0).getDuration()).isGreaterThanOrEqualTo(DEFAULT);
        assertThat(FlightRecorder.getFlightRecorder().getEventTypes())
                .filteredOn(type -> type.getName().equals("serval.Request"))
                .flatExtracting(EventType::getSettingDescriptors)
                .filteredOn(setting -> setting.getName().equals("threshold"))
                .extracting(SettingDescriptor::getDefaultValue)
                .containsExactly("10 ms");
    }
}

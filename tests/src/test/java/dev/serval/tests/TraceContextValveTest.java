package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import dev.serval.valve.around.TraceContext;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MDC;

/** Where the trace of a request can be read that the TraceContextValve takes up or makes. */
class TraceContextValveTest {
    private static final String SENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final String FIELD = "traceparent: " + SENT;

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
                                        (request, response) ->
                                                response.getWriter()
                                                        .print(
                                                                request.getAttribute("traceparent")
                                                                        + " "
                                                                        + MDC.get("traceparent")
                                                                        + " "
                                                                        + MDC.get("traceId")
                                                                        + " "
                                                                        + MDC.get("parentId"))))
                        .valve(new TraceContext("traceparent", true))
                        .start();
        client = new RawClient(Wire.NIO, serval.port());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        serval.close();
    }

    private RawResponse answer(String... fields) throws Exception {
        return client.exchange(request("GET", "/app/", fields));
    }

    private static String seen(String trace) {
        return String.join(" ", trace, trace, trace.substring(3, 35), trace.substring(36, 52));
    }

    @Test
    void thatOfTheClientIsSeenByTheApplicationAndInTheResponse() throws Exception {
        RawResponse response = answer(FIELD);
        assertThat(response.field("traceparent")).isEqualTo(SENT);
        assertThat(response.text()).isEqualTo(seen(SENT));
    }

    @Test
    void ofTwoNoneCounts() throws Exception {
        RawResponse response = answer(FIELD, FIELD);
        assertThat(response.field("traceparent")).isNotEqualTo(SENT);
        assertThat(response.text()).isEqualTo(seen(response.field("traceparent")));
    }

    @Test
    void aRecordingHasWhatWasTakenUpOrMade() throws Exception {
        Path file = directory.resolve("requests.jfr");
        String made;
        try (Recording recording = new Recording()) {
            recording.enable("serval.Request").withoutThreshold();
            recording.start();
            made = answer().field("traceparent");
            answer(FIELD);
            // The one before is over when its connection has answered the next.
            answer(FIELD);
            recording.stop();
            recording.dump(file);
        }
        // A recording has the events of each thread together.
        List<String> recorded =
                RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().equals("serval.Request"))
                        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                        .map(TraceContextValveTest::trace)
                        .toList();
        assertThat(recorded).startsWith(made, SENT);
    }

    private static String trace(RecordedEvent event) {
        return event.getString("traceparent");
    }
}

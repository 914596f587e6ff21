package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.serval.connector.IoModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * The path of a request stays short: own frames on the stack of a plain GET, at the servlet and at
 * the write to the socket. Prints what it measures.
 */
@OnEveryWire
final class FramesTest {
    private static final int MOST = 8;
    // Within the write of the servlet, so that those that lead to it are below.
    private static final int WHOLE = 16;
    // A short call, once it is known as such, with the loop's thread below it.
    private static final int LOOP = 1;
    // A transport around the transport.
    private static final int TLS = 4;

    @TempDir Path directory;

    @Parameter ServerUnderTest server;

    @Test
    void fewFramesLeadToTheServlet() throws IOException {
        List<String> frames = List.of(server.get("/app/frames").text().split("\n"));
        report("at the servlet", frames);
        assertThat(frames).hasSizeLessThanOrEqualTo(MOST + loop());
    }

    @Test
    void fewFramesLeadFromAServletToTheSocket() throws Exception {
        List<String> frames = deepestWrite("/app/frames");
        report("at the socket write of a servlet", frames);
        assertThat(frames).hasSizeBetween(1, MOST + (server.wire().tls() ? TLS : 0));
    }

    @Test
    void fewFramesLeadFromAWholeResponseOfAServletToTheSocket() throws Exception {
        List<String> frames = deepestWrite("/app/frames?length");
        report("at the socket write of a servlet that has declared the length", frames);
        assertThat(frames).hasSizeBetween(1, WHOLE + loop() + (server.wire().tls() ? TLS : 0));
    }

    @Test
    void fewFramesLeadFromACachedFileToTheSocket() throws Exception {
        List<String> frames = deepestWrite("/hello.txt");
        report("at the socket write of a cached file", frames);
        assertThat(frames).hasSizeBetween(1, MOST + (server.wire().tls() ? TLS : 0));
    }

    private int loop() {
        return server.wire().io() == IoModel.NIO ? LOOP : 0;
    }

    /** The longest of the stacks with which the answers to that target went to a socket. */
    private List<String> deepestWrite(String target) throws Exception {
        assumeThat(server.wire().io())
                .as("no event tells of asynchronous writes")
                .isNotEqualTo(IoModel.NIO2);
        Path file = directory.resolve("writes.jfr");
        int clientPort;
        try (Recording recording = new Recording();
                RawClient client = server.connect()) {
            client.exchange(request("GET", target));
            client.exchange(request("GET", target));
            clientPort = client.localPort();
            recording
                    .enable("jdk.SocketWrite")
                    .withThreshold(Duration.ZERO)
                    .withStackTrace()
                    .with("throttle", "off");
            recording.start();
            for (int i = 0; i < 20; i++) {
                client.exchange(request("GET", target));
            }
            recording.stop();
            recording.dump(file);
        }
        List<String> deepest = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getEventType().getName().equals("jdk.SocketWrite")
                    && event.getInt("port") == clientPort
                    && event.getStackTrace() != null) {
                List<String> own = own(event.getStackTrace().getFrames());
                if (own.size() > deepest.size()) {
                    deepest = own;
                }
            }
        }
        Files.delete(file);
        return deepest;
    }

    private static List<String> own(List<RecordedFrame> frames) {
        List<String> own = new ArrayList<>();
        for (RecordedFrame frame : frames) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith("dev.serval.")
                    && !type.startsWith("dev.serval.tests.")
                    && !type.contains("$$Lambda")) {
                own.add(type + "." + frame.getMethod().getName());
            }
        }
        return own;
    }

    private void report(String where, List<String> frames) {
        System.out.println(server + ": " + frames.size() + " own frames " + where);
        frames.forEach(frame -> System.out.println("    " + frame));
    }
}

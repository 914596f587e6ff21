package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Fetches every file of a directory over kept connections and compares every byte. Stateless. */
final class Crawler {
    /** Requests that are under way on a connection at a time. */
    private static final int PIPELINED = 8;

    private Crawler() {}

    /** Returns how many files there were, all of them the same or, where they must be, 404. */
    static int crawl(Wire wire, int port, Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        try (RawClient client = new RawClient(wire, port)) {
            for (int at = 0; at < files.size(); at += PIPELINED) {
                List<Path> batch = files.subList(at, Math.min(files.size(), at + PIPELINED));
                StringBuilder requests = new StringBuilder();
                batch.forEach(file -> requests.append(request("GET", target(root, file))));
                client.send(requests.toString());
                for (Path file : batch) {
                    check(root, file, client.response());
                }
            }
        }
        return files.size();
    }

    private static void check(Path root, Path file, RawResponse response) throws IOException {
        Path relative = root.relativize(file);
        if (isPrivate(relative)) {
            assertThat(response.status()).as(file.toString()).isEqualTo(404);
            return;
        }
        if (relative.toString().endsWith(".jsp")) {
            // Never its source; nobody is there to run it.
            assertThat(response.status()).as(file.toString()).isEqualTo(501);
            assertThat(response.text()).as(file.toString()).doesNotContain("<%");
            return;
        }
        assertThat(response.status()).as(file.toString()).isEqualTo(200);
        assertThat(response.body()).as(file.toString()).isEqualTo(Files.readAllBytes(file));
        assertThat(response.field("Connection")).as("kept alive").isNull();
    }

    /** In WEB-INF or META-INF, at any depth. */
    private static boolean isPrivate(Path relative) {
        for (Path segment : relative) {
            if (segment.toString().equals("WEB-INF") || segment.toString().equals("META-INF")) {
                return true;
            }
        }
        return false;
    }

    private static String target(Path root, Path file) {
        return StreamSupport.stream(root.relativize(file).spliterator(), false)
                .map(segment -> encoded(segment.toString()))
                .collect(Collectors.joining("/", "/", ""));
    }

    private static String encoded(String segment) {
        StringBuilder text = new StringBuilder();
        for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
            boolean plain =
                    b >= 'a' && b <= 'z'
                            || b >= 'A' && b <= 'Z'
                            || b >= '0' && b <= '9'
                            || "-._~".indexOf(b) >= 0;
            text.append(plain ? "" + (char) b : String.format("%%%02X", b & 0xff));
        }
        return text.toString();
    }
}

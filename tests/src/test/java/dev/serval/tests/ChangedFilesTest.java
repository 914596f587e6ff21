package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the files that a running server serves; on one wire, since none can differ. */
class ChangedFilesTest {
    @TempDir private Path root;

    @Test
    void changesAreSeen() throws Exception {
        Path changed = root.resolve("changing.txt");
        Path deleted = root.resolve("vanishing.txt");
        for (Path file : new Path[] {changed, deleted}) {
            Files.writeString(file, "old");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_600_000_000_000L));
        }
        try (Serval serval = Serval.onPort(0).directory("/", root).start()) {
            String etag = get(serval, "/changing.txt").field("ETag");
            assertThat(get(serval, "/vanishing.txt").text()).isEqualTo("old");
            Files.writeString(changed, "newer");
            Files.delete(deleted);
            // One look at the disk is good for some seconds.
            Waiting.until("the change", () -> get(serval, "/changing.txt").text().equals("newer"));
            Waiting.until("the deletion", () -> get(serval, "/vanishing.txt").status() == 404);
            assertThat(get(serval, "/changing.txt").field("ETag")).isNotEqualTo(etag);
        }
    }

    private static RawResponse get(Serval serval, String target) throws Exception {
        try (RawClient client = new RawClient(serval.port())) {
            return client.exchange(ServerUnderTest.request("GET", target));
        }
    }
}

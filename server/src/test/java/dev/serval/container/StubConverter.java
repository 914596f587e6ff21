package dev.serval.container;

import dev.serval.extension.ApplicationConverter;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.util.List;

/** Adds a file that has the profile; fails, or does half of it, where files ask for that. */
final class StubConverter implements ApplicationConverter {
    @Override
    public String version() {
        return "stub 1";
    }

    @Override
    public Report convert(Task task) throws IOException {
        Files.copy(task.source(), task.target());
        try (FileSystem war = FileSystems.newFileSystem(task.target())) {
            if (Files.exists(war.getPath("/broken.txt"))) {
                throw new IOException("no luck");
            }
            Files.writeString(war.getPath("/converted.txt"), task.profile().name());
            boolean half = Files.exists(war.getPath("/part.txt"));
            List<String> failures = half ? List.of("part.txt: half") : List.of();
            return new Report(1, 2, 3, List.of("signed.jar"), failures);
        }
    }
}

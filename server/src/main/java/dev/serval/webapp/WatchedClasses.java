package dev.serval.webapp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directories whose files are classes of an application. Stateless. */
final class WatchedClasses {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedClasses.class);

    private WatchedClasses() {}

    static void add(Path application, Set<Path> directories) {
        directories.add(application.resolve("WEB-INF/lib"));
        Path classes = application.resolve("WEB-INF/classes");
        if (!Files.isDirectory(classes)) {
            return;
        }
        try (Stream<Path> all = Files.walk(classes)) {
            all.filter(Files::isDirectory).forEach(directories::add);
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{} changes while it is looked at: {}", classes, e.toString());
        }
    }
}

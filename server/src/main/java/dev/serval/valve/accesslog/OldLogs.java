package dev.serval.valve.accesslog;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the files of a log that are older than its {@code maxDays}. Used by the writer's thread
 * whenever a period begins. Only regular files whose names are those of the log's own periods are
 * removed.
 */
final class OldLogs {
    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

    private final LogFiles files;
    private final int days;
    private final InstantSource clock;

    /**
     * @param days 0 or less for ever
     */
    OldLogs(LogFiles files, int days, InstantSource clock) {
        this.files = files;
        this.days = days;
        this.clock = clock;
    }

    /** Failures are logged: lines are more important. */
    void remove(Path current) {
        if (days <= 0) {
            return;
        }
        long oldest = clock.instant().minus(Duration.ofDays(days)).toEpochMilli();
        int failed = 0;
        IOException why = null;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(files.directory())) {
            for (Path file : all) {
                if (file.equals(current) || !files.isOurs(file.getFileName().toString())) {
                    continue;
                }
                try {
                    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            && Files.getLastModifiedTime(file).toMillis() < oldest) {
                        Files.deleteIfExists(file);
                    }
                } catch (IOException e) {
                    failed++;
                    why = e;
                }
            }
        } catch (IOException e) {
            failed++;
            why = e;
        }
        if (why != null) {
            LOG.warn(
                    "SRV-0781 {} old files of the access log in {} could not be removed: {}",
                    failed,
                    files.directory(),
                    why.toString());
        }
    }
}

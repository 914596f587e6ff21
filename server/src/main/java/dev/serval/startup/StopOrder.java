package dev.serval.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long {@code bin/serval.sh stop SECONDS} lets requests in flight finish: a signal carries no
 * number, so a file beside the PID file contains it, {@code PID SECONDS [1]}, with a 1 for {@code
 * -force}. Stateless.
 *
 * <p>The file counts only when it was written for this process within the last minute, by the user
 * of this process or by root, and when no other user can write it.
 */
final class StopOrder {
    private static final Logger LOG = LoggerFactory.getLogger(StopOrder.class);

    private static final Pattern FORM = Pattern.compile("([0-9]{1,18}) ([0-9]{1,6}) ?(1?)\\s*");
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final int LARGEST = 100;

    private StopOrder() {}

    /** The file of the order for the process of a PID file. */
    static Path beside(Path pidFile) {
        return pidFile.resolveSibling(pidFile.getFileName() + ".stop");
    }

    /**
     * How long requests may take; null if there is no order. Deletes the file.
     *
     * @param pidFile of this process, as this process has written it
     */
    static Duration take(Path pidFile) {
        Path file = beside(pidFile);
        try {
            Map<String, Object> found =
                    Files.readAttributes(
                            file,
                            "unix:uid,isRegularFile,size,permissions,lastModifiedTime",
                            LinkOption.NOFOLLOW_LINKS);
            Instant written = ((FileTime) found.get("lastModifiedTime")).toInstant();
            String text =
                    isTrusted(found, Files.getAttribute(pidFile, "unix:uid"))
                            ? Files.readString(file)
                            : "";
            Files.delete(file);
            return written.plus(FRESH).isBefore(Instant.now()) ? null : parse(text);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            LOG.warn("SRV-0560 {} cannot be read: {}", file, e.toString());
            return null;
        }
    }

    private static boolean isTrusted(Map<String, Object> file, Object own) {
        boolean ours = file.get("uid").equals(own) || file.get("uid").equals(0);
        Set<?> permissions = (Set<?>) file.get("permissions");
        return ours
                && (boolean) file.get("isRegularFile")
                && (long) file.get("size") <= LARGEST
                && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** The order; null if it is not for this process. */
    private static Duration parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || Long.parseLong(form.group(1)) != ProcessHandle.current().pid()) {
            return null;
        }
        Duration seconds = Duration.ofSeconds(Long.parseLong(form.group(2)));
        // The process is killed after these seconds; applications need some of them for their end.
        return form.group(3).isEmpty() ? seconds : seconds.multipliedBy(4).dividedBy(5);
    }
}

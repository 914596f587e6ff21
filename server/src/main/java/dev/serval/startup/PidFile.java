package dev.serval.startup;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that tells {@code bin/shutdown.sh} which process to stop: the process id and a line end.
 * Thread-safe. It is written once no problem of the start is known, and deleted at the end; one
 * that a killed server left behind is replaced.
 */
final class PidFile {
    private static final Logger LOG = LoggerFactory.getLogger(PidFile.class);

    private final Path path;
    private final String content = ProcessHandle.current().pid() + "\n";

    private PidFile(Path path) {
        this.path = path;
    }

    /**
     * Writes the file.
     *
     * @throws StartFailure if it belongs to a running server, or cannot be written
     */
    static PidFile claim(Path path) {
        PidFile file = new PidFile(path);
        try {
            Path directory = path.toAbsolutePath().getParent();
            Files.createDirectories(directory);
            try {
                file.write();
            } catch (FileAlreadyExistsException e) {
                file.requireStale();
                Files.delete(path);
                file.write();
            }
            Files.deleteIfExists(StopOrder.beside(path)); // for a process that has ended
            Files.deleteIfExists(file.untilFile());
            return file;
        } catch (IOException e) {
            throw new StartFailure(
                    "SRV-0803 The PID file "
                            + path
                            + " cannot be written: "
                            + e.getMessage()
                            + ". Set SERVAL_PID.");
        }
    }

    /**
     * How long requests may take according to the order to stop this process; null if there is
     * none.
     */
    Duration stopOrder() {
        return StopOrder.take(path);
    }

    /**
     * Tells the scripts how long the stop may take, by a file beside this one with the second of
     * its end (since 1970), so that they wait.
     */
    void expectEnd(Duration left) {
        try {
            long second = Instant.now().plus(left).getEpochSecond() + 1;
            Files.writeString(untilFile(), second + "\n");
        } catch (IOException e) {
            // The scripts wait for the usual time.
            LOG.debug("{} cannot be written", untilFile(), e);
        }
    }

    private Path untilFile() {
        return path.resolveSibling(path.getFileName() + ".until");
    }

    /** Deletes the file if it is still that of this process. */
    void release() {
        try {
            Files.deleteIfExists(untilFile());
            if (Files.readString(path).equals(content)) {
                Files.delete(path);
            }
        } catch (IOException e) {
            // It was removed already, or cannot be removed; at the end of the process this cannot
            // be reported.
        }
    }

    private void write() throws IOException {
        Files.writeString(path, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private void requireStale() throws IOException {
        String text = Files.readString(path).trim();
        if (!text.matches("[0-9]{1,18}")) {
            return;
        }
        long pid = Long.parseLong(text);
        boolean lives =
                pid != ProcessHandle.current().pid()
                        && ProcessHandle.of(pid)
                                .flatMap(process -> process.info().commandLine())
                                .filter(line -> line.contains(Main.class.getName()))
                                .isPresent();
        if (lives) {
            throw new StartFailure(
                    "SRV-0804 Serval runs already (PID " + pid + " in " + path + ").");
        }
    }
}

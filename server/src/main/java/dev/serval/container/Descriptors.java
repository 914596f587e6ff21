package dev.serval.container;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.net.SocketConfig;
import dev.serval.thread.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file descriptors of this process according to the operating system: each connection uses one,
 * as does each open file. Immutable.
 *
 * @param most the limit of the process
 * @param open those in use
 */
record Descriptors(long most, long open) {
    private static final Logger LOG = LoggerFactory.getLogger(Descriptors.class);

    private static final String LIMIT = "Max open files";

    /** For files being sent, logs, archives of classes, and files of applications. */
    static final int SPARE = 64;

    // Connectors without a limit count with the default.
    private static final int UNLIMITED = SocketConfig.DEFAULTS.maxConnections();

    /** Those of this process; empty if the system reports none, or has no limit. */
    static Optional<Descriptors> ofThisProcess() {
        return of(Path.of("/proc/self"));
    }

    /**
     * From the files of Linux.
     *
     * @param process its directory below {@code /proc}
     */
    static Optional<Descriptors> of(Path process) {
        try (BufferedReader limits = Files.newBufferedReader(process.resolve("limits"))) {
            // Loops, since streams with lambdas slow a start by 10 ms.
            for (String line = limits.readLine(); line != null; line = limits.readLine()) {
                // Max open files            1024                 524288               files
                if (line.startsWith(LIMIT)) {
                    String most = line.substring(LIMIT.length()).strip().split(" ", 2)[0];
                    return most.equals("unlimited")
                            ? Optional.empty()
                            : Optional.of(new Descriptors(Long.parseLong(most), open(process)));
                }
            }
        } catch (IOException | RuntimeException e) {
            // Another system, or one that hides the limit: problems are logged when they happen.
            LOG.debug("the limit of descriptors is not known", e);
        }
        return Optional.empty();
    }

    private static long open(Path process) throws IOException {
        long count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path each : all) {
                count++;
            }
        }
        return count;
    }

    /** Warns if open connectors may use more than the limit. */
    void compare(List<Connector> connectors) {
        long wanted = 0;
        for (Connector connector : connectors) {
            if (connector.started()) {
                wanted += connections(connector.config());
            }
        }
        warning(wanted).ifPresent(LOG::warn);
    }

    /** The warning for that many connections. */
    Optional<String> warning(long wanted) {
        long own = open + SPARE;
        if (wanted + own <= most) {
            return Optional.empty();
        }
        long room = Math.max(1, most - own);
        return Optional.of(
                "SRV-0943 maxConnections allows "
                        + wanted
                        + " connections in all, but the process may have "
                        + most
                        + " descriptors, of which the server itself needs about "
                        + own
                        + ": from about "
                        + room
                        + " connections on none can be accepted. Raise the limit to "
                        + (wanted + own)
                        + " (ulimit -n, or LimitNOFILE of systemd), or set maxConnections of the"
                        + " Connectors to "
                        + room
                        + " together");
    }

    /** The limit of connections of a connector. */
    private static long connections(ConnectorConfig config) {
        long most =
                config.sockets().maxConnections() <= 0
                        ? UNLIMITED
                        : config.sockets().maxConnections();
        boolean threads = config.io() == IoModel.BIO && !Threads.haveVirtual();
        return threads ? Math.min(most, config.load().threads().maxThreads()) : most;
    }
}

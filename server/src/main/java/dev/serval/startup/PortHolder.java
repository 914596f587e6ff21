package dev.serval.startup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Says which process listens on a port, as far as {@code /proc} on Linux shows it. Stateless. */
final class PortHolder {
    private static final String LISTEN = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private PortHolder() {}

    /** For example {@code java (PID 4711)}; null if it cannot be found. */
    static String of(int port) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            try {
                for (String line : Files.readAllLines(Path.of(table))) {
                    String inode = listener(line, port);
                    if (inode != null) {
                        sockets.add("socket:[" + inode + "]");
                    }
                }
            } catch (IOException e) {
                // Another system, or no IPv6: this table does not exist.
            }
        }
        return sockets.isEmpty() ? null : owner(sockets);
    }

    /** The inode of the socket that a line of the table shows, if it listens on the port. */
    static String listener(String line, int port) {
        String[] words = line.trim().split("\\s+");
        String suffix = ":" + String.format(Locale.ROOT, "%04X", port);
        boolean listens =
                words.length > INODE
                        && words[STATE].equals(LISTEN)
                        && words[LOCAL_ADDRESS].endsWith(suffix);
        return listens ? words[INODE] : null;
    }

    private static String owner(Set<String> sockets) {
        try (DirectoryStream<Path> processes =
                Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, sockets)) {
                    String name = Files.readString(process.resolve("comm")).trim();
                    return name + " (PID " + process.getFileName() + ")";
                }
            }
        } catch (IOException e) {
            // The process has ended meanwhile; the name is not essential.
        }
        return null;
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : open) {
                if (sockets.contains(Files.readSymbolicLink(descriptor).toString())) {
                    return true;
                }
            }
        } catch (IOException e) {
            // Not readable, or gone.
        }
        return false;
    }
}

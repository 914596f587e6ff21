package dev.serval.benchmarks;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A PostgreSQL of the system's package, with data of its own. Owned by the driver's thread. */
final class PostgresProcess implements AutoCloseable {
    private static final Path PACKAGE = Path.of("/usr/lib/postgresql");
    static final String USER = "bench";

    private final Path bin;
    private final Path data;
    private final int port;

    private PostgresProcess(Path bin, Path data, int port) {
        this.bin = bin;
        this.data = data;
        this.port = port;
    }

    static PostgresProcess start(Path data) throws IOException, InterruptedException {
        Path bin;
        try (Stream<Path> versions = Files.list(PACKAGE)) {
            bin =
                    versions.map(version -> version.resolve("bin"))
                            .filter(each -> Files.isExecutable(each.resolve("initdb")))
                            .max(Comparator.naturalOrder())
                            .orElseThrow(() -> new IOException("no PostgreSQL in " + PACKAGE));
        }
        Files.createDirectories(data);
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        PostgresProcess made = new PostgresProcess(bin, data, port);
        if (isRoot()) {
            call(List.of("chown", "nobody", data.toString()));
        }
        made.as("initdb", "-D", data + "/db", "-U", USER, "-A", "trust", "--no-sync");
        made.as(
                "pg_ctl",
                "start",
                "-w",
                "-D",
                data + "/db",
                "-l",
                data + "/log",
                "-o",
                "-p " + port + " -k " + data + " -c listen_addresses=127.0.0.1");
        return made;
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** PostgreSQL refuses to run as root. */
    private void as(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup"));
            command.add("--clear-groups");
        }
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(arguments));
        call(command);
    }

    private static void call(List<String> command) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(Path.of("/").toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, "");
    }

    @Override
    public void close() throws IOException, InterruptedException {
        as("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data + "/db");
    }
}

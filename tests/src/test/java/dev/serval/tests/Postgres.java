package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PostgreSQL of the system's package, with data of its own. Used by one thread. */
final class Postgres implements AutoCloseable {
    static final String USER = "shop";
    static final String PASSWORD = "right-word";

    private static final Path PACKAGE = Path.of("/usr/lib/postgresql");
    private static final long PATIENCE_SECONDS = 60;

    private final Path bin;
    private final Path data;
    private final int port;

    private Postgres(Path bin, Path data, int port) {
        this.bin = bin;
        this.data = data;
        this.port = port;
    }

    /** The programs of the newest one that is installed. */
    static Optional<Path> installed() throws IOException {
        if (!Files.isDirectory(PACKAGE)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(PACKAGE)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        }
    }

    /** Serves when this returns. */
    static Postgres start(Path bin) throws Exception {
        Path data = Files.createTempDirectory("serval-postgres");
        Path password = Files.writeString(data.resolve("password"), PASSWORD);
        int port = FreePort.find();
        Postgres postgres = new Postgres(bin, data, port);
        if (isRoot()) {
            postgres.run("chown", "-R", "nobody", data.toString());
        }
        postgres.as(
                "initdb",
                "-D",
                data + "/db",
                "-U",
                USER,
                "--pwfile=" + password,
                "-A",
                "scram-sha-256",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync");
        postgres.serve();
        return postgres;
    }

    /** Serves again after {@link #halt}. */
    void serve() throws Exception {
        as(
                "pg_ctl",
                "start",
                "-w",
                "-D",
                data + "/db",
                "-l",
                data + "/log",
                "-o",
                "-p " + port + " -k " + data + " -c listen_addresses=127.0.0.1 -c fsync=off");
    }

    /** Ends as by a power cut; what was committed stays. */
    void halt() throws Exception {
        as("pg_ctl", "stop", "-w", "-m", "immediate", "-D", data + "/db");
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** PostgreSQL refuses to run as root. */
    private void as(String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup"));
            command.add("--clear-groups");
        }
        command.add(bin.resolve(program).toString());
        command.addAll(List.of(arguments));
        run(command.toArray(String[]::new));
    }

    private void run(String... command) throws Exception {
        Path output = Files.createTempFile("serval-postgres", ".out");
        Process process =
                new ProcessBuilder(command)
                        .directory(data.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        Files.delete(output);
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    int port() {
        return port;
    }

    /** A connection that is no pool's. */
    Connection connect() throws SQLException {
        return connect("postgres");
    }

    /** The same to another database. */
    Connection connect(String database) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", USER);
        login.setProperty("password", PASSWORD);
        // Not by the DriverManager: who has used it first has decided which drivers it knows.
        String other = url().replaceFirst("[^/]*$", database);
        return new org.postgresql.Driver().connect(other, login);
    }

    @Override
    public void close() throws Exception {
        halt();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

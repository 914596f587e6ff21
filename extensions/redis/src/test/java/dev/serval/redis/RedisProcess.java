package dev.serval.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Redis of the system's package, on loopback, in a directory of its own. Used by one thread. */
final class RedisProcess implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/redis-server");
    private static final long PATIENCE_SECONDS = 20;

    private final Path directory;
    private final List<String> command;
    private final int port;
    private Process process;

    private RedisProcess(Path directory, int port, List<String> command) {
        this.directory = directory;
        this.port = port;
        this.command = command;
    }

    static boolean installed() {
        return Files.isExecutable(PROGRAM);
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Accepts connections when this returns. */
    static RedisProcess start(Path directory, String... more) throws Exception {
        int port = freePort();
        return start(directory, port, "--port", String.valueOf(port), more);
    }

    static RedisProcess startTls(Path directory, String... more) throws Exception {
        int port = freePort();
        List<String> all = new ArrayList<>(List.of(more));
        all.addAll(0, List.of("--tls-port", String.valueOf(port)));
        return start(directory, port, "--port", "0", all.toArray(String[]::new));
    }

    /**
     * @param more further arguments; a first one that is a file is a configuration
     */
    static RedisProcess start(Path directory, int port, String option, String value, String... more)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString()));
        List<String> arguments = new ArrayList<>(List.of(more));
        if (!arguments.isEmpty() && arguments.get(0).startsWith("/")) {
            command.add(arguments.remove(0));
        }
        command.addAll(List.of(option, value));
        command.addAll(List.of("--bind", "127.0.0.1", "--save", "", "--daemonize", "no"));
        command.addAll(arguments);
        Files.createDirectories(directory);
        RedisProcess redis = new RedisProcess(directory, port, command);
        redis.start();
        return redis;
    }

    void start() throws Exception {
        process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("redis.log").toFile())
                        .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!accepts()) {
            assertThat(process.isAlive()).as(() -> "redis-server runs: " + log()).isTrue();
            assertThat(System.nanoTime()).as("redis-server in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("redis.log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    void stop() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** It goes on existing and answers nothing. */
    void freeze(boolean on) throws Exception {
        Process kill =
                new ProcessBuilder("kill", on ? "-STOP" : "-CONT", String.valueOf(process.pid()))
                        .start();
        assertThat(kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }
}

package dev.serval.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A Redis of the system's package, which writes each change to its disk, as cluster.html has it.
 * Owned by the driver's thread.
 */
final class RedisProcess implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    private final Process process;
    private final int port;

    private RedisProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static RedisProcess start(Path data) throws IOException, InterruptedException {
        Files.createDirectories(data);
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Process process =
                new ProcessBuilder(
                                "redis-server",
                                "--port",
                                Integer.toString(port),
                                "--bind",
                                "127.0.0.1",
                                "--dir",
                                data.toString(),
                                "--appendonly",
                                "yes",
                                "--appendfsync",
                                "always")
                        .redirectErrorStream(true)
                        .redirectOutput(data.resolve("log").toFile())
                        .start();
        RedisProcess made = new RedisProcess(process, port);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!made.answers()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                process.destroyForcibly();
                throw new IOException("redis-server: " + Files.readString(data.resolve("log")));
            }
            Thread.sleep(20);
        }
        return made;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}

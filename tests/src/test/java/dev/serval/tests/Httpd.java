package dev.serval.tests;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Apache httpd, Debian's package apache2, as a test configures it. Used by one thread. */
final class Httpd implements AutoCloseable {
    private static final int ATTEMPTS = 5;

    private final Process process;
    private final int port;

    private Httpd(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Leaves the test out where it is not installed. */
    static void require() {
        assumeThat(FrontProgram.HTTPD.isInstalled()).as("Debian's package apache2").isTrue();
    }

    /**
     * Starts it on a port that is free.
     *
     * @param base whose files its workers may read
     * @param modules their names, separated by blanks
     * @param rules the rest of its configuration
     */
    static Httpd start(Path base, String modules, String rules) throws Exception {
        Path own = Files.createDirectories(base.resolve("front"));
        // Its workers are not the user who starts it.
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = FreePort.find();
            String config = "Listen 127.0.0.1:" + port + "\n" + rules;
            Process process = FrontProgram.HTTPD.start(own, config, modules);
            Waiting.until("httpd", () -> !process.isAlive() || answers(port));
            if (process.isAlive()) {
                return new Httpd(process, port);
            }
        }
        throw new AssertionError(Files.readString(own.resolve("front.log")));
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() throws InterruptedException {
        FrontProgram.stop(process);
    }
}

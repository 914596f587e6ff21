package dev.serval.startup;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Checks whether a port of this server accepts connections. Stateless. It opens one, sends nothing
 * and closes it, so that no log mentions it.
 */
final class Probe {
    private static final long LOOK_NANOS = 500_000;

    private Probe() {}

    /**
     * True if a connection could be opened, and has been taken within the time.
     *
     * @param taken whether the connector has a connection
     */
    static boolean answers(SocketAddress address, BooleanSupplier taken, Duration within) {
        long end = System.nanoTime() + within.toNanos();
        try (AutoCloseable open = open(address, within)) {
            // The system accepts connections as soon as the port is open; the connector does not
            // report them.
            while (!taken.getAsBoolean()) {
                if (System.nanoTime() - end > 0) {
                    return false;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            return true;
        } catch (Exception e) {
            // The port does not answer.
            return false;
        }
    }

    private static AutoCloseable open(SocketAddress address, Duration within) throws IOException {
        if (address instanceof UnixDomainSocketAddress) {
            return SocketChannel.open(address);
        }
        Socket socket = new Socket(Proxy.NO_PROXY); // it is a port of this server
        try {
            socket.connect(address, Math.toIntExact(within.toMillis()));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}

package dev.serval.startup;

import dev.serval.config.StopConfig;
import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tomcat's TCP port at which a word stops the server: a loopback address, one connection at a time,
 * which is read for a few seconds and bytes at most, and gets no answer. Thread-safe.
 */
final class ShutdownPort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownPort.class);
    private static final int QUEUE = 10;
    private static final int MOST_BYTES = 1024;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocket listening;
    private final byte[] word;
    private final long patience;
    private final Runnable stop;
    private final TurnGuard guard = new TurnGuard("The shutdown port");

    private ShutdownPort(ServerSocket listening, String word, long patience, Runnable stop) {
        this.listening = listening;
        this.word = word.getBytes(StandardCharsets.ISO_8859_1);
        this.patience = patience;
        this.stop = stop;
    }

    /**
     * Opens the port; a port that cannot be opened is logged, and the server runs without it.
     *
     * @param config null if there is none
     * @param stop called once the word has come
     */
    static void open(StopConfig.ShutdownPort config, Runnable stop) {
        if (config == null) {
            return;
        }
        try {
            ShutdownPort port = open(config, TimeUnit.SECONDS.toNanos(10), stop);
            LOG.info("The shutdown port is {} of {}", port.number(), config.address());
        } catch (IOException e) {
            LOG.error(
                    "SRV-0762 {}: the shutdown port {} cannot be opened: {}; a signal or"
                            + " bin/shutdown.sh stops the server",
                    config.at(),
                    config,
                    e.getMessage());
        }
    }

    /**
     * @param patience nanoseconds for the word to come
     * @throws IOException if the port is taken, or the address is not one of this machine alone
     */
    static ShutdownPort open(StopConfig.ShutdownPort config, long patience, Runnable stop)
            throws IOException {
        InetAddress address = InetAddress.getByName(config.address());
        if (!address.isLoopbackAddress()) {
            throw new IOException(address + " is no loopback address");
        }
        ServerSocket listening = new ServerSocket();
        try {
            listening.setReuseAddress(true);
            listening.bind(new InetSocketAddress(address, config.port()), QUEUE);
            ShutdownPort port = new ShutdownPort(listening, config.word(), patience, stop);
            Thread thread = Threads.platform("serval-shutdown-port-").newThread(port::listen);
            thread.setDaemon(true);
            thread.start();
            return port;
        } catch (IOException | RuntimeException | Error e) {
            listening.close();
            throw e;
        }
    }

    /** The port that it listens on. */
    int number() {
        return listening.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                takeClients();
                return;
            } catch (Throwable e) {
                guard.failed(e); // memory has run out
            }
        }
    }

    /** Accepts clients until the word has come, or the port is closed. */
    private void takeClients() {
        while (!listening.isClosed()) {
            try (Socket client = listening.accept()) {
                guard.passed();
                if (said(client)) {
                    LOG.info("The word came to the shutdown port: the server stops");
                    stop.run();
                    return;
                }
            } catch (SocketTimeoutException e) {
                LOG.warn("SRV-0763 Nothing came to the shutdown port within its time");
            } catch (IOException | RuntimeException e) {
                if (!listening.isClosed()) {
                    LOG.warn("SRV-0764 The shutdown port has failed; it goes on", e);
                    LockSupport.parkNanos(PAUSE_NANOS); // the next one may fail at once, too
                }
            }
        }
    }

    private boolean said(Socket client) throws IOException {
        byte[] text = read(client);
        // Takes the same time for any input.
        if (MessageDigest.isEqual(text, word)) {
            return true;
        }
        // The input is not logged: it may be the word, mistyped.
        LOG.warn(
                "SRV-0765 Something else than the word came to the shutdown port, {} bytes from {}",
                text.length,
                client.getRemoteSocketAddress());
        return false;
    }

    /** Reads up to a control character, as Tomcat does. */
    private byte[] read(Socket client) throws IOException {
        long end = System.nanoTime() + patience;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        InputStream in = client.getInputStream();
        while (text.size() < MOST_BYTES) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new SocketTimeoutException();
            }
            client.setSoTimeout((int) left);
            int next = in.read();
            if (next < 32 || next == 127) {
                break;
            }
            text.write(next);
        }
        return text.toByteArray();
    }
}

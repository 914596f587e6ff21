package dev.serval.ops;

import dev.serval.net.AddressBlocks;
import dev.serval.net.UnixSocket;
import dev.serval.thread.Threads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening sockets of the ops endpoint, and the threads that answer there. Thread-safe; starts
 * once and stops once. A few threads of its own take one connection after the other, each for one
 * request, which has to arrive in time: so no load of the server can keep them busy, and a client
 * that sends nothing holds one of them for seconds only.
 */
public final class OpsEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(OpsEndpoint.class);
    private static final int BACKLOG = 50;

    private final OpsSettings settings;
    private final OpsPages pages;
    private final List<ServerSocketChannel> listening = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<OpsThread> running = new ArrayList<>();
    private Runnable removal = () -> {};
    private volatile int port = -1;

    public OpsEndpoint(OpsSettings settings, OpsPages pages) {
        this.settings = settings;
        this.pages = pages;
    }

    /**
     * Listens. A socket or port that cannot be opened is logged, and the server goes on without it.
     */
    public synchronized void start() {
        if (settings.socket() != null) {
            attempt("the socket " + settings.socket(), this::openSocket);
        }
        if (settings.port() >= 0) {
            attempt("port " + settings.port(), this::openPort);
        }
        if (listening.isEmpty()) {
            return;
        }
        ThreadFactory factory = Threads.platform("serval-ops-");
        for (int i = 0; i < settings.threads(); i++) {
            try {
                OpsThread turns = new OpsThread(listening, pages, new Guests(settings), i == 0);
                Thread thread = factory.newThread(turns);
                thread.start();
                running.add(turns);
                threads.add(thread);
            } catch (IOException e) {
                LOG.warn("SRV-0741 A thread of the ops endpoint cannot begin: {}", e.toString());
            }
        }
    }

    private interface Opening {
        void open() throws IOException;
    }

    private static void attempt(String place, Opening opening) {
        try {
            opening.open();
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn(
                    "SRV-0740 The ops endpoint does not listen on {}: {}; the server goes on"
                            + " without it",
                    place,
                    e.getMessage());
        }
    }

    private void openSocket() throws IOException {
        Path path = settings.socket();
        if (path.getParent() != null) {
            Files.createDirectories(path.getParent());
        }
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean bound = false;
        try {
            removal =
                    new UnixSocket(path, UnixSocket.OWNER_ONLY, null, null).bind(channel, BACKLOG);
            bound = true;
        } finally {
            if (!bound) {
                channel.close();
            }
        }
        listening.add(channel);
    }

    private void openPort() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        boolean bound = false;
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(
                    new InetSocketAddress(
                            AddressBlocks.address(settings.address()), settings.port()),
                    BACKLOG);
            bound = true;
        } finally {
            if (!bound) {
                channel.close();
            }
        }
        port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
        listening.add(channel);
        LOG.info("The ops endpoint listens on {} port {}", settings.address(), port);
    }

    /** The port that it listens on; -1 if there is none. */
    public int port() {
        return port;
    }

    /** Stops listening; answers in progress are completed. Waits for seconds at most. */
    public synchronized void stop() {
        running.forEach(OpsThread::end);
        for (ServerSocketChannel channel : listening) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.debug("A socket of the ops endpoint was not closed: {}", e.toString());
            }
        }
        removal.run();
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join(OpsThread.LONGEST_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        listening.clear();
        threads.clear();
        running.clear();
    }
}

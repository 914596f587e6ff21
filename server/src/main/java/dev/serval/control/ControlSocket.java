package dev.serval.control;

import dev.serval.http.LogText;
import dev.serval.net.UnixSocket;
import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Unix domain socket where a running server takes orders: only the user of the process may
 * connect. Thread-safe. A few orders are carried out at a time, each on a thread of its own.
 */
public final class ControlSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);
    private static final Logger AUDIT = LoggerFactory.getLogger("dev.serval.operations.audit");
    private static final int AT_ONCE = 8;
    private static final int BACKLOG = 50;
    private static final int MOST_BYTES = 4096;
    private static final int MOST_ARGUMENTS = 16;
    private static final int LONGEST_SHOWN = 200;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final ServerSocketChannel listening;
    private final Runnable removal;
    private final Map<String, Order> orders;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final ThreadFactory threads = Threads.platform("serval-control-");
    private final TurnGuard guard;

    private ControlSocket(
            ServerSocketChannel listening,
            Runnable removal,
            Map<String, Order> orders,
            TurnGuard guard) {
        this.guard = guard;
        this.listening = listening;
        this.removal = removal;
        this.orders = new TreeMap<>(orders);
    }

    /** The socket of a server. */
    public static Path in(Path temp) {
        return temp.resolve("control.sock");
    }

    /**
     * Opens the socket. A socket that a killed server has left is replaced; that of a running
     * server is not.
     *
     * @param orders by their names
     * @throws IOException if it cannot be opened, for example because its name is too long
     */
    public static ControlSocket open(Path path, Map<String, Order> orders) throws IOException {
        return open(path, orders, new TurnGuard("The control socket"));
    }

    static ControlSocket open(Path path, Map<String, Order> orders, TurnGuard guard)
            throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            Runnable removal =
                    new UnixSocket(path, UnixSocket.OWNER_ONLY, null, null)
                            .bind(listening, BACKLOG);
            ControlSocket socket = new ControlSocket(listening, removal, orders, guard);
            socket.threads.newThread(socket::listen).start();
            return socket;
        } catch (IOException | RuntimeException | Error e) {
            listening.close();
            throw e;
        }
    }

    private void listen() {
        while (listening.isOpen()) {
            try {
                takeClients();
            } catch (Throwable e) {
                guard.failed(e); // memory or threads have run out
            }
        }
    }

    private void takeClients() {
        boolean told = false; // whether the first of failures in a row is logged
        while (listening.isOpen()) {
            try {
                SocketChannel client = listening.accept();
                guard.passed();
                told = false;
                if (places.tryAcquire()) {
                    begin(client);
                } else {
                    client.close(); // the client says that the server did not answer
                }
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException | RuntimeException e) {
                if (!told) {
                    told = true;
                    LOG.warn("SRV-0767 The control socket has failed; it goes on", e);
                }
                LockSupport.parkNanos(PAUSE); // the next one may fail at once, too
            }
        }
    }

    private void begin(SocketChannel client) throws IOException {
        boolean begun = false;
        try {
            threads.newThread(() -> serve(client)).start();
            begun = true;
        } finally {
            if (!begun) {
                places.release();
                client.close();
            }
        }
    }

    private void serve(SocketChannel client) {
        // Both are closed: the line may fail to open its selector.
        try (client;
                ControlLine line = new ControlLine(client, PATIENCE)) {
            List<String> words = new ArrayList<>();
            for (String word; (word = line.receive(MOST_BYTES)) != null; ) {
                if (words.size() == MOST_ARGUMENTS) {
                    throw new IOException("too many arguments");
                }
                words.add(word);
            }
            int code = words.isEmpty() ? Order.NOT_UNDERSTOOD : obey(words, line);
            line.send(ControlLine.EXIT + code);
        } catch (IOException | RuntimeException e) {
            LOG.debug("An order was given up", e);
        } catch (Throwable e) {
            guard.note(e);
        } finally {
            places.release();
        }
    }

    private int obey(List<String> words, ControlLine line) throws IOException {
        Order order = orders.get(words.get(0));
        if (order == null) {
            line.send("The server knows no order " + words.get(0));
            return Order.NOT_UNDERSTOOD;
        }
        List<String> arguments = words.subList(1, words.size());
        int code = Order.FAILED;
        try {
            code = order.run(arguments, text -> told(line, text));
        } catch (Exception e) {
            line.send(e.getMessage() == null ? e.toString() : e.getMessage());
        } finally {
            if (!order.isTold(arguments)) {
                AUDIT.info(
                        "SRV-0770 serval.sh: {}: {}",
                        LogText.shown(String.join(" ", words), LONGEST_SHOWN, ""),
                        code == Order.DONE ? "done" : "failed");
            }
        }
        return code;
    }

    /** A client that goes away does not keep an order from being carried out. */
    private static void told(ControlLine line, String text) {
        try {
            line.send(text);
        } catch (IOException e) {
            LOG.debug("A client does not hear: {}", text);
        }
    }

    /**
     * Accepts no more orders; those in progress end by themselves. The file stays if it is that of
     * another server by now.
     */
    @Override
    public void close() throws IOException {
        listening.close();
        removal.run();
    }
}

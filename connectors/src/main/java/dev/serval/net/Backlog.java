package dev.serval.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of a port that is about to end, whose connections would be reset with it. Thread-safe.
 * How many there are the system does not say: a connection of our own comes after all of them. If
 * the queue is full, it finds no room, and the wait ends when nobody has come for a while.
 */
final class Backlog {
    /**
     * How long to wait.
     *
     * @param next nanoseconds for the next connection, at most
     * @param all nanoseconds for all of them, at most
     */
    record Patience(long next, long all) {
        private static Patience ofMillis(long next, long all) {
            return new Patience(
                    TimeUnit.MILLISECONDS.toNanos(next), TimeUnit.MILLISECONDS.toNanos(all));
        }
    }

    /** At the end of a connector. */
    static final Patience USUAL = Patience.ofMillis(100, 1000);

    /** When the heap has been full: the next one may be late, but time-outs stand still. */
    static final Patience HURT = Patience.ofMillis(500, 500);

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
    private static final long LOOK_NANOS = 50_000;

    private final BooleanSupplier accepting;
    // The clients of the connections that were taken during the wait; null without one.
    private volatile Set<SocketAddress> taken;

    /**
     * A queue of which nothing is known.
     *
     * @param accepting whether somebody takes its connections; asked again and again
     */
    Backlog(BooleanSupplier accepting) {
        this.accepting = accepting;
    }

    /** A connection was accepted. */
    void took(AsynchronousSocketChannel channel) {
        Set<SocketAddress> noted = taken;
        if (noted == null) {
            return;
        }
        try {
            noted.add(channel.getRemoteAddress());
        } catch (IOException e) {
            // It has been served and is gone: so it is not ours, which is open as long as this
            // waits.
        }
    }

    /** Waits until those that wait before the port are taken, or nobody takes them. */
    synchronized void letIn(SocketAddress port, Patience patience) {
        if (!accepting.getAsBoolean()) {
            return;
        }
        taken = ConcurrentHashMap.newKeySet();
        try (SocketChannel own = SocketChannel.open()) {
            own.configureBlocking(false);
            own.connect(reachable(port));
            long begun = System.nanoTime();
            long last = begun;
            int count = 0;
            for (long now = begun;
                    now - last < patience.next && now - begun < patience.all;
                    now = System.nanoTime()) {
                if (isTaken(own) || !accepting.getAsBoolean()) {
                    break;
                }
                if (taken.size() > count) {
                    count = taken.size();
                    last = now;
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("The queue of {} is not seen; it is closed all the same", port, e);
        } finally {
            taken = null;
        }
    }

    /** Where this process can connect to it: nobody can to "all addresses". */
    static SocketAddress reachable(SocketAddress listening) {
        return listening instanceof InetSocketAddress inet && inet.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), inet.getPort())
                : listening;
    }

    private boolean isTaken(SocketChannel own) throws IOException {
        return own.finishConnect() && taken.contains(own.getLocalAddress());
    }
}

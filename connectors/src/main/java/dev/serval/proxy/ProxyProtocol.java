package dev.serval.proxy;

import dev.serval.net.AddressBlocks;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Peer;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PROXY protocol with the settings of one connector; makes the conversations with which its
 * connections begin. Thread-safe. It never guesses whether there is a header: a connection without
 * one, or from an address that is not trusted, is closed.
 */
public final class ProxyProtocol {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyProtocol.class);
    private static final long BETWEEN_LINES = TimeUnit.SECONDS.toNanos(10);

    final Function<Connection, Conversation> next;
    final int timeout;
    private final AddressBlocks trusted;
    private final AtomicLong nextLine = new AtomicLong(System.nanoTime());
    private final AtomicLong untold = new AtomicLong();

    /**
     * @param trusted the addresses of the proxies
     * @param next goes on with a connection whose header was read
     * @param timeout milliseconds for a whole header; 0 or less means no limit
     */
    public ProxyProtocol(
            AddressBlocks trusted, Function<Connection, Conversation> next, int timeout) {
        this.trusted = trusted;
        this.next = next;
        this.timeout = timeout;
    }

    /** The first conversation of a connection. */
    public Conversation header(Connection connection) {
        return new ProxyConversation(this, connection);
    }

    boolean trusts(Peer peer) {
        return peer.remote() instanceof InetSocketAddress address
                && trusted.contains(address.getAddress());
    }

    /** Logs why a connection is closed, at most once in ten seconds. */
    void refused(Peer peer, String why) {
        untold.incrementAndGet();
        long now = System.nanoTime();
        long next = nextLine.get();
        if (now - next >= 0 && nextLine.compareAndSet(next, now + BETWEEN_LINES)) {
            long others = untold.getAndSet(0) - 1;
            LOG.warn(
                    "SRV-0914 A connection from {} was closed: {}, see proxyProtocol{}",
                    peer,
                    why,
                    others <= 0 ? "" : "; and " + others + " others before");
        }
    }
}

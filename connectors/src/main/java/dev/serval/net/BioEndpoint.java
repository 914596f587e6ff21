package dev.serval.net;

import dev.serval.buffer.InputBuffer;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that accepts, and a thread per connection: virtual on JDK 21 and newer. On platform
 * threads {@code maxThreads} bounds the connections too, and when few are left they are not kept
 * alive. Thread-safe.
 */
public final class BioEndpoint implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(BioEndpoint.class);

    // Between the whole seconds in which clients that ask from time to time do so: what is closed
    // after it has been idle must not meet a request.
    private static final long RENEWAL_MILLIS = 2_500;

    private final EndpointConfig config;
    private final boolean virtual = Threads.haveVirtual();
    private final Deadlines deadlines;
    private final ConnectionLimit limit;
    private final Shedding shedding;
    private final ThreadFactory threads;
    // For asynchronous requests, without a thread as long as there are none. Where threads are
    // virtual, these also count the calls on the connections' own threads.
    private final Workers workers;
    private final Semaphore room = new Semaphore(0);
    private final Thread acceptor;
    private final TurnGuard guard = new TurnGuard("The thread that accepts connections");
    // Null where threads are of the platform.
    private final Turnstile turnstile;
    private Listener listener;
    private volatile boolean paused;

    public BioEndpoint(EndpointConfig config) {
        this.config = config;
        deadlines = new Deadlines(config.name() + "-deadlines", this::tick);
        int most = config.maxConnections() <= 0 ? Integer.MAX_VALUE : config.maxConnections();
        limit = new ConnectionLimit(virtual ? most : Math.min(most, config.maxThreads()));
        limit.onRoom(room::release);
        shedding = new Shedding(deadlines, limit, config.keepAliveTimeout());
        workers = config.workers("-async-", 0, Integer.MAX_VALUE, virtual);
        String prefix = config.load().namePrefix();
        threads = Threads.virtual(prefix == null ? config.name() + "-exec-" : prefix);
        turnstile = virtual ? new Turnstile(config.name()) : null;
        acceptor = Threads.platform(config.name() + "-acceptor-").newThread(this::acceptAlways);
    }

    @Override
    public void start() throws IOException {
        listener = new Listener(config, true);
        deadlines.start();
        if (turnstile != null) {
            turnstile.open();
        }
        acceptor.start();
    }

    private void tick() {
        workers.sweep();
        shedding.run();
        if (turnstile != null && !deadlines.connections().isEmpty()) {
            turnstile.sweep();
        }
    }

    @Override
    public SocketAddress address() {
        return listener.address();
    }

    @Override
    public void pause() {
        paused = true;
        listener.close();
        room.release();
    }

    @Override
    public Iterable<Connection> connections() {
        return deadlines.connections();
    }

    @Override
    public int open() {
        return deadlines.connections().size();
    }

    @Override
    public boolean crowded() {
        return !virtual && limit.crowded();
    }

    @Override
    public void renewThreads() {
        workers.renew();
        for (Connection connection : deadlines.connections()) {
            BioThread thread = (BioThread) connection.driver();
            if (thread.renew()) {
                // Its thread may be waiting for a request that does not come.
                thread.socket().hurry(connection::idle, RENEWAL_MILLIS);
            }
        }
    }

    @Override
    public void stop() throws InterruptedException {
        acceptor.join();
        workers.stop(config.load().executorTerminationTimeoutMillis());
        deadlines.stop();
        if (turnstile != null) {
            turnstile.stop();
        }
    }

    private void acceptAlways() {
        while (!paused) {
            try {
                accept();
                return;
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }

    private void accept() {
        while (!paused) {
            try {
                while (!limit.acquire()) {
                    room.drainPermits();
                    if (limit.full() && !paused) {
                        // Bounded, so that a permit that was drained a moment too early does no
                        // harm.
                        room.tryAcquire(100, TimeUnit.MILLISECONDS);
                    }
                    if (paused) {
                        return;
                    }
                }
                open(listener.channel().accept());
            } catch (ClosedChannelException e) {
                // pause() closed the listener.
                limit.release();
                return;
            } catch (IOException | RuntimeException | Error e) {
                // An OutOfMemoryError is what a JVM says that cannot make another thread, too.
                limit.release();
                LOG.warn("SRV-0907 A connection could not be accepted: {}", e.toString());
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void open(SocketChannel channel) throws IOException {
        try {
            config.sockets().accepted(channel, config.tcpNoDelay());
            BioThread thread = new BioThread(workers, threads, turnstile);
            BioTransport transport =
                    new BioTransport(
                            channel,
                            thread,
                            deadlines,
                            config.bulk(),
                            config.sendfile(),
                            config.load().minResponseDataRate());
            Connection connection =
                    new Connection(
                            transport, thread, new InputBuffer(config.input()), this::closed);
            connection.conversation(config.first().apply(connection));
            deadlines.add(connection);
            try {
                thread.start(connection, transport);
            } catch (RuntimeException | Error e) {
                deadlines.remove(connection);
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private void closed(Connection connection) {
        try {
            deadlines.remove(connection);
        } finally {
            limit.release();
        }
    }
}

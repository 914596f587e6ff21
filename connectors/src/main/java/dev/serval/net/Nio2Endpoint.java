package dev.serval.net;

import dev.serval.buffer.InputBuffer;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asynchronous channels in a group of as many threads as cores, on which their handlers run.
 * Thread-safe.
 */
public final class Nio2Endpoint implements Endpoint {
    /** A thread of the group: connections go on in it, and nobody may wait in it. */
    static final class GroupThread extends Thread {
        GroupThread(Runnable task, String name) {
            super(task, name);
            setDaemon(true);
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Nio2Endpoint.class);
    private static final long PAUSE_AFTER_FAILURE = TimeUnit.MILLISECONDS.toNanos(50);

    private final EndpointConfig config;
    private final Workers workers;
    private final Workers computing;
    // Short tasks for the group, which cannot be given any.
    private final Workers tasks;
    private final Deadlines deadlines;
    private final ConnectionLimit limit;
    private final Shedding shedding;
    private final Driver driver = new GroupDriver();
    private final AtomicBoolean full = new AtomicBoolean();
    private AsynchronousChannelGroup group;
    private AsynchronousServerSocketChannel listener;
    private SocketAddress address;
    private volatile boolean paused;

    public Nio2Endpoint(EndpointConfig config) {
        this.config = config;
        int most = config.maxConnections() <= 0 ? Integer.MAX_VALUE : config.maxConnections();
        workers = config.workers("-exec-", config.minSpareThreads(), most, config.virtualThreads());
        tasks = new Workers(config.name() + "-tasks", 1, 0, Integer.MAX_VALUE, false);
        computing = config.computing();
        deadlines = new Deadlines(config.name() + "-deadlines", this::tick);
        limit = new ConnectionLimit(config.maxConnections());
        shedding = new Shedding(deadlines, limit, config.keepAliveTimeout());
        limit.onRoom(this::room);
    }

    @Override
    public void start() throws IOException {
        AtomicInteger number = new AtomicInteger();
        group =
                AsynchronousChannelGroup.withFixedThreadPool(
                        Runtime.getRuntime().availableProcessors(),
                        task ->
                                new GroupThread(
                                        task,
                                        config.name() + "-group-" + number.incrementAndGet()));
        try {
            listener = AsynchronousServerSocketChannel.open(group);
            config.sockets().listening(listener);
            listener.bind(config.address(), config.acceptCount());
            address = listener.getLocalAddress();
        } catch (IOException | RuntimeException e) {
            group.shutdownNow();
            throw e;
        }
        deadlines.start();
        accept();
    }

    private void tick() {
        workers.sweep();
        shedding.run();
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public void pause() {
        paused = true;
        try {
            listener.close();
        } catch (IOException e) {
            LOG.debug("closing {}", address, e);
        }
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
        return false;
    }

    @Override
    public void renewThreads() {
        workers.renew();
    }

    @Override
    public void stop() throws InterruptedException {
        workers.stop(config.load().executorTerminationTimeoutMillis());
        computing.stop(1000);
        // Before the tasks, which it would give some.
        deadlines.stop();
        tasks.stop(1000);
        shutDown();
        group.awaitTermination(1, TimeUnit.SECONDS);
    }

    private void shutDown() {
        try {
            group.shutdownNow();
        } catch (IOException e) {
            LOG.debug("closing what was left of {}", address, e);
        }
    }

    /** Asks for the next connection; it is counted from here on. */
    private void accept() {
        if (!limit.acquire()) {
            full.set(true);
            if (!limit.full()) {
                // One was closed in between.
                room();
            }
            return;
        }
        try {
            listener.accept(null, new Accepted());
        } catch (RuntimeException e) {
            // The group has been shut down.
            limit.release();
        }
    }

    private void room() {
        if (!paused && full.compareAndSet(true, false)) {
            accept();
        }
    }

    private final class Accepted implements CompletionHandler<AsynchronousSocketChannel, Void> {
        @Override
        public void completed(AsynchronousSocketChannel channel, Void unused) {
            accept();
            open(channel);
        }

        @Override
        public void failed(Throwable cause, Void unused) {
            limit.release();
            if (paused) {
                return;
            }
            LOG.warn("SRV-0908 A connection could not be accepted: {}", cause.toString());
            // What is missing, descriptors most likely, does not come back at once.
            tasks.execute(
                    () -> {
                        LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
                        accept();
                    });
        }
    }

    private void open(AsynchronousSocketChannel channel) {
        try {
            config.sockets().accepted(channel, config.tcpNoDelay());
        } catch (IOException e) {
            LOG.debug("A connection was lost as it was accepted", e);
            limit.release();
            try {
                channel.close();
            } catch (IOException ignored) {
                // It is gone already.
            }
            return;
        }
        Nio2Transport transport =
                new Nio2Transport(
                        channel,
                        driver,
                        deadlines,
                        config.bulk(),
                        config.load().minResponseDataRate());
        Connection connection =
                new Connection(transport, driver, new InputBuffer(config.input()), this::closed);
        connection.conversation(config.first().apply(connection));
        deadlines.add(connection);
        connection.run();
    }

    private void closed(Connection connection) {
        deadlines.remove(connection);
        limit.release();
    }

    /** Short tasks have a thread of their own; what may block goes to the workers. */
    private final class GroupDriver implements Driver {
        @Override
        public void execute(Runnable task) {
            tasks.execute(task);
        }

        @Override
        public boolean dispatch(Call call) {
            workers.execute(call);
            return true;
        }

        @Override
        public boolean compute(Runnable task) {
            computing.execute(task);
            return true;
        }

        @Override
        public void fork(Runnable task) {
            workers.execute(task);
        }

        @Override
        public Runnable resume(Connection connection) {
            return connection;
        }
    }
}

package dev.serval.net;

import dev.serval.buffer.InputBuffer;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asynchronous channels in a group of as many threads as cores, on which their handlers run.
 * Thread-safe.
 */
public final class Nio2Endpoint implements Endpoint {
    /** A thread of the group: connections go on in it, and nobody may wait in it. */
    static final class GroupThread extends Thread {
        private final Consumer<Throwable> onLoss;

        /**
         * @param onLoss told when it ends by a failure, which none of ours is: the group has one
         *     thread less then, and forgets what it was about to tell
         */
        GroupThread(Runnable task, String name, Consumer<Throwable> onLoss) {
            super(task, name);
            this.onLoss = onLoss;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                super.run();
            } catch (Throwable e) {
                onLoss.accept(e);
            }
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Nio2Endpoint.class);
    private static final TurnGuard COMPLETIONS = new TurnGuard("A completion of NIO2");
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
    private final AtomicInteger threads = new AtomicInteger();
    private final TurnGuard guard = new TurnGuard("A channel group of NIO2");
    // Others only where a group was lost.
    private volatile AsynchronousChannelGroup group;
    private volatile AsynchronousServerSocketChannel listener;
    private volatile Accepted pending;
    private volatile SocketAddress address;
    private volatile boolean paused;

    public Nio2Endpoint(EndpointConfig config) {
        this.config = config;
        int most = config.maxConnections() <= 0 ? Integer.MAX_VALUE : config.maxConnections();
        workers = config.workers("-exec-", config.minSpareThreads(), most, config.virtualThreads());
        tasks = new Workers(config.name() + "-tasks", 1, 1, Integer.MAX_VALUE, false);
        computing = config.computing();
        deadlines = new Deadlines(config.name() + "-deadlines", this::tick);
        limit = new ConnectionLimit(config.maxConnections());
        shedding = new Shedding(deadlines, limit, config.keepAliveTimeout());
        limit.onRoom(this::room);
    }

    @Override
    public void start() throws IOException {
        listen(config.address());
        // Its thread is there, and stays, when the system gives no other one.
        tasks.tryExecute(() -> {});
        deadlines.start();
        accept();
    }

    private void listen(SocketAddress where) throws IOException {
        AtomicReference<AsynchronousChannelGroup> made = new AtomicReference<>();
        AsynchronousChannelGroup fresh =
                AsynchronousChannelGroup.withFixedThreadPool(
                        Runtime.getRuntime().availableProcessors(),
                        task ->
                                new GroupThread(
                                        task,
                                        config.name() + "-group-" + threads.incrementAndGet(),
                                        cause -> lost(made.get(), cause)));
        made.set(fresh);
        try {
            AsynchronousServerSocketChannel opened = AsynchronousServerSocketChannel.open(fresh);
            config.sockets().listening(opened);
            opened.bind(where, config.acceptCount());
            address = opened.getLocalAddress();
            listener = opened;
            group = fresh;
        } catch (IOException | RuntimeException | Error e) {
            fresh.shutdownNow();
            throw e;
        }
    }

    /**
     * On a thread of the group that ends since it could not go on. Another group takes the place of
     * this one, whose connections are closed: what they wait for may be forgotten.
     */
    private void lost(AsynchronousChannelGroup broken, Throwable cause) {
        guard.failed(cause);
        while (!paused && group == broken) {
            try {
                replace(broken);
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
        guard.passed();
    }

    private synchronized void replace(AsynchronousChannelGroup broken) throws IOException {
        if (paused || group != broken) {
            return;
        }
        Accepted lost = pending;
        if (lost != null) {
            lost.forget();
        }
        listener.close();
        listen(address);
        if (paused) {
            listener.close();
        }
        List<Connection> old = new ArrayList<>();
        deadlines.connections().forEach(old::add);
        accept();
        broken.shutdownNow();
        for (Connection connection : old) {
            // Where the group has no thread left, nobody else tells them.
            try {
                connection.transport().expire(Interest.READ);
                connection.transport().expire(Interest.WRITE);
            } catch (RuntimeException | Error e) {
                guard.note(e); // its own time-out ends it
            }
        }
    }

    private void tick() {
        workers.sweep();
        computing.sweep();
        tasks.sweep();
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
            Accepted next = new Accepted();
            pending = next;
            listener.accept(null, next);
        } catch (RuntimeException e) {
            // The group has been shut down.
            limit.release();
        } catch (Error e) {
            limit.release();
            guard.note(e);
            acceptLater();
        }
    }

    /** What is missing, descriptors or memory most likely, does not come back at once. */
    private void acceptLater() {
        Runnable later =
                () -> {
                    LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
                    accept();
                };
        if (!tasks.tryExecute(later)) {
            later.run();
        }
    }

    private void room() {
        if (!paused && full.compareAndSet(true, false)) {
            accept();
        }
    }

    /** Never throws: the thread of the group would end. */
    private final class Accepted implements CompletionHandler<AsynchronousSocketChannel, Void> {
        private final AtomicBoolean over = new AtomicBoolean();

        @Override
        public void completed(AsynchronousSocketChannel channel, Void unused) {
            if (!over.compareAndSet(false, true)) {
                close(channel);
                return;
            }
            try {
                accept();
            } catch (Throwable e) {
                guard.failed(e);
            }
            open(channel);
        }

        @Override
        public void failed(Throwable cause, Void unused) {
            if (!forget() || paused) {
                return;
            }
            try {
                LOG.warn("SRV-0908 A connection could not be accepted: {}", cause.toString());
            } catch (Throwable e) {
                guard.note(e);
            }
            try {
                acceptLater();
            } catch (Throwable e) {
                guard.failed(e);
            }
        }

        /** It will be told of no connection; false if it was told before. */
        boolean forget() {
            boolean first = over.compareAndSet(false, true);
            if (first) {
                limit.release();
            }
            return first;
        }
    }

    private static void close(AsynchronousSocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    /** Never throws: the connection is served, or closed. */
    private void open(AsynchronousSocketChannel channel) {
        Connection connection;
        try {
            config.sockets().accepted(channel, config.tcpNoDelay());
            Nio2Transport transport =
                    new Nio2Transport(
                            channel,
                            driver,
                            deadlines,
                            config.bulk(),
                            config.load().minResponseDataRate());
            connection =
                    new Connection(
                            transport, driver, new InputBuffer(config.input()), this::closed);
            connection.conversation(config.first().apply(connection));
            deadlines.add(connection);
        } catch (IOException | RuntimeException | Error e) {
            limit.release();
            close(channel);
            if (e instanceof Error) {
                guard.failed(e);
            } else {
                LOG.debug("A connection was lost as it was accepted", e);
            }
            return;
        }
        connection.run();
    }

    private void closed(Connection connection) {
        try {
            deadlines.remove(connection);
        } finally {
            limit.release();
        }
    }

    /** On a thread of the group, which would end with what the task throws. */
    static void complete(Runnable task) {
        try {
            task.run();
            COMPLETIONS.passed();
        } catch (Throwable e) {
            COMPLETIONS.note(e);
        }
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
            return computing.tryExecute(task);
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

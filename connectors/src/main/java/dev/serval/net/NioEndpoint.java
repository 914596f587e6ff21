package dev.serval.net;

import dev.serval.thread.ThreadFailures;
import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * As many event loops as cores; each of them accepts. A connection stays on the loop that accepted
 * it unless another one has clearly fewer. Thread-safe.
 */
public final class NioEndpoint implements Endpoint {
    private static final int ACCEPTS_PER_TURN = 64;
    // Spare threads for loops that a call holds up; bounds how many such calls there are at a time.
    private static final int SPARES = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());

    // For the queue of a port that is about to end: how long its selectors may take to let go of
    // it, how often to look, and how many connections are taken at a time.
    private static final long LETTING_IN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_NANOS = 50_000;
    private static final int MOST_LET_IN = 4096;

    private final EndpointConfig config;
    private final Workers workers;
    private final Workers computing;
    private final OpenConnections<SocketChannel> connections;
    private final LoopThreads threads;
    private final TurnGuard guard = new TurnGuard("The accepting of connections");
    private Lane[] lanes = new Lane[0];
    private LoopWatcher watcher;
    private Listener listener;

    public NioEndpoint(EndpointConfig config) {
        this.config = config;
        workers = config.workers();
        computing = config.computing();
        connections = new OpenConnections<>(config, new LoopsDoor(), this::tick, () -> false);
        threads = new LoopThreads(Threads.platform(config.name() + "-loop-"), SPARES);
    }

    @Override
    public void start() throws IOException {
        listener = new Listener(config, false);
        EventLoop[] loops = new EventLoop[Runtime.getRuntime().availableProcessors()];
        lanes = new Lane[loops.length];
        for (int i = 0; i < lanes.length; i++) {
            loops[i] = new EventLoop(workers, computing, threads);
            lanes[i] = new Lane(loops[i]);
            loops[i].onLoss(lanes[i]::begin);
        }
        connections.deadlines.start();
        if (config.load().inlineCalls()) {
            watcher = new LoopWatcher(loops, config.name() + "-watcher-");
            for (EventLoop loop : loops) {
                loop.watched(watcher);
            }
            watcher.start();
        }
        EndpointConfig.prestart(workers);
        for (Lane lane : lanes) {
            lane.listen();
            lane.loop.start();
        }
    }

    private void tick() {
        workers.sweep();
        computing.sweep();
        connections.admission.sweep();
        guard.passed();
    }

    @Override
    public SocketAddress address() {
        return listener.address();
    }

    @Override
    public void pause() {
        if (!config.sockets().useInheritedChannel()) {
            letIn(); // else the queue outlives this process, and another one takes it
        }
        listener.close();
        connections.admission.close();
        for (Lane lane : lanes) {
            // The descriptor is closed after the next select of each selector.
            lane.loop.wake();
        }
    }

    /**
     * Takes the connections that wait in the queue of the port: its end would reset them. The
     * selectors let go of the port first, so that it ends at once when it is closed.
     */
    private void letIn() {
        for (Lane lane : lanes) {
            lane.stopListening();
        }
        long end = System.nanoTime() + LETTING_IN_NANOS;
        boolean more = takeWaiting();
        while (more && listener.channel().isRegistered() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(LOOK_NANOS);
            more = takeWaiting();
        }
        takeWaiting();
    }

    /** False if no more can be taken. */
    private boolean takeWaiting() {
        HeapRoom room = new HeapRoom(ThreadFailures.PROCESS);
        for (int i = 0; i < MOST_LET_IN; i++) {
            SocketChannel channel = accept(room);
            if (channel == null) {
                return true;
            }
            if (!connections.admission.admit(channel)) {
                return false;
            }
            try {
                lanes[0].emptiest().take(channel);
            } catch (RuntimeException | Error e) {
                connections.lost(channel, e, guard);
            }
        }
        return false;
    }

    /** Null if no connection waits, or none can be accepted. */
    private SocketChannel accept(HeapRoom room) {
        try {
            room.require();
            return listener.channel().accept();
        } catch (ClosedChannelException e) {
            // pause() closed the listener.
        } catch (IOException | RuntimeException e) {
            connections.admission.failed(e);
        } catch (Error e) {
            // The socket may be lost. From now on HeapRoom tests the heap first.
            guard.note(e);
            connections.admission.failed(e);
        }
        return null;
    }

    @Override
    public OpenConnections<SocketChannel> connections() {
        return connections;
    }

    @Override
    public ThreadUse threads() {
        return workers.use();
    }

    @Override
    public void renewThreads() {
        workers.renew();
        EndpointConfig.prestart(workers);
        threads.renew();
        for (Lane lane : lanes) {
            lane.loop.renew();
        }
    }

    @Override
    public void limits(LoadLimits limits) {
        workers.limits(limits);
    }

    @Override
    public void stop() throws InterruptedException {
        long millis = config.load().executorTerminationTimeoutMillis();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        config.stop(workers);
        computing.stop(1000);
        for (Lane lane : lanes) {
            lane.loop.stop();
        }
        for (Lane lane : lanes) {
            // The port is free only when every selector has let go of the listener.
            lane.loop.join(1000);
        }
        threads.stop(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
        if (watcher != null) {
            watcher.stop();
        }
        connections.deadlines.stop();
    }

    private final class LoopsDoor implements Admission.Door<SocketChannel> {
        @Override
        public void open(SocketChannel channel) {
            lanes[0].emptiest().take(channel);
        }

        @Override
        public void accepting(boolean on) {
            for (Lane lane : lanes) {
                lane.interest(on ? SelectionKey.OP_ACCEPT : 0);
            }
        }
    }

    /** A loop, its accepting, and its connections. */
    private final class Lane implements EventLoop.Ready, Runnable {
        private final EventLoop loop;
        private final AtomicInteger count = new AtomicInteger();
        // One for all connections.
        private final Consumer<Connection> onClose = this::closed;
        private final Consumer<SocketChannel> onArrival = this::open;
        private final HeapRoom room = new HeapRoom(ThreadFailures.PROCESS);
        private volatile SelectionKey key;

        Lane(EventLoop loop) {
            this.loop = loop;
        }

        void listen() throws IOException {
            key = loop.register(listener.channel(), SelectionKey.OP_ACCEPT, this);
        }

        /** Its loop has a new selector, which knows none of the connections. */
        private void begin() {
            try {
                listen();
            } catch (ClosedChannelException e) {
                // The endpoint is paused.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            for (Connection connection : connections) {
                if (connection.driver() == loop) {
                    connection.transport().reset();
                }
            }
        }

        @Override
        public Runnable writable() {
            return null;
        }

        @Override
        public Runnable readable() {
            return this;
        }

        /** Accepts. */
        @Override
        public void run() {
            for (int i = 0; i < ACCEPTS_PER_TURN; i++) {
                SocketChannel channel = accept(room);
                if (channel == null || !connections.admission.admit(channel)) {
                    return;
                }
                Lane lane = emptiest();
                if (lane == this) {
                    count.incrementAndGet();
                    open(channel);
                    if (!loop.owned()) {
                        // The loop was handed over during the first call: its new owner accepts.
                        return;
                    }
                } else {
                    try {
                        lane.take(channel);
                    } catch (RuntimeException | Error e) {
                        connections.lost(channel, e, guard);
                        return;
                    }
                }
            }
        }

        void stopListening() {
            SelectionKey registered = key;
            if (registered != null) {
                registered.cancel();
                loop.wake();
            }
        }

        private Lane emptiest() {
            Lane best = this;
            int least = count.get() - 1 - count.get() / 16;
            for (Lane lane : lanes) {
                int its = lane.count.get();
                if (its < least) {
                    best = lane;
                    least = its;
                }
            }
            return best;
        }

        /**
         * From any thread: throws if the connection will not be served here; it is then not
         * counted.
         */
        private void take(SocketChannel channel) {
            new Arrival<>(channel, count, onArrival).pass(loop);
        }

        /** Serves a connection that has a place and is counted, or closes it. Never throws. */
        private void open(SocketChannel channel) {
            Connection connection;
            try {
                channel.configureBlocking(false);
                config.sockets().accepted(channel);
                NioTransport transport =
                        new NioTransport(
                                channel,
                                loop,
                                connections.deadlines,
                                config.sockets().useSendfile() ? null : config.bulk(),
                                config.load().minResponseDataRate());
                transport.register();
                connection = connections.add(transport, loop, onClose);
            } catch (IOException | RuntimeException | Error e) {
                count.decrementAndGet();
                connections.lost(channel, e, guard);
                return;
            }
            connection.run();
        }

        private void closed(Connection connection) {
            count.decrementAndGet();
            connections.closed(connection);
        }

        private void interest(int operations) {
            SelectionKey registered = key;
            if (registered == null) {
                // The endpoint is still starting.
                return;
            }
            try {
                registered.interestOps(operations);
                loop.wake();
            } catch (CancelledKeyException e) {
                // The endpoint is paused.
            }
        }
    }
}

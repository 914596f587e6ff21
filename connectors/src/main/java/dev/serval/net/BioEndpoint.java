package dev.serval.net;

import dev.serval.thread.LostWakeUps;
import dev.serval.thread.ThreadFailures;
import dev.serval.thread.ThreadPoolConfig;
import dev.serval.thread.Threads;
import dev.serval.thread.TurnGuard;
import dev.serval.thread.VirtualThreadWarmUp;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that accepts, and a thread per connection: virtual on JDK 21 and newer. On platform
 * threads {@code maxThreads} bounds the connections too, and when few are left they are not kept
 * alive. Thread-safe.
 */
public final class BioEndpoint implements Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(BioEndpoint.class);

    // Not a whole number of seconds: clients that poll do so every few seconds, and a connection
    // that is closed because it is idle must not meet a request.
    private static final long RENEWAL_MILLIS = 2_500;

    // For the queue of a port that is about to end: how long taking its connections may last, and
    // how many they may be.
    private static final long LETTING_IN_MILLIS = 100;
    private static final int MOST_LET_IN = 4096;

    private final EndpointConfig config;
    private final boolean virtual = Threads.haveVirtual();
    private final OpenConnections<SocketChannel> connections;
    private final ThreadFactory threads;
    // For asynchronous requests; without such requests it has no thread. Where threads are virtual,
    // it also counts the calls on the connections' own threads.
    private final Workers workers;
    private final Thread acceptor;
    private volatile boolean accepting = true;
    private final TurnGuard guard = new TurnGuard("The thread that accepts connections");
    // Null with platform threads.
    private final FairCarrierQueue carrierQueue;
    private Listener listener;
    private volatile boolean paused;

    public BioEndpoint(EndpointConfig config) {
        this.config = config;
        ThreadPoolConfig pool = config.load().threads();
        boolean fewer = !virtual && config.mostConnections() > pool.maxThreads();
        connections =
                new OpenConnections<>(
                        config,
                        new AcceptorDoor(),
                        fewer ? pool.maxThreads() : config.mostConnections(),
                        fewer ? "maxThreads" : "maxConnections",
                        this::tick,
                        () -> false);
        workers = config.workers("-async-", 0, Integer.MAX_VALUE, virtual);
        String prefix = pool.namePrefix();
        threads = Threads.virtual(prefix == null ? config.name() + "-exec-" : prefix);
        carrierQueue = virtual ? new FairCarrierQueue(config.name()) : null;
        acceptor = Threads.platform(config.name() + "-acceptor-").newThread(this::acceptAlways);
    }

    @Override
    public void start() throws IOException {
        if (virtual) {
            VirtualThreadWarmUp.waitOnce();
        }
        listener = new Listener(config, true);
        connections.deadlines.start();
        if (carrierQueue != null) {
            carrierQueue.open();
        }
        acceptor.start();
    }

    private void tick() {
        workers.sweep();
        connections.admission.sweep();
        if (carrierQueue != null && connections.count() > 0) {
            carrierQueue.sweep();
        }
    }

    @Override
    public SocketAddress address() {
        return listener.address();
    }

    @Override
    public void pause() {
        paused = true;
        if (!config.sockets().useInheritedChannel()) {
            wakeAcceptor(); // else the queue outlives this process, and another one takes it
        }
        listener.close();
        connections.admission.close();
        LockSupport.unpark(acceptor);
    }

    /**
     * Lets the acceptor take the connections that wait in the queue of the port, whose end would
     * reset them; a connection of our own ends its wait for the next one.
     */
    private void wakeAcceptor() {
        LockSupport.unpark(acceptor);
        try (SocketChannel own = SocketChannel.open()) {
            own.configureBlocking(false);
            own.connect(Backlog.reachable(listener.address()));
            acceptor.join(LETTING_IN_MILLIS);
        } catch (IOException | RuntimeException e) {
            LOG.debug("The acceptor was not woken; the port is closed all the same", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public OpenConnections<SocketChannel> connections() {
        return connections;
    }

    @Override
    public boolean crowded() {
        return !virtual && connections.admission.crowded();
    }

    @Override
    public ThreadUse threads() {
        return workers.use();
    }

    @Override
    public void renewThreads() {
        workers.renew();
        for (Connection connection : connections) {
            BioThread thread = (BioThread) connection.driver();
            if (thread.renew()) {
                // Its thread may be waiting for a request that does not come.
                thread.socket().readWait().hurry(connection::idle, RENEWAL_MILLIS);
            }
        }
    }

    @Override
    public void limits(LoadLimits limits) {
        workers.limits(limits);
    }

    @Override
    public void stop() throws InterruptedException {
        acceptor.join();
        config.stop(workers);
        connections.deadlines.stop();
        if (carrierQueue != null) {
            carrierQueue.stop();
        }
    }

    private void acceptAlways() {
        while (!paused) {
            try {
                accept();
                break;
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
        if (config.sockets().useInheritedChannel()) {
            return;
        }
        try {
            letIn();
        } catch (IOException e) {
            // The port is closed already.
        } catch (Throwable e) {
            guard.failed(e);
        }
    }

    /** Takes those that wait already, and nobody else. */
    private void letIn() throws IOException {
        listener.channel().configureBlocking(false);
        for (int i = 0; i < MOST_LET_IN; i++) {
            SocketChannel channel = listener.channel().accept();
            if (channel == null || !connections.admission.admit(channel)) {
                return;
            }
            open(channel);
        }
    }

    private final class AcceptorDoor implements Admission.Door<SocketChannel> {
        @Override
        public void open(SocketChannel channel) {
            BioEndpoint.this.open(channel);
        }

        @Override
        public void accepting(boolean on) {
            accepting = on;
            LockSupport.unpark(acceptor);
        }
    }

    private void accept() {
        while (!paused) {
            if (!accepting) {
                LockSupport.park(this);
                // Clears a stray interrupt, with which it could not park any more.
                Thread.interrupted();
                continue;
            }
            SocketChannel channel;
            try {
                channel = listener.channel().accept();
            } catch (ClosedChannelException e) {
                // pause() closed the listener.
                return;
            } catch (IOException | RuntimeException | Error e) {
                connections.admission.failed(e);
                continue;
            }
            if (connections.admission.admit(channel)) {
                open(channel);
            }
        }
    }

    /** It has a place. */
    private void open(SocketChannel channel) {
        try {
            serve(channel);
        } catch (IOException e) {
            LOG.debug("A connection was lost as it was accepted", e);
            connections.admission.left(null);
        } catch (RuntimeException | Error e) {
            // A JVM that cannot create another thread throws an OutOfMemoryError, too.
            connections.admission.left(null);
            connections.admission.failed(e);
        }
    }

    private void serve(SocketChannel channel) throws IOException {
        try {
            config.sockets().accepted(channel);
            BioThread thread = new BioThread(workers, threads, carrierQueue);
            BioTransport transport =
                    new BioTransport(
                            channel,
                            thread,
                            connections.deadlines,
                            config.bulk(),
                            config.sockets().useSendfile(),
                            config.load().minResponseDataRate(),
                            virtual ? new LostWakeUps(channel, ThreadFailures.PROCESS) : null);
            Connection connection = connections.add(transport, thread);
            try {
                thread.start(connection, transport);
            } catch (RuntimeException | Error e) {
                connections.deadlines.remove(connection);
                throw e;
            }
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }
}

package dev.serval.net;

import dev.serval.thread.ThreadFailures;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.AcceptPendingException;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asynchronous channels in a group of as many threads as cores, at least two, on which their
 * handlers run. Thread-safe.
 *
 * <p>An Error within the JDK costs the group a thread and perhaps an event. The sweep then ends the
 * waits of all connections that were open, and puts another group with another listening socket in
 * its place, as soon as memory allows: the JDK has no way to give a socket to another group.
 * Connections that begin in between, and those in the queue of the port, are taken by the old group
 * and go on there. Lost is a queue of which the JDK has forgotten the event, and whoever comes in
 * the moment between the two sockets.
 */
public final class Nio2Endpoint implements Endpoint {
    /** A group; its threads run, and may be lost, before the group is in use. */
    private static final class Group {
        private volatile AsynchronousChannelGroup channels;
        private volatile boolean lost;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Nio2Endpoint.class);
    private static final TurnGuard COMPLETIONS = new TurnGuard("A completion of NIO2");

    private final EndpointConfig config;
    private final Workers workers;
    private final Workers computing;
    // For short tasks, since a group takes none.
    private final Workers tasks;
    private final OpenConnections<AsynchronousSocketChannel> connections;
    // Of new connections.
    private final AtomicReference<GroupDriver> driver = new AtomicReference<>(new GroupDriver());
    // A thread was lost, and not all connections of that time were told.
    private volatile boolean untold;
    // Used by the sweep.
    private final HeapRoom room = new HeapRoom(ThreadFailures.PROCESS);
    private volatile boolean accepting = true;
    private final AtomicInteger threads = new AtomicInteger();
    private final TurnGuard guard = new TurnGuard("A channel group of NIO2");
    // Replaced only if a group was lost.
    private volatile Group group;
    private volatile AsynchronousServerSocketChannel listener;
    // The pending accept; null while nobody is to be accepted.
    private final AtomicReference<Accepted> pending = new AtomicReference<>();
    private volatile SocketAddress address;
    private volatile boolean paused;
    private final Backlog backlog = new Backlog(() -> accepting && !paused);

    public Nio2Endpoint(EndpointConfig config) {
        this.config = config;
        workers = config.workers();
        tasks = new Workers(config.name() + "-tasks", 1, 1, Integer.MAX_VALUE, false);
        computing = config.computing();
        connections = new OpenConnections<>(config, new GroupDoor(), this::tick, this::unasked);
    }

    @Override
    public void start() throws IOException {
        listen(config.address(), null);
        EndpointConfig.prestart(tasks);
        EndpointConfig.prestart(workers);
        connections.deadlines.start();
        accept();
    }

    private Group group() throws IOException {
        Group fresh = new Group();
        fresh.channels =
                AsynchronousChannelGroup.withFixedThreadPool(
                        // One alone may sleep over events behind that of a closed channel.
                        Math.max(2, Runtime.getRuntime().availableProcessors()),
                        task ->
                                new GroupThread(
                                        task,
                                        config.name() + "-group-" + threads.incrementAndGet(),
                                        cause -> lost(fresh, cause)));
        return fresh;
    }

    /**
     * @param before in whose place the new one comes; null for none
     */
    private void listen(SocketAddress where, AsynchronousServerSocketChannel before)
            throws IOException {
        Group fresh = group();
        AsynchronousServerSocketChannel opened = null;
        try {
            opened = AsynchronousServerSocketChannel.open(fresh.channels);
            config.sockets().listening(opened);
            if (before != null) {
                // As late as can be: in between nobody can connect.
                backlog.letIn(where, Backlog.HURT);
                before.close();
            }
            opened.bind(where, config.sockets().acceptCount());
            address = opened.getLocalAddress();
            listener = opened;
            group = fresh;
            // From now on the sweep checks whether a thread was lost.
            connections.deadlines.wake();
        } catch (IOException | RuntimeException | Error e) {
            // Not shutdownNow, as below: the sweep may have called this.
            fresh.channels.shutdown();
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
    }

    /** The group has lost a thread; the sweep does the rest. Allocates nothing, never throws. */
    private void lost(Group broken, Throwable cause) {
        driver.get().lost = true;
        untold = true;
        broken.lost = true;
        guard.note(cause);
        connections.deadlines.wake();
    }

    /**
     * Another group takes the place of one that was lost. Called by the sweep, which then stands
     * still for {@link Backlog#HURT} at most, and other time-outs with it.
     */
    private void replace(Group broken) throws IOException {
        // Else the port may be closed, and not opened again.
        room.require();
        listen(address, listener);
        if (paused) {
            listener.close();
        }
        accept();
        // Not shutdownNow: it closes the connections, and spins for ever over one that an Error
        // has left in the JDK's list.
        broken.channels.shutdown();
    }

    /** Ends the waits of connections that were open when a thread was lost, and their events. */
    private void tellLost() {
        untold = false;
        try {
            for (Connection connection : connections) {
                if (((GroupDriver) connection.driver()).lost) {
                    // If the group has no thread left, nothing else would tell them.
                    expire(connection, Interest.READ);
                    expire(connection, Interest.WRITE);
                }
            }
        } catch (RuntimeException | Error e) {
            untold = true; // there was no memory for it
            guard.note(e);
        }
    }

    private void expire(Connection connection, Interest interest) {
        try {
            connection.transport().expire(interest);
        } catch (RuntimeException | Error e) {
            untold = true; // the next sweep tries again
            guard.note(e);
        }
    }

    /** True while no accept is pending, or its result would be lost. */
    private boolean unasked() {
        return !paused && (untold || group.lost || accepting && !asked(pending.get(), listener));
    }

    /** True if the accept was begun on a listener that was lost, whose result may never come. */
    private static boolean asked(Accepted last, AsynchronousServerSocketChannel listener) {
        return last != null && last.asked == listener;
    }

    private void tick() {
        if (untold) {
            tellLost();
        }
        // While nobody is accepted, the queue of the port would be lost.
        if (group.lost && accepting && !paused) {
            try {
                replace(group);
            } catch (IOException | RuntimeException | Error e) {
                guard.note(e); // the next one tries again
            }
        }
        guard.passed();
        workers.sweep();
        computing.sweep();
        tasks.sweep();
        connections.admission.sweep();
        // Accepts again, whatever prevented it before.
        accept();
    }

    @Override
    public SocketAddress address() {
        return address;
    }

    @Override
    public void pause() {
        try {
            // Else the queue outlives this process, and another one takes it.
            backlog.letIn(address, Backlog.USUAL);
        } catch (Error e) {
            guard.note(e); // the port ends all the same
        }
        paused = true;
        try {
            listener.close();
        } catch (IOException e) {
            LOG.debug("closing {}", address, e);
        }
        connections.admission.close();
    }

    @Override
    public OpenConnections<AsynchronousSocketChannel> connections() {
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
    }

    @Override
    public void limits(LoadLimits limits) {
        workers.limits(limits);
    }

    @Override
    public void stop() throws InterruptedException {
        config.stop(workers);
        computing.stop(1000);
        // Before the tasks, since the workers would add some.
        connections.deadlines.stop();
        tasks.stop(1000);
        group.channels.shutdown();
        if (!group.channels.awaitTermination(1, TimeUnit.SECONDS)
                && !ThreadFailures.PROCESS.hurt()) {
            // In a process that was hurt, shutdownNow may never end; see replace.
            shutDownNow();
        }
    }

    private void shutDownNow() throws InterruptedException {
        try {
            group.channels.shutdownNow();
        } catch (IOException e) {
            LOG.debug("closing what was left of {}", address, e);
        }
        group.channels.awaitTermination(1, TimeUnit.SECONDS);
    }

    /** Begins an accept, unless one is pending or accepting is off. */
    private void accept() {
        AsynchronousServerSocketChannel from = listener;
        Accepted last = pending.get();
        if (!accepting || paused || asked(last, from)) {
            return;
        }
        Accepted next = new Accepted(from);
        if (!pending.compareAndSet(last, next)) {
            return;
        }
        if (last != null) {
            last.over();
        }
        try {
            from.accept(null, next);
        } catch (RuntimeException | Error e) {
            if (!next.over() || paused) {
                // The group has been shut down.
                return;
            }
            if (e instanceof AcceptPendingException) {
                // No accept was begun: an Error in the JDK has left the listener in this state for
                // good.
                group.lost = true;
                guard.note(e);
                connections.deadlines.wake();
            } else {
                connections.admission.failed(e);
            }
        }
    }

    private final class GroupDoor implements Admission.Door<AsynchronousSocketChannel> {
        @Override
        public void open(AsynchronousSocketChannel channel) {
            // The thread that has freed the place is busy with a connection of its own.
            tasks.execute(() -> Nio2Endpoint.this.open(channel));
        }

        @Override
        public void accepting(boolean on) {
            accepting = on;
            if (on) {
                accept();
            }
        }
    }

    /** Never throws: the thread of the group would end. */
    private final class Accepted implements CompletionHandler<AsynchronousSocketChannel, Void> {
        private final AtomicBoolean over = new AtomicBoolean();
        private final AsynchronousServerSocketChannel asked;

        Accepted(AsynchronousServerSocketChannel asked) {
            this.asked = asked;
        }

        @Override
        public void completed(AsynchronousSocketChannel channel, Void unused) {
            over();
            boolean admitted = false;
            try {
                admitted = connections.admission.admit(channel);
                backlog.took(channel);
                if (admitted) {
                    accept();
                }
            } catch (Throwable e) {
                failedToAccept(e);
            }
            if (admitted) {
                open(channel);
            }
        }

        @Override
        public void failed(Throwable cause, Void unused) {
            if (!over() || paused) {
                return;
            }
            if (cause instanceof ClosedChannelException) {
                connections.deadlines.wake(); // the listener was replaced
            } else {
                failedToAccept(cause);
            }
        }

        /** It will report no connection any more; false if it has reported one. */
        boolean over() {
            if (!over.compareAndSet(false, true)) {
                return false;
            }
            pending.compareAndSet(this, null);
            return true;
        }
    }

    private void failedToAccept(Throwable cause) {
        try {
            connections.admission.failed(cause);
        } catch (Throwable e) {
            guard.failed(e);
        }
    }

    /** Serves a connection that has a place, or closes it. Never throws. */
    private void open(AsynchronousSocketChannel channel) {
        Connection connection;
        try {
            Driver driver = driver();
            config.sockets().accepted(channel);
            Nio2Transport transport =
                    new Nio2Transport(
                            channel,
                            driver,
                            connections.deadlines,
                            config.bulk(),
                            config.load().minResponseDataRate());
            connection = connections.add(transport, driver);
        } catch (IOException | RuntimeException | Error e) {
            connections.lost(channel, e, guard);
            return;
        }
        connection.run();
    }

    private Driver driver() {
        GroupDriver current = driver.get();
        if (current.lost) {
            driver.compareAndSet(current, new GroupDriver());
        }
        return driver.get();
    }

    /** Throws IllegalStateException on a thread of a group. */
    static void requireMayWait() {
        if (Thread.currentThread() instanceof GroupThread) {
            throw new IllegalStateException(
                    "A thread of the NIO2 channel group must not wait: work that may block goes"
                            + " through Exchange.dispatch");
        }
    }

    /** Runs the task on a thread of the group, which would end if an exception reached it. */
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
        // While connections had it a thread was lost; later ones have another.
        private volatile boolean lost;

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
        public void await(Parked parked) {
            requireMayWait();
            parked.awaitClient();
        }

        @Override
        public Runnable resume(Connection connection) {
            return connection;
        }
    }
}

package dev.serval.net;

import dev.serval.thread.TurnGuard;
import java.nio.channels.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A coarse clock and the sweep over all connections that ends waits whose time is over.
 * Thread-safe; has a platform thread of its own, which parks while there is nothing to look at.
 */
final class Deadlines implements Runnable {
    /** Milliseconds between two sweeps, and so the precision of every timeout. */
    static final int TICK = 100;

    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final long start = System.nanoTime();
    private final Thread thread;
    private final Runnable everyTick;
    private final BooleanSupplier unsettled;
    private final Lingering lingering = new Lingering();
    private final TurnGuard guard = new TurnGuard("The sweep that ends what takes too long");
    private volatile long now = 1;
    private volatile boolean parked;
    private volatile boolean stopped;

    /**
     * @param everyTick called at every tick for what else needs it; must not block
     * @param unsettled whether to tick even while there is no connection; call {@link #wake} when
     *     that becomes true
     */
    Deadlines(String name, Runnable everyTick, BooleanSupplier unsettled) {
        this.everyTick = everyTick;
        this.unsettled = unsettled;
        thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Milliseconds since some moment, never 0; as old as one tick while connections are open. */
    long now() {
        return now;
    }

    Set<Connection> connections() {
        return connections;
    }

    void add(Connection connection) {
        connections.add(connection);
        wake();
    }

    /** Begins to tick if it sleeps: there is something to look at. */
    void wake() {
        if (parked) {
            tick();
            LockSupport.unpark(thread);
        }
    }

    /** Closes the socket, which belongs to no connection any more, after a moment. */
    void closeLater(Channel socket) {
        lingering.add(socket, now);
        wake();
    }

    Lingering lingering() {
        return lingering;
    }

    void remove(Connection connection) {
        connections.remove(connection);
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                await();
                tick();
                sweep();
                lingering.sweep(now);
                everyTick.run();
                guard.passed();
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }

    private void await() {
        if (nothingToDo()) {
            parked = true;
            if (nothingToDo() && !stopped) {
                LockSupport.park(this);
            }
            parked = false;
        } else {
            LockSupport.parkNanos(this, TICK * 1_000_000L);
        }
        Thread.interrupted(); // left over from a program, it would end each further wait at once
    }

    private boolean nothingToDo() {
        return connections.isEmpty() && lingering.isEmpty() && !unsettled.getAsBoolean();
    }

    private void sweep() {
        long millis = Deadline.now();
        for (Connection connection : connections) {
            try {
                connection.sweep(now, millis);
            } catch (Throwable e) {
                // The others are checked all the same, and this one again at the next sweep.
                guard.note(e);
            }
        }
    }

    void stop() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        thread.join();
        lingering.close();
    }

    private void tick() {
        now = 1 + (System.nanoTime() - start) / 1_000_000;
    }
}

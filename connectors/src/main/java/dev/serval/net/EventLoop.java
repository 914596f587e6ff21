package dev.serval.net;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A selector, its ready keys and a queue of tasks. What it does belongs to a token, not to a
 * thread: one thread at a time owns the loop, and one that has to wait gives it away first, in the
 * middle of the ready keys if need be.
 *
 * <pre>
 *   owner n: select -> ready keys -> tasks -> select ...
 *                          |
 *                          +- a call has to wait: handOver()  token n -> n + 1
 *                                 the old owner waits, finds the token gone, touches nothing, ends
 *                                 owner n + 1: goes on with the next ready key
 * </pre>
 */
final class EventLoop implements Driver {
    /** Something under the selector. */
    interface Ready {
        /** On the loop: it can be written to; what is to be run for that, or null. */
        Runnable writable();

        /** On the loop: it can be read from, or accepted; what is to be run for that, or null. */
        Runnable readable();
    }

    private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);

    private final Selector selector;
    private final Workers workers;
    private final Workers computing;
    private final ThreadFactory threads;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Consumer<SelectionKey> collector = this::collect;
    private volatile boolean sleeping;
    private volatile boolean stopped;

    // The token and what belongs to it.
    private volatile int token;
    private volatile Thread owner;
    private Ready[] ready = new Ready[64];
    private int[] operations = new int[64];
    private int next;
    private int count;

    EventLoop(Workers workers, Workers computing, ThreadFactory threads) throws IOException {
        this.selector = Selector.open();
        this.workers = workers;
        this.computing = computing;
        this.threads = threads;
    }

    void start() {
        newOwner();
    }

    /** True when the calling thread owns this loop. */
    boolean owned() {
        return owner == Thread.currentThread();
    }

    SelectionKey register(SelectableChannel channel, int interest, Ready attachment)
            throws IOException {
        SelectionKey key = channel.register(selector, interest, attachment);
        wake();
        return key;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        wake();
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

    /**
     * The thread that ended the exchange goes on with the connection: no way back through the
     * selector.
     */
    @Override
    public Runnable resume(Connection connection) {
        return connection;
    }

    /**
     * Makes a sleeping selector look again; costs nothing on the loop itself or while it is awake.
     */
    void wake() {
        if (sleeping && !owned()) {
            selector.wakeup();
        }
    }

    /** Before the calling thread waits: if it owns the loop, another thread takes it over. */
    void handOver() {
        if (owned()) {
            newOwner();
        }
    }

    void stop() {
        stopped = true;
        selector.wakeup();
    }

    /** After {@link #stop}: waits for the owner to end, which closes the selector. */
    void join(long millis) throws InterruptedException {
        Thread thread = owner;
        if (thread != null && thread != Thread.currentThread()) {
            thread.join(millis);
        }
    }

    private void newOwner() {
        int mine = token + 1;
        Thread thread = threads.newThread(() -> run(mine));
        owner = thread;
        token = mine;
        thread.start();
    }

    private void run(int mine) {
        try {
            while (!stopped) {
                while (next < count) {
                    Ready channel = ready[next];
                    // Taken off first: whoever takes the loop over goes on behind it.
                    ready[next] = null;
                    boolean writable = (operations[next++] & SelectionKey.OP_WRITE) != 0;
                    Runnable task = writable ? channel.writable() : channel.readable();
                    if (task != null) {
                        try {
                            task.run();
                        } catch (RuntimeException | Error e) {
                            failed(e);
                        }
                        if (token != mine) {
                            return;
                        }
                    }
                }
                // As many as there are now: tasks that post themselves again must not starve the
                // keys.
                for (int left = tasks.size(); left > 0; left--) {
                    Runnable task = tasks.poll();
                    if (task == null) {
                        break;
                    }
                    try {
                        task.run();
                    } catch (RuntimeException | Error e) {
                        failed(e);
                    }
                    if (token != mine) {
                        return;
                    }
                }
                select();
            }
            closeSelector();
        } catch (IOException e) {
            LOG.error("SRV-0902 A selector failed; its connections are lost", e);
            closeSelector();
        }
    }

    private static void failed(Throwable cause) {
        LOG.error("SRV-0901 An event loop goes on after a failure; please report this", cause);
    }

    private void select() throws IOException {
        next = 0;
        count = 0;
        sleeping = true;
        if (!tasks.isEmpty() || stopped) {
            sleeping = false;
            selector.selectNow(collector);
        } else {
            selector.select(collector);
            sleeping = false;
        }
    }

    /** Only notes what is ready: while the selector calls this, it holds its monitor. */
    private void collect(SelectionKey key) {
        if (count == ready.length) {
            ready = Arrays.copyOf(ready, 2 * count);
            operations = Arrays.copyOf(operations, 2 * count);
        }
        int operation;
        try {
            operation = key.readyOps();
        } catch (CancelledKeyException e) {
            return; // another thread has closed the channel since it was selected
        }
        ready[count] = (Ready) key.attachment();
        operations[count++] = operation;
    }

    private void closeSelector() {
        try {
            selector.close();
        } catch (IOException e) {
            LOG.debug("closing a selector", e);
        }
    }
}

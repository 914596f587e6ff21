package dev.serval.net;

import dev.serval.jfr.Flight;
import dev.serval.net.HeldCall.Held;
import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A selector, its ready keys and a queue of tasks. What it does belongs to a token, not to a
 * thread: one thread at a time owns the loop, and one that has to wait gives it away first, in the
 * middle of the ready keys if need be.
 *
 * <p>Calls of routes whose calls have been short run on the owner's thread ({@link #dispatch}). A
 * watcher looks every millisecond; if a call waits, or runs for too long, it hands the loop to a
 * spare thread. The token is a number: even while the owner is at work, odd while it is in a call.
 * Owner and watcher leave the odd state by one compare-and-set; if the owner loses it, it has lost
 * the loop.
 *
 * <pre>
 *   owner: select -&gt; ready keys -&gt; tasks -&gt; select ...
 *
 *           dispatch: the route is short, a seat is free
 *   AT WORK --------------------------------------------&gt; IN A CALL
 *     2n   &lt;-------------------------------------------   2n + 1
 *     |       ran: the owner's compare-and-set to 2n + 2     |
 *     |                                                      |  look: it waits, or computes for
 *     | handOver: about to wait outside of a call            |  {@link #RUNNING_LOOKS} ms; or
 *     | itself                                               |  handOver: it is about to wait
 *     v                                                      v
 *   AT WORK 2n + 2, of a spare thread, which goes on with the next ready key. The old owner goes on
 *   with its connection as a worker does, touches neither selector nor keys, and becomes a spare.
 * </pre>
 */
final class EventLoop implements Driver {
    /** Something under the selector. */
    interface Ready {
        /**
         * Called on the loop when it can be written to. Returns the task for that; null if there is
         * none.
         */
        Runnable writable();

        /**
         * Called on the loop when it can be read from or accepted. Returns the task for that; null
         * if there is none.
         */
        Runnable readable();
    }

    private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);

    /** After so many looks at the same call it is too long for a loop, even if it computes. */
    static final int RUNNING_LOOKS = 5;

    /** After so many looks the loop goes on elsewhere, even if no processor was free meanwhile. */
    static final int LAST_LOOK = 20;

    private static final VarHandle TOKEN;

    static {
        try {
            TOKEN = MethodHandles.lookup().findVarHandle(EventLoop.class, "token", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // Replaced only if it was closed under the loop.
    private volatile Selector selector;
    private final Workers workers;
    private final Workers computing;
    private final LoopThreads threads;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Consumer<SelectionKey> collector = this::collect;
    private final TurnGuard guard = new TurnGuard("An event loop");
    private volatile boolean sleeping;
    // Something threw, perhaps the selector: it may have lost interests of its keys.
    private volatile boolean unsure;
    private volatile boolean stopped;

    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Runnable onLoss = () -> {};
    // Null if every call goes to the workers.
    private volatile LoopWatcher watcher;

    // The token, see above, and what belongs to it.
    private volatile long token;
    private volatile LoopThread owner;
    private Ready[] ready = new Ready[64];
    private int[] operations = new int[64];
    private int next;
    private int count;

    // Used by the watcher only.
    private long seen;
    private int looks;
    private final HeldCall heldCall = new HeldCall();
    private boolean told;

    EventLoop(Workers workers, Workers computing, LoopThreads threads) throws IOException {
        this.selector = Selector.open();
        this.workers = workers;
        this.computing = computing;
        this.threads = threads;
    }

    void start() {
        pass(threads.take());
    }

    /**
     * Called before the start: short calls run on the loop itself, and this watcher looks after
     * them.
     */
    void watched(LoopWatcher watcher) {
        this.watcher = watcher;
    }

    /** Called before the start: what to run when the selector and its registrations are lost. */
    void onLoss(Runnable onLoss) {
        this.onLoss = onLoss;
    }

    /** True if the calling thread owns this loop. */
    boolean owned() {
        LoopThread me = LoopThread.current();
        // A thread in a call may have lost the loop without knowing it.
        return me != null && me.owns(this) && (me.call == 0 || me.call == token);
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

    /** This and {@link #runsInPlace} alone decide which thread runs a call. */
    @Override
    public boolean dispatch(Call call) {
        if (runsInPlace(call.pace())) {
            return false;
        }
        workers.execute(call);
        return true;
    }

    @Override
    public boolean runsInPlace(Pace pace) {
        return watcher != null && pace != null && pace.isShort() && begin(pace);
    }

    /** The owner begins a call itself, in place of a worker; false if a worker has to run it. */
    private boolean begin(Pace pace) {
        LoopThread me = LoopThread.current();
        if (me == null || !me.owns(this) || me.call != 0 || !me.sit(workers)) {
            return false;
        }
        me.pace = pace;
        me.call = token + 1;
        token = me.call;
        watcher.called();
        return true;
    }

    @Override
    public void ran() {
        LoopThread me = LoopThread.current();
        // An interrupt that an application left behind must not meet the next one.
        Thread.interrupted();
        if (me.owns && !TOKEN.compareAndSet(this, me.call, me.call + 1)) {
            me.owns = false;
        }
        me.call = 0;
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
        handOver();
        parked.awaitClient();
    }

    /**
     * The thread that ended the exchange goes on with the connection: no way back through the
     * selector.
     */
    @Override
    public Runnable resume(Connection connection) {
        return connection;
    }

    /** Makes a sleeping selector look again; costs nothing while it is awake, as for its owner. */
    void wake() {
        if (sleeping) {
            selector.wakeup();
        }
    }

    /** Before the calling thread waits: if it owns the loop, another thread takes it over. */
    void handOver() {
        LoopThread me = LoopThread.current();
        if (me == null || !me.owns(this)) {
            return;
        }
        LoopThread other = threads.take();
        if (me.call == 0) {
            pass(other);
        } else {
            // A call that waits for its client does so again.
            me.pace.slow(System.nanoTime());
            takeOver(me.call, other);
        }
        me.owns = false;
    }

    /** Called by the watcher: false if nothing is under way. */
    boolean look() {
        long now = token;
        if (now != seen) {
            seen = now;
            looks = 0;
            return true;
        }
        if ((now & 1) == 0) {
            return false;
        }
        looks++;
        LoopThread held = owner;
        Pace pace = held.pace;
        Held why = heldCall.why(held, looks);
        if (why == Held.WAITS
                || why == Held.COMPUTES && looks >= RUNNING_LOOKS
                || looks >= LAST_LOOK) {
            LoopThread other = spare();
            if (other != null && takeOver(now, other)) {
                Flight.takenAway(why, held.thread());
                if (why == Held.WAITS) {
                    pace.slow(System.nanoTime());
                } else if (why == Held.COMPUTES) {
                    pace.lasts();
                }
            }
        } else if (why == Held.COMPUTES && token == now) {
            // The next calls go to workers and are timed there.
            pace.lasts();
        }
        return true;
    }

    /** For the watcher; null if there is none. */
    private LoopThread spare() {
        try {
            return threads.take();
        } catch (OutOfMemoryError e) {
            // The JVM cannot create another thread: the loop waits for its call.
            if (!told) {
                told = true;
                LOG.warn("SRV-0917 The system gives no thread for a loop that a call holds up", e);
            }
            return null;
        }
    }

    /** From any thread: another thread goes on with the loop, if it is still in that call. */
    private boolean takeOver(long call, LoopThread other) {
        if (TOKEN.compareAndSet(this, call, call + 1)) {
            own(other);
            return true;
        }
        threads.give(other);
        return false;
    }

    /** Called by the owner, at work. */
    private void pass(LoopThread other) {
        token += 2;
        own(other);
    }

    private void own(LoopThread other) {
        owner = other;
        other.assign(this);
    }

    /** An owner that has run an application that was stopped gives the loop away, and ends. */
    void renew() {
        selector.wakeup();
    }

    void stop() {
        stopped = true;
        selector.wakeup();
    }

    /** After {@link #stop}: waits until the selector is closed. */
    void join(long millis) throws InterruptedException {
        if (owner != null) {
            closed.await(millis, TimeUnit.MILLISECONDS);
        }
    }

    /** Runs on the owner's thread until that is not the owner any more. */
    void run(LoopThread me) {
        try {
            while (!stopped) {
                try {
                    while (!stopped) {
                        while (next < count) {
                            Ready channel = ready[next];
                            // Taken off first, so that a thread that takes the loop over goes on
                            // after it.
                            ready[next] = null;
                            boolean writable = (operations[next++] & SelectionKey.OP_WRITE) != 0;
                            Runnable task = writable ? channel.writable() : channel.readable();
                            if (task != null) {
                                task.run();
                                if (!me.owns) {
                                    return;
                                }
                            }
                        }
                        // As many as there are now: tasks that post themselves again must not
                        // starve the keys.
                        for (int left = tasks.size(); left > 0; left--) {
                            Runnable task = tasks.poll();
                            if (task == null) {
                                break;
                            }
                            task.run();
                            if (!me.owns) {
                                return;
                            }
                        }
                        // Others may want the place, and the next call may be far off.
                        me.stand(workers);
                        if (me.retired() && succeeded()) {
                            me.owns = false;
                            return;
                        }
                        guard.passed();
                        if (unsure) {
                            InterestRearming.all(selector);
                            unsure = false;
                        }
                        select();
                        // An application may interrupt a thread that it has seen, however late; the
                        // interrupt would keep the selector from waiting.
                        Thread.interrupted();
                    }
                } catch (Throwable e) {
                    failed(e);
                    if (!me.owns) {
                        return;
                    }
                }
            }
            closeSelector();
        } finally {
            me.stand(workers);
        }
    }

    private boolean succeeded() {
        LoopThread other;
        try {
            other = threads.take();
        } catch (OutOfMemoryError e) {
            // The JVM cannot create another thread: this one goes on.
            return false;
        }
        pass(other);
        return true;
    }

    /** Goes on after a failure: what failed was taken off the keys or the tasks first. */
    private void failed(Throwable cause) {
        // Cleared before the pause: while it is set, nobody wakes the selector for new tasks.
        sleeping = false;
        unsure |= cause instanceof VirtualMachineError;
        if (cause instanceof VirtualMachineError || cause instanceof IOException) {
            guard.failed(cause);
        } else {
            // The defect of one connection: the others need not wait.
            guard.note(cause);
        }
        if (!selector.isOpen() && !stopped) {
            replaceSelector();
        }
    }

    /** The selector is lost, and with it what its connections wait for. */
    private void replaceSelector() {
        try {
            selector = Selector.open();
            onLoss.run();
            LOG.error("SRV-0902 A selector failed; its connections were closed");
        } catch (Throwable e) {
            guard.failed(e); // the next turn finds it as it is, and tries again
        }
    }

    /** The thread that owned the loop ends without having given it away. */
    void abandoned() {
        while (!stopped) {
            try {
                pass(threads.take());
                return;
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
        closeSelector();
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

    /** Only notes what is ready, since the selector holds its monitor while it calls this. */
    private void collect(SelectionKey key) {
        if (count == ready.length) {
            // Both or neither: there may be no memory for the second one.
            Ready[] more = Arrays.copyOf(ready, 2 * count);
            operations = Arrays.copyOf(operations, 2 * count);
            ready = more;
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
        } finally {
            closed.countDown();
        }
    }
}

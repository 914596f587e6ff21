package dev.serval.net;

import dev.serval.buffer.BulkPool;
import dev.serval.thread.OomSafeLock;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sending half of an asynchronous socket. Thread-safe. Bytes are copied into a pooled buffer,
 * which belongs to the operation until that has ended: the caller's may change meanwhile.
 *
 * <p>An operation that is begun with a handler is tried at once on threads of the channel group
 * only; on any other thread it always passes through the group. One that is begun with a future is
 * tried at once on every thread, but calls nothing when it ends. So other threads write with a
 * future, which is nearly always done at once. They wait for it themselves where they may, and
 * leave it to the sweep where they must not; from then on, until the connection rests, operations
 * have a handler.
 */
final class Nio2Output implements CompletionHandler<Integer, Void> {
    // One download must not keep a worker for as long as its client reads fast.
    private static final long TRANSFER_PER_TURN = 512 * 1024;

    private final AsynchronousSocketChannel channel;
    private final Driver driver;
    private final Deadlines deadlines;
    private final BulkPool pool;
    private final MinRateTimeout timeout;
    private final ReentrantLock lock = new ReentrantLock();
    private ByteBuffer buffer; // guarded by lock; null if there is nothing to send
    private boolean writing; // guarded by lock: an operation owns the buffer
    private volatile Future<Integer> silent; // written under lock: the operation with a future
    private Throwable failure; // guarded by lock
    private volatile Runnable writer; // written under lock: the task that waits
    private volatile boolean telling;
    private volatile boolean waiting;
    private volatile boolean expired;
    private volatile boolean closed;

    Nio2Output(
            AsynchronousSocketChannel channel,
            Driver driver,
            Deadlines deadlines,
            BulkPool pool,
            int minResponseDataRate) {
        this.channel = channel;
        this.driver = driver;
        this.deadlines = deadlines;
        this.pool = pool;
        timeout = new MinRateTimeout(minResponseDataRate);
    }

    /** See {@link Transport#write}. */
    boolean write(ByteBuffer... sources) throws IOException {
        lock.lock();
        try {
            check();
            if (!drain()) {
                return false;
            }
            long left = 0;
            for (ByteBuffer source : sources) {
                left += source.remaining();
            }
            for (ByteBuffer source : sources) {
                while (source.hasRemaining()) {
                    if (buffer == null) {
                        buffer = pool.take(left);
                    }
                    left -= copy(source, buffer);
                    if (!buffer.hasRemaining()) {
                        buffer.flip();
                        if (!drain()) {
                            return false;
                        }
                    }
                }
            }
            if (buffer != null) {
                buffer.flip();
            }
            return drain();
        } finally {
            unlock();
        }
    }

    private static int copy(ByteBuffer source, ByteBuffer target) {
        int limit = source.limit();
        int count = Math.min(source.remaining(), target.remaining());
        target.put(source.limit(source.position() + count));
        source.limit(limit);
        return count;
    }

    /** See {@link Transport#transfer}. */
    boolean transfer(FileRegion region) throws IOException {
        lock.lock();
        try {
            check();
            if (!drain()) {
                return false;
            }
            long budget = TRANSFER_PER_TURN;
            while (region.remaining() > 0) {
                buffer = pool.take(region.remaining());
                int count = FileCopy.fill(buffer, region);
                region.advance(count);
                budget -= count;
                if (budget <= 0) {
                    telling = true;
                }
                if (!drain()) {
                    return false;
                }
            }
            return true;
        } finally {
            unlock();
        }
    }

    /** True if nothing is left to be sent. */
    private boolean drain() throws IOException {
        while (buffer != null) {
            // Once a write has failed no other one is begun.
            if (!writing && failure == null && buffer.hasRemaining()) {
                begin();
            }
            if (writing && !ended()) {
                return false;
            }
            if (failure != null) {
                throw new IOException(failure.toString(), failure);
            }
            if (!buffer.hasRemaining()) {
                giveBack();
            }
        }
        return true;
    }

    private void begin() {
        writing = true;
        try {
            if (telling || Thread.currentThread() instanceof GroupThread) {
                channel.write(buffer, null, this);
            } else {
                silent = channel.write(buffer);
            }
        } catch (RuntimeException e) {
            // The group has been shut down.
            writing = false;
            failure = e;
        }
    }

    /** Whether the operation under way has ended. */
    private boolean ended() {
        if (silent != null && silent.isDone()) {
            try {
                timeout.progressed(silent.get());
            } catch (ExecutionException e) {
                failure = e.getCause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // impossible: it is done
            }
            silent = null;
            writing = false;
        }
        return !writing;
    }

    @Override
    public void completed(Integer count, Void unused) {
        finish(count, null);
    }

    @Override
    public void failed(Throwable cause, Void unused) {
        finish(0, cause);
    }

    private void finish(int count, Throwable cause) {
        Runnable task;
        OomSafeLock.lock(lock);
        try {
            writing = false;
            failure = cause;
            task = takeWriter();
            timeout.progressed(count);
        } finally {
            unlock();
        }
        if (task != null) {
            Nio2Endpoint.complete(task);
        }
    }

    // ---- waiting

    void timeout(long millis) {
        timeout.timeout(millis);
    }

    /** See {@link Transport#when}. */
    void when(Runnable task) {
        lock.lock();
        try {
            if (writer != null) {
                throw new IllegalStateException("somebody waits for WRITE already");
            }
            if (!mayGoOn()) {
                timeout.begin(deadlines.now());
                writer = task;
                telling = true;
                if (!closed) {
                    return;
                }
                // Whoever has closed it meanwhile may not have seen the task.
                takeWriter();
            }
        } finally {
            unlock();
        }
        task.run();
    }

    /** Takes the waiting task; null if there is none. */
    Runnable takeWriter() {
        lock.lock();
        try {
            Runnable task = writer;
            if (task != null) {
                writer = null;
                timeout.end(deadlines.now());
            }
            return task;
        } finally {
            unlock();
        }
    }

    /** See {@link Transport#await}. */
    void await() {
        Future<Integer> operation;
        lock.lock();
        try {
            operation = silent;
        } finally {
            lock.unlock();
        }
        if (operation == null) {
            Parked parked = new Parked();
            when(parked);
            parked.awaitClient();
        } else {
            await(operation);
        }
        telling = false;
    }

    private void await(Future<Integer> operation) {
        boolean interrupted = false;
        Workers paused = Workers.pausing();
        timeout.begin(deadlines.now());
        waiting = true;
        while (!operation.isDone() && !expired) {
            try {
                operation.get(Deadlines.TICK, TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                // The sweep checks its deadline; the next writer gets a failure.
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        waiting = false;
        timeout.end(deadlines.now());
        if (paused != null) {
            paused.resumed();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The response is sent: threads may again write with a future. */
    void rest() {
        telling = false;
    }

    void sweep(long now) {
        if (timeout.over(now)) {
            timeout.endBy(driver, this::expire, now);
        }
        if (writer != null) {
            lock.lock();
            try {
                if (!mayGoOn()) {
                    return;
                }
            } finally {
                unlock();
            }
            driver.execute(this::tell);
        }
    }

    /**
     * Whether a task need not wait. Called with the lock held. An operation with a future tells
     * nobody of its end, and another writer may see it first.
     */
    private boolean mayGoOn() {
        return closed || !writing || ended();
    }

    private void tell() {
        Runnable task = null;
        lock.lock();
        try {
            // It may be another task than the one that the sweep has seen.
            if (mayGoOn()) {
                task = takeWriter();
            }
        } finally {
            unlock();
        }
        if (task != null) {
            task.run();
        }
    }

    /** See {@link Transport#expire}. */
    void expire() {
        if (waiting) {
            expired = true;
        } else {
            Runnable task = takeWriter();
            if (task != null) {
                expired = true;
                task.run();
            }
        }
    }

    private void check() throws IOException {
        if (expired) {
            expired = false;
            throw new SocketTimeoutException("write");
        }
    }

    // ---- the end

    /** The channel is closed, and with it the operation under way. */
    void closed() {
        closed = true;
        if (lock.tryLock()) {
            unlock();
        }
        // A task that waits for an operation with a future has to be told.
        if (writer != null) {
            driver.execute(this::tell);
        }
    }

    /** Unlocks; the last thread returns the buffer of a closed connection. */
    private void unlock() {
        if (lock.getHoldCount() > 1) {
            // An operation has ended in place: the thread that began it returns the buffer.
            lock.unlock();
            return;
        }
        do {
            if (closed && buffer != null && (!writing || ended())) {
                giveBack();
            }
            lock.unlock();
        } while (closed && buffer != null && !writing && lock.tryLock());
    }

    private void giveBack() {
        pool.give(buffer);
        buffer = null;
    }
}

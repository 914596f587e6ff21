package dev.serval.net;

import dev.serval.buffer.BulkPool;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.CompletionHandler;

/**
 * An asynchronous socket, whose operations are begun here and end on a thread of the channel group.
 * Such an operation owns its buffer until it has ended, so bytes pass through buffers of this
 * transport's own. A read is begun when a task waits for it. It never has a time-out, since a read
 * that timed out would make the channel unusable; the sweep ends the wait, not the read:
 *
 * <pre>
 *   NONE -- when(READ, task) --> task (a read is under way) -- it ends: run task --> ENDED
 *    ^                            |   ^                                                |
 *    |           forget(), expiry v   | when(READ, task)                               |
 *    |                           READING -- it ends --------------------------------> ENDED
 *    +----------- read() has taken all of its bytes ----------------------------------+
 * </pre>
 */
final class Nio2Transport implements Transport {
    private static final Object NONE = new Object();
    private static final Object READING = new Object();
    private static final Object ENDED = new Object();
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final VarHandle READER;

    static {
        try {
            READER =
                    MethodHandles.lookup()
                            .findVarHandle(Nio2Transport.class, "reader", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AsynchronousSocketChannel channel;
    private final Driver driver;
    private final Deadlines deadlines;
    private final IoTimeout readTimeout = new IoTimeout();
    private final ReadWait readWait;
    private volatile Peer peer;
    private final Nio2Output output;
    private final CompletionHandler<Integer, Void> readEnded = new ReadEnded();
    private volatile Object reader = NONE;
    private volatile boolean readExpired;
    // The bytes of the read that is under way or has ended; published by the state of the reader.
    private ByteBuffer incoming = NOTHING;
    private final ReadSize readSize = new ReadSize();
    private boolean inputEnded;
    private Throwable readFailure;

    Nio2Transport(
            AsynchronousSocketChannel channel,
            Driver driver,
            Deadlines deadlines,
            BulkPool buffers,
            int minResponseDataRate) {
        this.channel = channel;
        this.peer = new SocketPeer(channel);
        this.driver = driver;
        this.deadlines = deadlines;
        this.readWait = new ReadWait(readTimeout, deadlines, driver, this::expireRead);
        this.output = new Nio2Output(channel, driver, deadlines, buffers, minResponseDataRate);
    }

    // ---- reading

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (readExpired) {
            readExpired = false;
            throw new SocketTimeoutException("read");
        }
        if (reader != ENDED) {
            if (!channel.isOpen()) {
                throw new ClosedChannelException();
            }
            return 0;
        }
        if (readFailure != null) {
            throw new IOException(readFailure.toString(), readFailure);
        }
        if (inputEnded) {
            return -1;
        }
        int count = Math.min(incoming.remaining(), target.remaining());
        int limit = incoming.limit();
        target.put(incoming.limit(incoming.position() + count));
        incoming.limit(limit);
        if (!incoming.hasRemaining()) {
            reader = NONE;
        }
        return count;
    }

    private void whenReadable(Runnable task) {
        output.rest();
        readTimeout.begin(deadlines.now());
        while (true) {
            Object state = reader;
            if (state == NONE) {
                // No other thread leaves this state: it belongs to the reader.
                reader = task;
                beginRead();
                return;
            }
            if (state == READING) {
                if (READER.compareAndSet(this, READING, task)) {
                    return;
                }
            } else if (state == ENDED) {
                readTimeout.end(deadlines.now());
                task.run();
                return;
            } else {
                throw new IllegalStateException("somebody waits for READ already");
            }
        }
    }

    private void beginRead() {
        if (incoming.capacity() != readSize.next()) {
            incoming = ByteBuffer.allocate(readSize.next());
        }
        try {
            channel.read(incoming.clear(), null, readEnded);
        } catch (RuntimeException e) {
            // The group was shut down; it throws then and does not call the handler.
            readEnded.failed(e, null);
        }
    }

    private final class ReadEnded implements CompletionHandler<Integer, Void> {
        @Override
        public void completed(Integer count, Void unused) {
            inputEnded = count < 0;
            ended();
        }

        @Override
        public void failed(Throwable cause, Void unused) {
            readFailure = cause;
            ended();
        }

        private void ended() {
            incoming.flip();
            readSize.ended(incoming.limit());
            Object state = READER.getAndSet(Nio2Transport.this, ENDED);
            if (state instanceof Runnable task) {
                readTimeout.end(deadlines.now());
                Nio2Endpoint.complete(task);
            }
        }
    }

    /** Takes the task that waits for a read under way; the read goes on. Null if there is none. */
    private Runnable takeReader() {
        Object state = reader;
        if (state instanceof Runnable task && READER.compareAndSet(this, state, READING)) {
            readTimeout.end(deadlines.now());
            return task;
        }
        return null;
    }

    private void expireRead() {
        Runnable task = takeReader();
        if (task != null) {
            readExpired = true;
            task.run();
        } else {
            // The task may not be there yet although its wait has begun.
            readTimeout.endLater(deadlines.now());
        }
    }

    // ---- writing

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        return output.write(source);
    }

    @Override
    public boolean write(ByteBuffer[] sources) throws IOException {
        return output.write(sources);
    }

    @Override
    public boolean transfer(FileRegion region) throws IOException {
        return output.transfer(region);
    }

    // ---- waiting

    @Override
    public void when(Interest interest, Runnable task) {
        if (interest == Interest.READ) {
            whenReadable(task);
        } else {
            output.when(task);
        }
    }

    @Override
    public void await(Interest interest) throws IOException {
        Nio2Endpoint.requireMayWait();
        if (interest == Interest.READ) {
            Parked parked = new Parked();
            whenReadable(parked);
            parked.awaitClient();
        } else {
            output.await();
        }
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void forget(Interest interest) {
        if (interest == Interest.READ) {
            takeReader();
        } else {
            output.takeWriter();
        }
    }

    @Override
    public boolean blocks() {
        return false;
    }

    @Override
    public void readTimeout(long millis) {
        readTimeout.timeout(millis);
    }

    @Override
    public void writeTimeout(long millis) {
        output.timeout(millis);
    }

    @Override
    public ReadWait readWait() {
        return readWait;
    }

    @Override
    public void sweep(long now) {
        readWait.sweep(now);
        output.sweep(now);
    }

    @Override
    public void expire(Interest interest) {
        driver.execute(interest == Interest.READ ? this::expireRead : output::expire);
    }

    // ---- the end

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    /**
     * Ends the operations under way, whose handlers then run. The client is told first: while the
     * thread that polls looks at the socket, Linux (6.9 and newer) leaves its end to that thread,
     * which may sleep again before it comes to that, until the next event of any connection.
     */
    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.shutdownOutput();
        } catch (IOException | RuntimeException e) {
            // The client has gone.
        }
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing more can be done with it.
        }
        output.closed();
    }

    @Override
    public void closeLater() {
        deadlines.closeLater(channel);
        output.closed();
    }

    /**
     * An asynchronous channel has no SO_LINGER: the peer sees an orderly end, unless bytes that it
     * sent are left unread.
     */
    @Override
    public void reset() {
        close();
    }

    @Override
    public Peer peer() {
        return peer;
    }

    @Override
    public void peer(Peer told) {
        peer = told;
    }
}

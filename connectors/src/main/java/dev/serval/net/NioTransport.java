package dev.serval.net;

import dev.serval.buffer.BulkPool;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A non-blocking socket on an event loop. Interest in READ stays armed while a request is handled,
 * so that the next one costs no system call:
 *
 * <pre>
 *            when(READ, task)              readable: run task
 *   NONE  ---------------------->  task  ----------------------->  NONE
 *     |  readable, nobody waits             when(READ, task): armed again
 *     +------------------------->  MUTED ----------------------->  task
 * </pre>
 */
final class NioTransport implements Transport, EventLoop.Ready {
    // One download must not hold a loop that others need.
    private static final long TRANSFER_PER_TURN = 512 * 1024;

    private static final Object NONE = new Object();
    private static final Object MUTED = new Object();
    private static final VarHandle READER;
    private static final VarHandle WRITER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READER = lookup.findVarHandle(NioTransport.class, "reader", Object.class);
            WRITER = lookup.findVarHandle(NioTransport.class, "writer", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SocketChannel channel;
    private final EventLoop loop;
    private final Deadlines deadlines;
    // Null if sendfile may be used.
    private final BulkPool copyPool;
    private final IoTimeout readTimeout = new IoTimeout();
    private final ReadWait readWait;
    private final MinRateTimeout writeTimeout;
    private volatile Peer peer;
    private SelectionKey key;
    private volatile Object reader = NONE;
    private volatile Object writer = NONE;
    private volatile boolean readExpired;
    private volatile boolean writeExpired;

    NioTransport(
            SocketChannel channel,
            EventLoop loop,
            Deadlines deadlines,
            BulkPool copyPool,
            int minResponseDataRate) {
        this.channel = channel;
        this.peer = new SocketPeer(channel);
        this.loop = loop;
        this.deadlines = deadlines;
        this.readWait = new ReadWait(readTimeout, deadlines, loop, this::expireRead);
        this.copyPool = copyPool;
        this.writeTimeout = new MinRateTimeout(minResponseDataRate);
    }

    /** Registers the socket with the loop's selector. Called on the loop. */
    void register() throws IOException {
        key = loop.register(channel, SelectionKey.OP_READ, this);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (readExpired) {
            readExpired = false;
            throw new SocketTimeoutException("read");
        }
        return channel.read(target);
    }

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        checkWriteExpired();
        writeTimeout.progressed(channel.write(source));
        return !source.hasRemaining();
    }

    @Override
    public boolean write(ByteBuffer[] sources) throws IOException {
        checkWriteExpired();
        writeTimeout.progressed(channel.write(sources));
        for (ByteBuffer source : sources) {
            if (source.hasRemaining()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean transfer(FileRegion region) throws IOException {
        checkWriteExpired();
        long before = region.remaining();
        try {
            return send(region);
        } finally {
            writeTimeout.progressed(before - region.remaining());
        }
    }

    private boolean send(FileRegion region) throws IOException {
        if (copyPool != null) {
            return FileCopy.send(region, channel, copyPool, TRANSFER_PER_TURN);
        }
        long budget = TRANSFER_PER_TURN;
        while (region.remaining() > 0 && budget > 0) {
            long count =
                    region.channel()
                            .transferTo(
                                    region.position(),
                                    Math.min(region.remaining(), budget),
                                    channel);
            if (count == 0) {
                if (region.position() >= region.channel().size()) {
                    throw FileCopy.shrunk(region);
                }
                return false;
            }
            region.advance(count);
            budget -= count;
        }
        return region.remaining() == 0;
    }

    @Override
    public void when(Interest interest, Runnable task) {
        if (interest == Interest.READ) {
            whenReadable(task);
        } else {
            whenWritable(task);
        }
    }

    private void whenReadable(Runnable task) {
        readTimeout.begin(deadlines.now());
        while (true) {
            Object state = reader;
            if (state == NONE) {
                if (READER.compareAndSet(this, NONE, task)) {
                    break;
                }
            } else if (state == MUTED) {
                if (READER.compareAndSet(this, MUTED, task)) {
                    arm(SelectionKey.OP_READ);
                    break;
                }
            } else {
                throw new IllegalStateException("somebody waits for READ already");
            }
        }
        if (!channel.isOpen()) {
            fire(takeReader());
        }
    }

    private void whenWritable(Runnable task) {
        writeTimeout.begin(deadlines.now());
        if (!WRITER.compareAndSet(this, NONE, task)) {
            throw new IllegalStateException("somebody waits for WRITE already");
        }
        arm(SelectionKey.OP_WRITE);
        if (!channel.isOpen()) {
            fire(takeWriter());
        }
    }

    private void arm(int operation) {
        try {
            key.interestOpsOr(operation);
            loop.wake();
        } catch (CancelledKeyException e) {
            // Closed meanwhile: the caller checks that and runs the task.
        }
    }

    @Override
    public Runnable writable() {
        disarm(SelectionKey.OP_WRITE);
        return takeWriter();
    }

    /**
     * Bytes, or the end, while a request is handled: reported once, then muted until a task waits.
     * A selector is level-triggered and would spin.
     */
    @Override
    public Runnable readable() {
        Runnable task = takeReader();
        if (task == null && READER.compareAndSet(this, NONE, MUTED)) {
            disarm(SelectionKey.OP_READ);
            if (reader != MUTED) {
                // A task began to wait in between; this may have undone its interest.
                arm(SelectionKey.OP_READ);
            }
        }
        return task;
    }

    private void disarm(int operation) {
        try {
            key.interestOpsAnd(~operation);
        } catch (CancelledKeyException e) {
            // Closed meanwhile.
        }
    }

    private Runnable takeReader() {
        Object state = reader;
        if (state instanceof Runnable task && READER.compareAndSet(this, state, NONE)) {
            readTimeout.end(deadlines.now());
            return task;
        }
        return null;
    }

    private Runnable takeWriter() {
        Object state = writer;
        if (state instanceof Runnable task && WRITER.compareAndSet(this, state, NONE)) {
            writeTimeout.end(deadlines.now());
            return task;
        }
        return null;
    }

    private static void fire(Runnable task) {
        if (task != null) {
            task.run();
        }
    }

    @Override
    public void forget(Interest interest) {
        if (interest == Interest.READ) {
            takeReader();
        } else {
            takeWriter();
        }
    }

    @Override
    public boolean blocks() {
        return false;
    }

    @Override
    public void await(Interest interest) throws IOException {
        loop.handOver();
        Parked parked = new Parked();
        when(interest, parked);
        parked.awaitClient();
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void readTimeout(long millis) {
        readTimeout.timeout(millis);
    }

    @Override
    public void writeTimeout(long millis) {
        writeTimeout.timeout(millis);
    }

    @Override
    public ReadWait readWait() {
        return readWait;
    }

    @Override
    public void sweep(long now) {
        readWait.sweep(now);
        if (writeTimeout.over(now)) {
            writeTimeout.endBy(loop, this::expireWrite, now);
        }
    }

    @Override
    public void expire(Interest interest) {
        loop.execute(interest == Interest.READ ? this::expireRead : this::expireWrite);
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

    private void expireWrite() {
        Runnable task = takeWriter();
        if (task != null) {
            writeExpired = true;
            task.run();
        }
    }

    private void checkWriteExpired() throws SocketTimeoutException {
        if (writeExpired) {
            writeExpired = false;
            throw new SocketTimeoutException("write");
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing more can be done with it.
        }
        // The descriptor is closed after the next select, and waiting tasks have to be told.
        loop.wake();
        if (reader instanceof Runnable || writer instanceof Runnable) {
            loop.execute(this::fireClosed);
        }
    }

    private void fireClosed() {
        fire(takeReader());
        fire(takeWriter());
    }

    @Override
    public void closeLater() {
        // What still arrives is ignored: otherwise the selector would report it without end.
        key.cancel();
        loop.wake();
        deadlines.closeLater(channel);
    }

    @Override
    public void reset() {
        if (channel.isOpen()) {
            try {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException | UnsupportedOperationException e) {
                // Closed meanwhile, or the peer is gone already; a Unix domain socket has none.
            }
            close();
        }
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

package dev.serval.net;

import dev.serval.buffer.BulkPool;
import dev.serval.thread.LostWakeUps;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A blocking socket. Reads that take too long are ended by shutting the input down, never by an
 * interrupt, which would close the channel; writes that do not progress are ended by closing it.
 */
final class BioTransport implements Transport {
    // Between two looks at the clock; a slow reader's progress counts.
    private static final long TRANSFER_PER_CALL = 256 * 1024;

    private final SocketChannel channel;
    private final BioThread thread;
    private final Deadlines deadlines;
    private final BulkPool copyPool;
    private final boolean sendfile;
    private final IoTimeout readTimeout = new IoTimeout();
    private final ReadWait readWait;
    private final MinRateTimeout writeTimeout;
    // Null on platform threads.
    private final LostWakeUps wakeUps;
    private volatile Peer peer;
    private volatile boolean readExpired;
    private volatile boolean writeExpired;
    private volatile Thread transferring;

    /**
     * @param copyPool for files, where sendfile does not progress
     * @param sendfile whether it is used at all
     * @param wakeUps for virtual threads, otherwise null
     */
    BioTransport(
            SocketChannel channel,
            BioThread thread,
            Deadlines deadlines,
            BulkPool copyPool,
            boolean sendfile,
            int minResponseDataRate,
            LostWakeUps wakeUps) {
        this.channel = channel;
        this.peer = new SocketPeer(channel);
        this.thread = thread;
        this.deadlines = deadlines;
        this.readWait =
                new ReadWait(readTimeout, deadlines, Runnable::run, () -> expire(Interest.READ));
        this.copyPool = copyPool;
        this.sendfile = sendfile;
        this.writeTimeout = new MinRateTimeout(minResponseDataRate);
        this.wakeUps = wakeUps;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (wakeUps != null) {
            wakeUps.reads();
        }
        readTimeout.begin(deadlines.now());
        boolean released = thread.release();
        Workers paused = thread.pausing();
        int count;
        boolean waited = false;
        try {
            count = channel.read(target);
        } finally {
            waited = readTimeout.endUnlessGivenUp();
            if (released) {
                thread.acquire();
            }
            resumed(paused);
        }
        if (!waited || readExpired && count < 0) {
            throw new SocketTimeoutException("read");
        }
        return count;
    }

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        Workers paused = beginWrite();
        try {
            while (source.hasRemaining()) {
                progressed(channel.write(source));
            }
            return true;
        } catch (IOException e) {
            throw writeFailure(e);
        } finally {
            endWrite(paused);
        }
    }

    @Override
    public boolean write(ByteBuffer[] sources) throws IOException {
        Workers paused = beginWrite();
        try {
            while (sources[sources.length - 1].hasRemaining() || anyLeft(sources)) {
                progressed(channel.write(sources));
            }
            return true;
        } catch (IOException e) {
            throw writeFailure(e);
        } finally {
            endWrite(paused);
        }
    }

    private Workers beginWrite() {
        if (wakeUps != null) {
            wakeUps.writes();
        }
        writeTimeout.begin(deadlines.now());
        return thread.pausing();
    }

    /** Bytes were sent; the wait for the next ones begins. */
    private void progressed(long bytes) {
        long now = deadlines.now();
        writeTimeout.end(now);
        writeTimeout.progressed(bytes);
        writeTimeout.begin(now);
    }

    private void endWrite(Workers paused) {
        writeTimeout.end(deadlines.now());
        resumed(paused);
    }

    private static void resumed(Workers paused) {
        if (paused != null) {
            paused.resumed();
        }
    }

    private static boolean anyLeft(ByteBuffer[] sources) {
        for (ByteBuffer source : sources) {
            if (source.hasRemaining()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean transfer(FileRegion region) throws IOException {
        transferring = Thread.currentThread();
        writeTimeout.begin(deadlines.now());
        try {
            while (region.remaining() > 0) {
                long before = region.remaining();
                if (!sendfile) {
                    FileCopy.send(region, channel, copyPool, TRANSFER_PER_CALL);
                } else if (!sendfile(region)) {
                    // A virtual thread's socket is full: one write waits without the carrier.
                    FileCopy.send(region, channel, copyPool, 1);
                }
                progressed(before - region.remaining());
            }
            return true;
        } catch (IOException e) {
            throw writeFailure(e);
        } finally {
            transferring = null;
            writeTimeout.end(deadlines.now());
        }
    }

    /**
     * Waits for the socket on a platform thread. It does not wait on a virtual one, where the JDK
     * made the socket non-blocking at its first read: then it returns false if no byte was taken.
     */
    private boolean sendfile(FileRegion region) throws IOException {
        long most = Math.min(region.remaining(), TRANSFER_PER_CALL);
        long count = region.channel().transferTo(region.position(), most, channel);
        if (count == 0 && region.position() >= region.channel().size()) {
            throw FileCopy.shrunk(region);
        }
        region.advance(count);
        return count > 0;
    }

    private IOException writeFailure(IOException e) {
        return writeExpired ? new IOException("The peer did not read in time", e) : e;
    }

    /**
     * A blocking transport is always ready: its thread goes on, and waits in the operation itself.
     */
    @Override
    public void when(Interest interest, Runnable task) {
        thread.later(task);
    }

    @Override
    public void await(Interest interest) {
        // The operation itself waits.
    }

    /** Nothing is left to forget: the task has become a turn of the connection's thread. */
    @Override
    public void forget(Interest interest) {}

    @Override
    public boolean blocks() {
        return true;
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
            expire(Interest.WRITE);
        }
        if (wakeUps != null) {
            wakeUps.sweep(
                    readTimeout.waited(now) >= Deadlines.TICK,
                    writeTimeout.waited(now) >= Deadlines.TICK);
        }
    }

    @Override
    public void expire(Interest interest) {
        if (interest == Interest.READ) {
            readExpired = true;
            try {
                channel.shutdownInput();
            } catch (IOException e) {
                // Closed meanwhile: nobody reads any more.
            }
        } else {
            writeExpired = true;
            unblockWriter();
        }
    }

    /** Closing the channel alone would not end a sendfile that is under way. */
    private void unblockWriter() {
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            // Closed meanwhile: nobody writes any more.
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing more can be done with it.
        }
    }

    @Override
    public void closeLater() {
        deadlines.closeLater(channel);
    }

    @Override
    public void reset() {
        if (transferring != null && transferring != Thread.currentThread()) {
            unblockWriter();
        }
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // Closed meanwhile, or the peer is gone already.
        }
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

package dev.serval.websocket.wire;

import dev.serval.http.BytesHandler;
import dev.serval.http.UpgradedBytes;
import dev.serval.http.UpgradedWaits;
import dev.serval.net.Parked;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of a client's connection on a blocking socket, plain or of TLS, with a thread that
 * reads. Thread-safe.
 *
 * <pre>
 *   the thread: read --&gt; turn: readable --&gt; read ...        others: turn, when asked for
 * </pre>
 */
public final class ClientBytes implements UpgradedBytes, UpgradedWaits {
    private static final Logger LOG = LoggerFactory.getLogger(ClientBytes.class);

    private final Socket socket;
    private final Closeable line;
    private final InputStream input;
    private final OutputStream output;
    private final Executor threads;
    private final BytesHandler handler;
    private final Runnable gone;
    // One turn at a time.
    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile boolean closed;
    // Used in turns: the bytes that the thread has read. Below 0 at the end of the stream.
    private byte[] read;
    private int from;
    private int to;

    /**
     * @param line the socket below TLS, or the socket itself
     * @param received bytes after the response to the handshake; may be empty
     * @param threads that may block, of which the connection keeps one
     * @param gone the last turn
     */
    public ClientBytes(
            Socket socket,
            Closeable line,
            byte[] received,
            Executor threads,
            BytesHandler handler,
            Runnable gone)
            throws IOException {
        this.socket = socket;
        this.line = line;
        this.threads = threads;
        this.handler = handler;
        this.gone = gone;
        input = socket.getInputStream();
        output = socket.getOutputStream();
        read = received;
        to = received.length;
    }

    /** Starts the turns; the first one is over when this returns. */
    public void begin() {
        run(() -> handler.opened(this));
        give();
        try {
            threads.execute(this::readOn);
        } catch (RuntimeException | Error e) {
            close();
            run(gone::run);
            throw e;
        }
    }

    private interface Turn {
        void run() throws IOException;
    }

    private void readOn() {
        ByteBuffer lent = Buffers.HEAP.take();
        try {
            byte[] room = lent.array();
            while (!closed) {
                int count = receive(room);
                turn.lock();
                try {
                    read = room;
                    from = 0;
                    to = count;
                    if (count < 0) {
                        run(handler::readable);
                        return;
                    }
                    give();
                } finally {
                    turn.unlock();
                }
            }
        } finally {
            close();
            run(gone::run);
            Buffers.HEAP.give(lent);
        }
    }

    /** Runs turns until no bytes are left, or the handler takes none. */
    private void give() {
        for (int before = -1; from < to && from != before && !closed; ) {
            before = from;
            run(handler::readable);
        }
    }

    /** A failed connection ends for the reader; the writer reports the failure. */
    private int receive(byte[] room) {
        try {
            return input.read(room);
        } catch (IOException e) {
            LOG.debug("The connection to {} ends: {}", socket, e.toString());
            return -1;
        }
    }

    private void run(Turn task) {
        turn.lock();
        try {
            task.run();
        } catch (IOException | RuntimeException | Error e) {
            if (!closed) {
                LOG.warn("A client's connection to {} is closed: {}", socket, e.toString(), e);
            }
            close();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public int read(ByteBuffer target) {
        if (to < 0) {
            return -1;
        }
        int count = Math.min(to - from, target.remaining());
        target.put(read, from, count);
        from += count;
        return count;
    }

    /** The thread continues to read when all of its bytes were taken. */
    @Override
    public void awaitBytes() {
        // The thread continues in any case.
    }

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        output.write(source.array(), source.arrayOffset() + source.position(), source.remaining());
        output.flush();
        source.position(source.limit());
        return true;
    }

    /** Never needed: every write is complete when it returns. */
    @Override
    public void whenWritable(Runnable task) {
        task.run();
    }

    @Override
    public UpgradedWaits waits() {
        return this;
    }

    @Override
    public boolean blocks() {
        return true;
    }

    @Override
    public void await(Parked parked) {
        parked.awaitClient();
    }

    /** Nothing else ends a blocked write. */
    @Override
    public void giveUpWriting() {
        close();
    }

    @Override
    public void askForTurn() {
        if (asked.compareAndSet(false, true)) {
            try {
                threads.execute(
                        () -> {
                            asked.set(false);
                            run(handler::turn);
                        });
            } catch (RuntimeException | Error e) {
                asked.set(false);
                throw e;
            }
        }
    }

    @Override
    public void fork(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void close() {
        closed = true;
        try {
            // Not the TLS socket: its close waits for a writer, which may wait for the peer.
            line.close();
        } catch (IOException e) {
            // The connection is given up in any case.
        }
    }
}

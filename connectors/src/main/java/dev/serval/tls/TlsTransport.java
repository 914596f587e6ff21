package dev.serval.tls;

import dev.serval.buffer.BufferPool;
import dev.serval.net.Driver;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Peer;
import dev.serval.net.ReadWait;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * TLS over any other transport, blocking or event-driven. Reading and writing may be two threads.
 * An idle connection holds its engine but no buffer.
 *
 * <pre>
 *   read  &lt;-- Inbound  &lt;-- records &lt;-- |        |
 *                 | owes an answer      | socket |   (KeyUpdate, alert: whoever has the lock sends)
 *   write --> Outbound --> records --> |        |
 * </pre>
 */
final class TlsTransport implements Transport {
    // One download must not hold a loop that others need.
    private static final long TRANSFER_PER_TURN = 256 * 1024;

    private final Transport socket;
    private final Driver driver;
    private final BufferPool content;
    private final WaitBudget budget = new WaitBudget();
    private final TlsPeer peer;
    private final AtomicReference<Runnable> reader = new AtomicReference<>();
    private volatile boolean cut;
    private volatile boolean alerted;
    final SSLEngine engine;
    // The host name that the client asked for; null if there is none.
    final String host;
    final Inbound inbound;
    final Outbound outbound;

    /**
     * @param socket carries the records
     * @param driver of the connection
     * @param engine in server mode
     * @param host the host name that the client asked for; null if there is none
     * @param content lends buffers for the content of a record
     * @param received lends buffers for a received record
     * @param sent lends buffers for several sent records
     */
    TlsTransport(
            Transport socket,
            Driver driver,
            SSLEngine engine,
            String host,
            BufferPool content,
            BufferPool received,
            BufferPool sent) {
        this.socket = socket;
        this.driver = driver;
        this.engine = engine;
        this.host = host;
        this.content = content;
        peer = new TlsPeer(socket.peer(), engine, host);
        outbound = new Outbound(engine, socket, sent);
        inbound = new Inbound(engine, socket, budget, received, outbound);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        budget.end();
        try {
            return inbound.read(target);
        } catch (SSLException e) {
            alert();
            throw e;
        }
    }

    /** The engine tells the peer why, unless another thread is sending. */
    void alert() {
        alerted = true;
        try {
            outbound.tryEnd();
        } catch (IOException e) {
            // The peer has gone without waiting for it.
        }
    }

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        return outbound.write(source);
    }

    @Override
    public boolean write(ByteBuffer[] sources) throws IOException {
        return outbound.write(sources);
    }

    @Override
    public boolean transfer(FileRegion region) throws IOException {
        long most = socket.blocks() ? region.remaining() : TRANSFER_PER_TURN;
        return outbound.transfer(region, content, most);
    }

    @Override
    public void when(Interest interest, Runnable task) {
        if (interest == Interest.READ && !socket.blocks() && inbound.ready()) {
            // Through the driver: the stack must not grow with each request of a peer that sends
            // many at once.
            if (!reader.compareAndSet(null, task)) {
                throw new IllegalStateException("somebody waits for READ already");
            }
            driver.execute(this::fireReader);
            return;
        }
        if (interest == Interest.READ) {
            budget.begin(socket);
        }
        socket.when(interest, task);
    }

    private void fireReader() {
        Runnable task = reader.getAndSet(null);
        if (task != null) {
            task.run();
        }
    }

    @Override
    public void await(Interest interest) throws IOException {
        if (interest == Interest.READ) {
            if (inbound.ready()) {
                return;
            }
            budget.begin(socket);
        }
        socket.await(interest);
    }

    @Override
    public void forget(Interest interest) {
        if (interest == Interest.READ) {
            reader.set(null);
            budget.renew();
        }
        socket.forget(interest);
    }

    @Override
    public boolean blocks() {
        return socket.blocks();
    }

    @Override
    public void readTimeout(long millis) {
        budget.timeout(millis);
    }

    @Override
    public void writeTimeout(long millis) {
        socket.writeTimeout(millis);
    }

    @Override
    public ReadWait readWait() {
        return socket.readWait();
    }

    @Override
    public void sweep(long now) {
        socket.sweep(now);
    }

    @Override
    public void expire(Interest interest) {
        socket.expire(interest);
    }

    @Override
    public boolean finish() throws IOException {
        return cut || outbound.end();
    }

    @Override
    public void shutdownOutput() throws IOException {
        outbound.end();
        socket.shutdownOutput();
    }

    @Override
    public void close() {
        cut = true;
        socket.close();
        inbound.release();
        outbound.release();
    }

    @Override
    public void closeLater() {
        cut = true;
        socket.closeLater();
        inbound.release();
        outbound.release();
    }

    /** After an alert it only closes, since a reset would overtake the alert. */
    @Override
    public void reset() {
        cut = true;
        if (alerted) {
            socket.close();
        } else {
            socket.reset();
        }
    }

    @Override
    public Peer peer() {
        return peer;
    }
}

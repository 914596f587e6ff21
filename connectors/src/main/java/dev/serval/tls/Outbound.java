package dev.serval.tls;

import dev.serval.buffer.BufferPool;
import dev.serval.net.FileRegion;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * The sending half of a TLS connection: encrypts bytes to records for the socket. Thread-safe, for
 * a writer and for the reader, whose engine may have a message to send (a KeyUpdate, an alert): one
 * lock guards the output. The reader never waits for the lock; the writer then sends its message.
 */
final class Outbound {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    // A peer that asks for answers and reads none would make the engine collect them.
    private static final int MOST_OWED = 64;

    private final SSLEngine engine;
    private final Transport socket;
    private final BufferPool records;
    private final ReentrantLock lock = new ReentrantLock();
    private final ByteBuffer[] one = new ByteBuffer[1];
    // Records that the socket has not taken yet, ready for reading; null if there are none.
    private ByteBuffer unsent;
    private boolean released;
    private volatile int owed;

    Outbound(SSLEngine engine, Transport socket, BufferPool records) {
        this.engine = engine;
        this.socket = socket;
        this.records = records;
    }

    /** See {@link Transport#write(ByteBuffer)}. */
    boolean write(ByteBuffer source) throws IOException {
        lock.lock();
        try {
            one[0] = source;
            return send(one);
        } finally {
            one[0] = null;
            lock.unlock();
            settle();
        }
    }

    /** See {@link Transport#write(ByteBuffer[])}. */
    boolean write(ByteBuffer[] sources) throws IOException {
        lock.lock();
        try {
            return send(sources);
        } finally {
            lock.unlock();
            settle();
        }
    }

    /**
     * See {@link Transport#transfer}; the content of records is read into a buffer of {@code pool}.
     */
    boolean transfer(FileRegion region, BufferPool pool, long budget) throws IOException {
        ByteBuffer content = pool.take();
        lock.lock();
        try {
            one[0] = content;
            long end = region.position() + budget;
            while (drain()) {
                if (region.remaining() == 0) {
                    return true;
                }
                if (region.position() >= end) {
                    return false;
                }
                fill(region, content);
            }
            return false;
        } finally {
            one[0] = null;
            lock.unlock();
            pool.give(content);
            settle();
        }
    }

    private void fill(FileRegion region, ByteBuffer content) throws IOException {
        take();
        int most = engine.getSession().getPacketBufferSize();
        try {
            while (region.remaining() > 0 && unsent.remaining() >= most) {
                region.read(content.clear());
                content.flip();
                while (content.hasRemaining() && unsent.remaining() >= most) {
                    if (!wrap(one)) {
                        throw closed();
                    }
                }
                // Bytes that found no room are read again.
                region.advance(content.position());
            }
        } finally {
            unsent.flip();
        }
    }

    /** Sends what is left, and messages of the engine; true if the socket has taken everything. */
    boolean flush() throws IOException {
        return write(NOTHING);
    }

    /** For the reader: the engine has a message. Sends it now if no other thread is sending. */
    void owe() throws IOException {
        // Only the reader counts up.
        int more = owed + 1;
        if (more > MOST_OWED) {
            throw new SSLException("the peer asks for answers that it does not read");
        }
        owed = more;
        settle();
    }

    private void settle() throws IOException {
        while (owed > 0 && lock.tryLock()) {
            try {
                one[0] = NOTHING;
                do {
                    if (!drain()) {
                        // The socket is full: it is sent with the next bytes.
                        return;
                    }
                } while (engineHasSome() && fill(one));
                // If the engine makes no record, as after an end, the reader goes on.
                drain();
                owed = 0;
            } finally {
                one[0] = null;
                lock.unlock();
            }
        }
    }

    /** Sends close_notify; resumable like a write. */
    boolean end() throws IOException {
        lock.lock();
        try {
            engine.closeOutbound();
            while (drain()) {
                if (engine.isOutboundDone()) {
                    return true;
                }
                one[0] = NOTHING;
                if (!fill(one)) {
                    return true;
                }
            }
            return false;
        } finally {
            one[0] = null;
            lock.unlock();
        }
    }

    /** For the reader: the same, unless another thread is sending. */
    void tryEnd() throws IOException {
        if (lock.tryLock()) {
            try {
                end();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns the buffer. The socket is closed, and later calls take no other buffer. */
    void release() {
        lock.lock();
        try {
            released = true;
            if (unsent != null) {
                records.give(unsent);
                unsent = null;
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- holding the lock

    private boolean send(ByteBuffer[] sources) throws IOException {
        while (true) {
            if (!drain()) {
                return false;
            }
            if (!anyLeft(sources) && !engineHasSome()) {
                owed = 0;
                return true;
            }
            if (!fill(sources) && (anyLeft(sources) || engineHasSome())) {
                throw closed();
            }
        }
    }

    /** Makes records; false if the engine makes no more. */
    private boolean fill(ByteBuffer[] sources) throws IOException {
        take();
        int most = engine.getSession().getPacketBufferSize();
        try {
            boolean made;
            do {
                made = wrap(sources);
            } while (made && unsent.remaining() >= most && (anyLeft(sources) || engineHasSome()));
        } finally {
            unsent.flip();
        }
        return unsent.hasRemaining();
    }

    private void take() throws IOException {
        if (released) {
            throw closed();
        }
        unsent = records.take();
    }

    private boolean engineHasSome() {
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** Makes a record; false if the engine made none. */
    private boolean wrap(ByteBuffer[] sources) throws IOException {
        SSLEngineResult result = engine.wrap(sources, unsent);
        if (result.getHandshakeStatus() == HandshakeStatus.FINISHED
                && result.bytesProduced() == 0) {
            // Reported once, where the engine has no ticket for the client.
            result = engine.wrap(sources, unsent);
        }
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            throw new SSLException("the engine wants a larger buffer for a record");
        }
        return result.bytesProduced() > 0;
    }

    private static SSLException closed() {
        return new SSLException("the connection is closed for writing");
    }

    private boolean drain() throws IOException {
        if (unsent == null) {
            return true;
        }
        if (unsent.hasRemaining() && !socket.write(unsent)) {
            return false;
        }
        records.give(unsent);
        unsent = null;
        return true;
    }

    private static boolean anyLeft(ByteBuffer[] sources) {
        for (ByteBuffer source : sources) {
            if (source.hasRemaining()) {
                return true;
            }
        }
        return false;
    }
}

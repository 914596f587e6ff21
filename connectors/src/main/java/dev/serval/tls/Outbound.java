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
 * The sending half of a TLS connection: bytes to records to the socket. Thread-safe, for a writer
 * and for the reader, whose engine may have something to say (a KeyUpdate, an alert): one lock
 * guards what leaves. The reader never waits for it; what it finds no room for the writer sends.
 */
final class Outbound {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    // A peer that asks for answers and reads none of them would have the engine collect them.
    private static final int MOST_OWED = 64;

    private final SSLEngine engine;
    private final Transport socket;
    private final BufferPool records;
    private final ReentrantLock lock = new ReentrantLock();
    private final ByteBuffer[] one = new ByteBuffer[1];
    // Records that the socket has not taken yet, ready to be read; null when there are none.
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

    /** See {@link Transport#transfer}; a lent buffer of {@code pool} is a record's content. */
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
                // What found no room is read again.
                region.advance(content.position());
            }
        } finally {
            unsent.flip();
        }
    }

    /** Sends what is left, and what the engine itself has to say; true when all has gone. */
    boolean flush() throws IOException {
        return write(NOTHING);
    }

    /** For the reader: the engine wants to say something. Sent now if nobody else is sending. */
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
                        // The socket is full: it goes out with what is written next.
                        return;
                    }
                } while (engineHasSome() && fill(one));
                // Where the engine makes nothing of it, as behind an end, the reader goes on.
                drain();
                owed = 0;
            } finally {
                one[0] = null;
                lock.unlock();
            }
        }
    }

    /** Says that nothing more will follow (close_notify); resumable like a write. */
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

    /** For the reader: the same, but not if somebody else is sending. */
    void tryEnd() throws IOException {
        if (lock.tryLock()) {
            try {
                end();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Gives the buffer back; the socket is closed, and nobody who comes now takes another. */
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

    /** Makes records; false when the engine makes none any more. */
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

    /** Makes a record; false when the engine made none. */
    private boolean wrap(ByteBuffer[] sources) throws IOException {
        SSLEngineResult result = engine.wrap(sources, unsent);
        if (result.getHandshakeStatus() == HandshakeStatus.FINISHED
                && result.bytesProduced() == 0) {
            // It only says so, where it has no ticket for the client; and once.
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

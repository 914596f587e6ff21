package dev.serval.tls;

import dev.serval.buffer.BufferPool;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * The receiving half of a TLS connection: decrypts records from the socket to bytes. Owned by the
 * reader. Its buffers are lent, and held only while they have bytes.
 */
final class Inbound {
    /**
     * The size of the largest record: header, content, and what a cipher may add (RFC 5246 §6.2.3).
     */
    static final int RECORD = 5 + 16 * 1024 + 2048;

    private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);
    private static final int HEADER = 5;
    private static final int ALERT = 21;
    // The limit of records without content in one turn: a peer that sends nothing else must not
    // hold a loop.
    private static final int MOST_EMPTY = 32;

    private final SSLEngine engine;
    private final Transport socket;
    private final WaitBudget budget;
    private final BufferPool records;
    private final Outbound outbound;
    // Received and not yet decrypted, ready for reading; null if there is nothing.
    private ByteBuffer received;
    // Decrypted and not yet taken, because the target was too small for its record; null if there
    // is nothing.
    private ByteBuffer plain;
    private boolean ended;
    private boolean truncated;

    Inbound(
            SSLEngine engine,
            Transport socket,
            WaitBudget budget,
            BufferPool records,
            Outbound outbound) {
        this.engine = engine;
        this.socket = socket;
        this.budget = budget;
        this.records = records;
        this.outbound = outbound;
    }

    /** Starts with bytes that were received before there was an engine; one record at most. */
    void begin(byte[] array, int from, int count) {
        received = records.take().put(array, from, count).flip();
    }

    /**
     * See {@link Transport#read}. The stream may end with or without close_notify: a request itself
     * says where it ends, so that a truncated one never counts as complete (RFC 9112 §9.8, §8).
     */
    int read(ByteBuffer target) throws IOException {
        if (plain != null) {
            return take(target);
        }
        int empty = 0;
        while (!ended) {
            if (!hasRecord()) {
                int count = receive();
                if (count > 0) {
                    continue;
                }
                return count;
            }
            int count = decrypt(target);
            trim();
            if (count > 0) {
                budget.renew();
                return count;
            }
            if (++empty == MOST_EMPTY && !socket.blocks()) {
                return 0;
            }
        }
        return -1;
    }

    /** True if {@link #read} has a result without a read from the socket. */
    boolean ready() {
        return plain != null || ended || hasRecord();
    }

    /**
     * For the handshake: gives the engine the available bytes. False if it has to wait for the
     * peer; {@link #truncated} if there will be no more.
     */
    boolean advance() throws IOException {
        while (true) {
            if (received != null) {
                SSLEngineResult result = engine.unwrap(received, NOWHERE);
                trim();
                if (result.getStatus() == Status.BUFFER_OVERFLOW) {
                    throw new SSLException("data before the end of the handshake");
                }
                if (result.getStatus() == Status.CLOSED) {
                    throw new SSLException("the client gave up");
                }
                if (result.getStatus() == Status.OK) {
                    return true;
                }
                if (received != null && received.remaining() == RECORD) {
                    throw tooLarge();
                }
            }
            int count = receive();
            if (count <= 0) {
                truncated = count < 0;
                return false;
            }
        }
    }

    boolean truncated() {
        return truncated;
    }

    void release() {
        if (received != null) {
            records.give(received);
            received = null;
        }
        if (plain != null) {
            records.give(plain);
            plain = null;
        }
    }

    private int decrypt(ByteBuffer target) throws IOException {
        if (received.get(received.position()) == ALERT) {
            // Only before TLS 1.3, where an engine that has seen the close_notify of a client
            // sends its own at once, and nothing after it (RFC 5246 §7.2.1): a response that is
            // still due would be lost. Any other alert is the end of the stream, too.
            end();
            return 0;
        }
        SSLEngineResult result = engine.unwrap(received, target);
        if (result.getStatus() == Status.BUFFER_OVERFLOW) {
            plain = records.take();
            try {
                result = engine.unwrap(received, plain);
            } finally {
                plain.flip();
            }
        }
        switch (result.getStatus()) {
            case OK -> {}
            case CLOSED -> end();
            case BUFFER_OVERFLOW, BUFFER_UNDERFLOW -> throw tooLarge();
        }
        HandshakeStatus status = result.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
            // Only a renegotiation needs a task (RFC 9325 §3.5).
            throw new SSLException("renegotiation is refused");
        }
        if (status == HandshakeStatus.NEED_WRAP && result.bytesProduced() == 0 && !ended) {
            outbound.owe();
        }
        return plain != null ? take(target) : result.bytesProduced();
    }

    /** What follows is ignored (RFC 8446 §6.1). */
    private void end() {
        ended = true;
        received.position(received.limit());
    }

    private int take(ByteBuffer target) {
        int count = Math.min(plain.remaining(), target.remaining());
        int limit = plain.limit();
        target.put(plain.limit(plain.position() + count));
        plain.limit(limit);
        if (!plain.hasRemaining()) {
            records.give(plain);
            plain = null;
        }
        return count;
    }

    /** True if a whole record is there, or the beginning of one that is too large. */
    private boolean hasRecord() {
        if (received == null || received.remaining() < HEADER) {
            return false;
        }
        int length = received.getShort(received.position() + 3) & 0xffff;
        return received.remaining() >= Math.min(HEADER + length, RECORD);
    }

    private int receive() throws IOException {
        if (received == null) {
            received = records.take();
        } else {
            received.compact();
        }
        boolean blocks = socket.blocks();
        try {
            if (blocks) {
                budget.begin(socket);
            }
            return socket.read(received);
        } finally {
            if (blocks) {
                budget.end();
            }
            received.flip();
            trim();
        }
    }

    private void trim() {
        if (received != null && !received.hasRemaining()) {
            records.give(received);
            received = null;
        }
    }

    private static SSLException tooLarge() {
        return new SSLException("a record is larger than " + RECORD + " bytes");
    }
}

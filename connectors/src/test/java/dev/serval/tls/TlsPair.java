package dev.serval.tls;

import dev.serval.buffer.BufferPool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * A TLS transport over memory and the engine of its client, in one thread. Owned by one test; the
 * handshake is done by {@link #shake}.
 */
final class TlsPair {
    final MemoryTransport socket = new MemoryTransport();
    final BufferPool content = new BufferPool(16 * 1024, true, 64);
    final BufferPool received = new BufferPool(Inbound.RECORD, false, 64);
    final BufferPool sent = new BufferPool(3 * Inbound.RECORD, false, 64);
    final SSLEngine client;
    final TlsTransport server;
    private byte[] left = new byte[0];
    boolean clientSawEnd;

    TlsPair(String protocol) throws IOException {
        this(TestKeys.client("localhost", protocol), TestKeys.server());
    }

    TlsPair(SSLEngine client, SSLEngine engine) throws IOException {
        this.client = client;
        client.beginHandshake();
        engine.beginHandshake();
        server = new TlsTransport(socket, socket, engine, "localhost", content, received, sent);
    }

    /** A pair whose handshake is over. */
    static TlsPair open(String protocol) throws IOException {
        TlsPair pair = new TlsPair(protocol);
        pair.shake();
        return pair;
    }

    void shake() throws IOException {
        boolean over = false;
        for (int i = 0; !over && i < 1_000_000; i++) {
            over = shakeServer();
            receive();
            byte[] bytes = send(new byte[0]);
            if (bytes.length > 0) {
                socket.arrive(bytes);
            }
        }
        if (!over) {
            throw new IOException("no handshake");
        }
        receive();
    }

    private boolean shakeServer() throws IOException {
        switch (server.engine.getHandshakeStatus()) {
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                if (server.outbound.flush()) {
                    server.inbound.advance();
                }
            }
            case NEED_WRAP -> server.outbound.flush();
            case NEED_TASK -> tasks(server.engine);
            case NOT_HANDSHAKING, FINISHED -> {
                return server.outbound.flush();
            }
        }
        return false;
    }

    /** The client's records for that text, and whatever else its engine has to say. */
    byte[] send(byte[] text) throws IOException {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        ByteBuffer source = ByteBuffer.wrap(text);
        ByteBuffer record = ByteBuffer.allocate(40_000);
        while (true) {
            tasks(client);
            boolean wants = client.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
            if (!wants && !source.hasRemaining()) {
                return records.toByteArray();
            }
            SSLEngineResult result = client.wrap(source, record.clear());
            records.write(record.array(), 0, record.position());
            if (result.getStatus() != Status.OK || result.bytesProduced() == 0) {
                return records.toByteArray();
            }
        }
    }

    /** What the client makes of all that was sent to it. */
    byte[] receive() throws IOException {
        byte[] more = socket.sent();
        byte[] all = Arrays.copyOf(left, left.length + more.length);
        System.arraycopy(more, 0, all, left.length, more.length);
        if (all.length < 5 || all.length < 5 + ((all[3] & 0xff) << 8 | all[4] & 0xff)) {
            left = all;
            return new byte[0];
        }
        ByteBuffer records = ByteBuffer.wrap(all);
        ByteBuffer text = ByteBuffer.allocate(all.length + 40_000);
        while (records.hasRemaining() && !clientSawEnd) {
            SSLEngineResult result = client.unwrap(records, text);
            tasks(client);
            if (result.getStatus() == Status.CLOSED) {
                clientSawEnd = true;
            } else if (result.getStatus() != Status.OK
                    || result.bytesConsumed() == 0
                            && client.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                break;
            }
        }
        left = Arrays.copyOfRange(all, records.position(), all.length);
        return Arrays.copyOf(text.array(), text.position());
    }

    /** Writes all of it, as often as it takes, and returns what the client got. */
    byte[] deliver(ByteBuffer source) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        while (!server.write(source)) {
            text.write(receive());
        }
        text.write(receive());
        return text.toByteArray();
    }

    long buffersOnLoan() {
        return content.outstanding() + received.outstanding() + sent.outstanding();
    }

    private static void tasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }
}

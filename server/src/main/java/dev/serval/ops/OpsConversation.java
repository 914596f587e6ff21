package dev.serval.ops;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer on one connection, with the buffers of its thread, which owns this. It
 * polls for bytes and room instead of waiting for events, which would need memory; clients of this
 * endpoint send at once, so that it hardly ever polls.
 */
final class OpsConversation {
    private static final Logger LOG = LoggerFactory.getLogger(OpsConversation.class);
    private static final long ARRIVAL = TimeUnit.SECONDS.toNanos(3);

    /** The same while others wait. */
    private static final long CROWDED_ARRIVAL = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long MEMORY = TimeUnit.MILLISECONDS.toNanos(4500);
    private static final long DEPARTURE = TimeUnit.SECONDS.toNanos(5);
    private static final long SHORTEST_PAUSE = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LINGER = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int OK = 200;
    private static final int IO_BYTES = 16 * 1024;
    private static final byte[] LIVE_REQUEST = ascii("GET /live ");
    private static final byte[] LIVE =
            ascii(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length:"
                            + " 5\r\nCache-Control: no-store\r\nConnection: close\r\n\r\nlive\n");
    private static final byte[] NO_MEMORY =
            ascii(
                    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain;"
                            + " charset=utf-8\r\nContent-Length: 17\r\nConnection: close\r\n\r\n"
                            + "no memory is left");

    private static final List<String> REHEARSED = List.of("/ready", "/metrics", "/requests");
    private static final SocketAddress NOBODY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final OpsPages pages;
    private final Guests guests;
    private final Reserve reserve;
    private final BooleanSupplier othersWait;
    private final byte[] head = new byte[OpsRequest.MOST];
    private final ByteBuffer io = ByteBuffer.allocateDirect(IO_BYTES);
    private final OpsAnswer answer = new OpsAnswer();

    /**
     * @param othersWait whether another client waits for an answer
     */
    OpsConversation(OpsPages pages, Guests guests, Reserve reserve, BooleanSupplier othersWait) {
        this.othersWait = othersWait;
        this.pages = pages;
        this.guests = guests;
        this.reserve = reserve;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Reads the request and answers it. Throws when its client is too slow, or has gone. */
    void hold(SocketChannel client) throws IOException {
        client.configureBlocking(false);
        long begun = System.nanoTime();
        int length = 0;
        int headEnd = -1;
        while (headEnd < 0 && length < head.length) {
            length += receive(client, length, begun + ARRIVAL);
            headEnd = OpsRequest.headEnd(head, length);
        }
        if (startsWith(LIVE_REQUEST)) {
            send(client, ByteBuffer.wrap(LIVE));
            return;
        }
        boolean written = false;
        do {
            try {
                answer.clear();
                length = answer(client, headEnd, length, begun + ARRIVAL);
                ByteBuffer begin = ByteBuffer.wrap(answerHead());
                written = true;
                send(client, begin);
                send(client, answer.body());
                if (answer.status() != OK) {
                    leave(client);
                }
                return;
            } catch (OutOfMemoryError e) {
                if (written) {
                    throw e;
                }
                reserve.open();
                LockSupport.parkNanos(LONGEST_PAUSE);
            }
        } while (System.nanoTime() - begun < MEMORY);
        send(client, ByteBuffer.wrap(NO_MEMORY));
    }

    /**
     * The client may still be sending bytes that are not read, which would reset the connection
     * before the answer has arrived (RFC 9112 §9.6): waits for their end, but not for long.
     */
    private void leave(SocketChannel client) throws IOException {
        client.shutdownOutput();
        long until = System.nanoTime() + LINGER;
        long pause = SHORTEST_PAUSE;
        for (int count = 0; count >= 0 && System.nanoTime() < until; ) {
            count = client.read(io.clear());
            if (count == 0) {
                LockSupport.parkNanos(pause);
                pause = Math.min(LONGEST_PAUSE, pause * 2);
            }
        }
    }

    private boolean startsWith(byte[] beginning) {
        for (int i = 0; i < beginning.length; i++) {
            if (head[i] != beginning[i]) {
                return false;
            }
        }
        return true;
    }

    /** Makes the answer; returns how much of the request was read meanwhile. */
    private int answer(SocketChannel client, int headEnd, int length, long until)
            throws IOException {
        int read = length;
        try {
            if (headEnd < 0) {
                throw new OpsRequest.BadRequest(431, "the head is longer than " + OpsRequest.MOST);
            }
            OpsRequest request = OpsRequest.of(head, headEnd);
            SocketAddress remote = client.getRemoteAddress();
            guests.require(request, remote);
            int end = headEnd + request.length();
            if (end > head.length) {
                throw new OpsRequest.BadRequest(413, "the body is too long");
            }
            while (read < end) {
                read += receive(client, read, until);
            }
            String body = new String(head, headEnd, end - headEnd, StandardCharsets.UTF_8);
            pages.write(request.with(body), answer);
            if (request.method().equals("HEAD")) {
                answer.withoutBody();
            }
        } catch (OpsRequest.BadRequest e) {
            answer.refuse(e.status, e.getMessage());
        } catch (IllegalArgumentException e) {
            answer.refuse(400, e.getMessage());
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            LOG.error("SRV-0743 A page of the ops endpoint failed; please report this", e);
            answer.refuse(500, "failed; the log of the server says more");
        }
        return read;
    }

    private int receive(SocketChannel client, int from, long until) throws IOException {
        long pause = SHORTEST_PAUSE;
        while (true) {
            io.clear().limit(Math.min(IO_BYTES, head.length - from));
            int count = client.read(io);
            if (count < 0) {
                throw new EOFException();
            }
            if (count > 0) {
                io.flip().get(head, from, count);
                return count;
            }
            boolean late = System.nanoTime() - until + ARRIVAL - CROWDED_ARRIVAL >= 0;
            if (late && othersWait.getAsBoolean()) {
                throw new SocketTimeoutException("others wait");
            }
            pause = pause(pause, until);
        }
    }

    private static long pause(long nanos, long until) throws SocketTimeoutException {
        if (System.nanoTime() - until >= 0) {
            throw new SocketTimeoutException();
        }
        LockSupport.parkNanos(nanos);
        return Math.min(LONGEST_PAUSE, nanos * 2);
    }

    /**
     * Does once what answers do, since code is linked when it first runs, and that needs memory. A
     * page that fails here fails again when it is requested.
     */
    void rehearse() {
        for (String path : REHEARSED) {
            try {
                byte[] asked = ascii("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                OpsRequest request = OpsRequest.of(asked, asked.length);
                guests.require(request, NOBODY);
                answer.clear();
                pages.write(request, answer);
                ByteBuffer.wrap(answerHead());
            } catch (IOException | OpsRequest.BadRequest | RuntimeException | Error e) {
                LOG.debug("{} failed when nobody asked for it", path, e);
            }
        }
        answer.clear();
    }

    private byte[] answerHead() {
        return ascii(
                "HTTP/1.1 "
                        + answer.status()
                        + " "
                        + OpsAnswer.reason(answer.status())
                        + "\r\nContent-Type: "
                        + answer.type()
                        + "\r\nContent-Length: "
                        + answer.declared()
                        + "\r\nCache-Control: no-store\r\nX-Content-Type-Options:"
                        + " nosniff\r\nConnection: close\r\n\r\n");
    }

    private void send(SocketChannel client, ByteBuffer data) throws IOException {
        long until = System.nanoTime() + DEPARTURE;
        while (data.hasRemaining()) {
            int count = Math.min(IO_BYTES, data.remaining());
            io.clear().limit(count);
            io.put(0, data, data.position(), count);
            data.position(data.position() + count);
            io.position(0);
            long pause = SHORTEST_PAUSE;
            while (io.hasRemaining()) {
                if (client.write(io) == 0) {
                    pause = pause(pause, until);
                }
            }
        }
    }
}

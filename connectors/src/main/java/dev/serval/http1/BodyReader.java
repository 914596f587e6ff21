package dev.serval.http1;

import dev.serval.buffer.InputBuffer;
import dev.serval.http.BodyException;
import dev.serval.http.BodyPace;
import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.Refusal;
import dev.serval.net.Interest;
import dev.serval.net.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/**
 * The body of one request while it is read: asks for it where the client waits for that (RFC 9110
 * §10.1.1), waits for it only so long, and decodes it. Owned by whoever owns the exchange.
 */
final class BodyReader {
    private final Http1 http;
    private final Exchange exchange;
    private final BodyDecoder decoder;
    private final BodyPace pace;
    private Http1Connection connection;
    private boolean expects;
    private boolean broken;
    // A blocking transport: its own thread reads; until then nobody touches the input.
    private volatile boolean filling;
    private volatile boolean forgotten;
    private IOException fillFailure;
    private boolean inputEnded;

    BodyReader(Http1 http, Exchange exchange) {
        this.http = http;
        this.exchange = exchange;
        decoder = new BodyDecoder(http.limits);
        pace = new BodyPace(http.bodyTimeout, http.minBodyRate);
    }

    /** Another one in place of one that an application may hold on to, after {@link #retire}. */
    BodyReader(BodyReader used, Exchange exchange) {
        http = used.http;
        this.exchange = exchange;
        decoder = used.decoder;
        pace = used.pace;
    }

    void bind(Http1Connection connection) {
        this.connection = connection;
    }

    /** Throws IllegalStateException when the request has ended. */
    Http1Connection connection() {
        Http1Connection current = connection;
        if (current == null) {
            throw new IllegalStateException(
                    "The request has ended: its exchange cannot be used any more");
        }
        return current;
    }

    /**
     * The head is complete.
     *
     * @param expects whether the client waits for a 100
     */
    void begin(Framing framing, long length, boolean expects) {
        decoder.begin(framing, length);
        pace.begin();
        this.expects = expects;
    }

    /** The request is over. */
    void retire() {
        connection = null;
        expects = false;
        broken = false;
        filling = false;
        forgotten = false;
        fillFailure = null;
        inputEnded = false;
    }

    /** True when it was not read to its end, or cannot be. */
    boolean isLeft() {
        return broken || !decoder.ended();
    }

    /** True when nobody knows what the client sends next. */
    boolean isUncertain() {
        // A client that waits for 100 may or may not send its body now (RFC 9110 §10.1.1).
        return broken || expects && !decoder.ended();
    }

    /** Bytes that are still to come, if they are known; else 0 or less. */
    long remainingKnown() {
        return decoder.remainingKnown();
    }

    Fields trailers() {
        return decoder.trailers();
    }

    /** From here on the bytes of the connection pass as they are, and may take their time. */
    void passThrough() {
        decoder.passThrough();
        connection().transport().readTimeout(0);
    }

    /** Whether the bytes belong to another protocol. */
    boolean passesThrough() {
        return decoder.passesThrough();
    }

    /** See {@link dev.serval.http.Stream#read}. */
    int read(ByteBuffer target) throws IOException {
        return read(target, true);
    }

    /** See {@link dev.serval.http.Stream#poll}. */
    int poll(ByteBuffer target) throws IOException {
        return filling ? 0 : read(target, !connection().transport().blocks());
    }

    private int read(ByteBuffer target, boolean receives) throws IOException {
        InputBuffer input = connection().input();
        if (broken) {
            throw new IOException("The body could not be read before");
        }
        try {
            int count = decoder.decode(input, target);
            if (decoder.passesThrough()) {
                input.trim();
                return count == 0 ? pass(target, receives) : count;
            }
            while (count == 0 && target.hasRemaining()) {
                acknowledge();
                int received = receive(input, receives);
                if (received == 0) {
                    return 0;
                }
                if (received < 0) {
                    broken = true;
                    throw new BodyException(Refusal.BODY_CUT, "The client closed the connection");
                }
                count = decoder.decode(input, target);
            }
            return count;
        } catch (HttpError e) {
            broken = true;
            throw new BodyException(e.refusal(), e.detail());
        } catch (SocketTimeoutException e) {
            broken = true;
            throw tooLate();
        }
    }

    private BodyException tooLate() {
        return pace.slow()
                ? new BodyException(
                        Refusal.BODY_TOO_SLOW, "limit " + http.minBodyRate + " bytes per second")
                : new BodyException(
                        Refusal.BODY_TIMEOUT,
                        "limit " + http.bodyTimeout + " ms without a byte of the body");
    }

    /** The bytes of another protocol: they need no buffer here, and no client owes them. */
    private int pass(ByteBuffer target, boolean receives) throws IOException {
        int count = seen();
        if (count == 0 && receives) {
            count = connection().transport().read(target);
            inputEnded = count < 0;
        }
        return count;
    }

    private int receive(InputBuffer input, boolean receives) throws IOException {
        int count = seen();
        return count == 0 && receives ? receive(connection().transport(), input) : count;
    }

    /** The end, or what another thread has met while it read ahead; else 0. */
    private int seen() throws IOException {
        if (fillFailure != null) {
            throw fillFailure;
        }
        return inputEnded ? -1 : 0;
    }

    /** A blocking transport waits in the read itself, others behind one that has found nothing. */
    private int receive(Transport transport, InputBuffer input) throws IOException {
        if (decoder.passesThrough()) {
            int count = transport.read(input.room(input.array().length));
            input.received(count);
            return count;
        }
        pace.resume();
        if (transport.blocks()) {
            transport.readTimeout(pace.await());
        }
        int received = transport.read(input.room(input.array().length));
        input.received(received);
        input.trim();
        if (received == 0) {
            transport.readTimeout(pace.await());
        } else {
            pace.resume();
            pace.received(received);
        }
        return received;
    }

    /** Sends 100 Continue if the client waits for it. */
    void acknowledge() throws IOException {
        if (!expects) {
            return;
        }
        expects = false;
        if (!exchange.committed()) {
            http.encoder.interim(connection().output(), 100, new Fields());
            while (!connection().flush()) {
                connection().transport().await(Interest.WRITE);
            }
        }
    }

    // ---- bytes that somebody is told of

    /** Runs the task once when bytes, or the end, are there. */
    void whenReadable(Runnable task) {
        Transport transport = connection().transport();
        if (connection().input().remaining() > 0 && decoder.passesThrough()) {
            // Not all was taken: nobody need send more for that.
            task.run();
        } else if (transport.blocks()) {
            filling = true;
            transport.when(Interest.READ, () -> fill(task));
        } else {
            // What the application does until it reads is no wait for the client.
            transport.when(
                    Interest.READ,
                    () -> {
                        pace.resume();
                        task.run();
                    });
        }
    }

    /** On the thread of a blocking connection: waits for bytes, for {@link #poll}. */
    private void fill(Runnable task) {
        Http1Connection current = connection;
        if (current == null || forgotten) {
            return;
        }
        try {
            InputBuffer input = current.input();
            inputEnded = receive(current.transport(), input) < 0;
        } catch (IOException e) {
            fillFailure = e;
        } catch (RuntimeException | Error e) {
            fillFailure = new IOException(e);
        }
        filling = false;
        if (!forgotten) {
            task.run();
        }
    }

    /** Nobody is to be told any more: true when the connection's own thread is in a read. */
    boolean forget() {
        forgotten = true;
        connection().transport().forget(Interest.READ);
        return filling;
    }
}

package dev.serval.http1;

import dev.serval.buffer.InputBuffer;
import dev.serval.http.BodyFraming;
import dev.serval.http.Exchange;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.ReceivedBody;
import dev.serval.net.Interest;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the body of one request: sends 100 Continue if the client waits for it (RFC 9110 §10.1.1),
 * and decodes; {@link ReceivedBody} waits. Owned by the owner of the exchange.
 */
final class BodyReader implements BodyFraming {
    private final Http1 http;
    private final Exchange exchange;
    private final BodyDecoder decoder;
    private final ReceivedBody received;
    private Http1Connection connection;
    private boolean expects;

    BodyReader(Http1 http, Exchange exchange) {
        this.http = http;
        this.exchange = exchange;
        decoder = new BodyDecoder(http.limits);
        received = new ReceivedBody(this, http.bodyTimeout, http.minBodyRate);
    }

    /** A new reader in place of one that an application may hold, after {@link #retire}. */
    BodyReader(BodyReader used, Exchange exchange) {
        http = used.http;
        this.exchange = exchange;
        decoder = used.decoder;
        received = new ReceivedBody(this, used.received);
    }

    void bind(Http1Connection connection) {
        this.connection = connection;
        received.bind(connection.connection);
    }

    /** Throws IllegalStateException if the request has ended. */
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
        received.begin();
        this.expects = expects;
    }

    /** The request is over. */
    void retire() {
        connection = null;
        expects = false;
        received.retire();
    }

    /** True if the body was not read to its end, or cannot be. */
    boolean isLeft() {
        return received.isBroken() || !decoder.ended();
    }

    /** True if it is unknown what the client sends next. */
    boolean isUncertain() {
        boolean broken = received.isBroken();
        // A client that waits for 100 may or may not send its body now (RFC 9110 §10.1.1).
        return broken || expects && !decoder.ended();
    }

    /** Bytes that are still to come if that is known; otherwise 0 or less. */
    long remainingKnown() {
        return decoder.remainingKnown();
    }

    Fields trailers() {
        return decoder.trailers();
    }

    /** From now on the bytes of the connection pass unchanged, without a time-out. */
    void passThrough() {
        decoder.passThrough();
        connection().transport().readTimeout(0);
    }

    /** See {@link dev.serval.http.Stream#read}. */
    int read(ByteBuffer target) throws IOException {
        connection();
        return received.read(target);
    }

    /** See {@link dev.serval.http.Stream#poll}. */
    int poll(ByteBuffer target) throws IOException {
        connection();
        return received.poll(target);
    }

    @Override
    public int decode(InputBuffer input, ByteBuffer target) throws HttpError {
        return decoder.decode(input, target);
    }

    @Override
    public boolean passesThrough() {
        return decoder.passesThrough();
    }

    @Override
    public void prompt() throws IOException {
        acknowledge();
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

    /** Runs the task once when bytes, or the end, are there. */
    void whenReadable(Runnable task) {
        connection();
        received.whenReadable(task);
    }

    /** Gives the notification up: true if the connection's own thread is in a read. */
    boolean forget() {
        connection();
        return received.forget();
    }
}

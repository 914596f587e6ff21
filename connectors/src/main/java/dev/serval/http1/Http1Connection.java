package dev.serval.http1;

import dev.serval.buffer.InputBuffer;
import dev.serval.buffer.OutputBuffer;
import dev.serval.http.BodyException;
import dev.serval.http.CompletionNotice;
import dev.serval.http.Exchange;
import dev.serval.http.HttpError;
import dev.serval.http.InFlightView;
import dev.serval.http.Refusal;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Driver;
import dev.serval.net.Next;
import dev.serval.net.RequestInFlight;
import dev.serval.net.TearDown;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP/1.1 or 1.0 connection (RFC 9112 §9). Owned by the owner of the connection.
 *
 * <pre>
 *            more bytes                      body read, response sent, Persistence = keep
 *            +------+     +--------------------------------------------------------------+
 *            v      |     v                                                              |
 *   open -> IDLE -> HEAD -> handle -> SUSPENDED -- complete() --&gt; FLUSH --&gt; DRAIN -------+
 *            | idle too long: close      |                          |  write too slow: reset
 *            +-> closed                  |                          +--&gt; LINGER --&gt; closed
 *   a malformed, misdirected or late head: refused -> FLUSH -> LINGER: read and drop, bounded, so that the
 *   answer arrives (RFC 9112 §9.6)
 * </pre>
 *
 * If the next request is buffered already, a complete response waits for the next one, up to a
 * bound, so that pipelined responses are sent with one write.
 */
final class Http1Connection implements Conversation {
    private static final Logger LOG = LoggerFactory.getLogger(Http1Connection.class);
    // The room in the output that is needed for the next pipelined response to be added.
    private static final int ROOM_TO_JOIN = 4096;
    // How long the client of a response that is cut may take for the next bytes.
    private static final int CUT_MILLIS = 1000;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    // The result of a step that leads to another state and waits for nothing.
    private static final Next GO_ON = null;

    private enum ConnectionState {
        IDLE,
        HEAD,
        HANDLE,
        SUSPENDED,
        FLUSH,
        DRAIN,
        LINGER
    }

    private final Http1 http;
    final Connection connection;
    private final OutputBuffer output;
    private final ByteBuffer[] pair = new ByteBuffer[2];
    private ConnectionState state = ConnectionState.IDLE;
    private Http1Stream stream;
    private int requests;
    // Bytes that the transport has taken may not have reached the socket yet.
    private boolean unsent;
    // Deadline of the head; milliseconds of System.nanoTime.
    private long until;
    // Since when the client has owed a head or the end; the same clock.
    private long since = millis();
    private long dropped;
    // Null before the last response.
    private TearDown tearDown;
    private Refusal unanswerable;
    // Null if requests for every host are accepted.
    private final Predicate<String> hosts;

    /**
     * @param hosts the hosts whose requests are accepted; null means all
     */
    Http1Connection(Http1 http, Connection connection, Predicate<String> hosts) {
        this.http = http;
        this.connection = connection;
        this.hosts = hosts;
        this.output = new OutputBuffer(http.output);
        transport().writeTimeout(http.connectionTimeout);
    }

    /**
     * @param begun when the client began its first head
     */
    Http1Connection(Http1 http, Connection connection, long begun) {
        this(http, connection, (Predicate<String>) null);
        since = begun;
        state = ConnectionState.HEAD;
        until = begun + http.connectionTimeout;
    }

    /** Answers anything that the client sends with that refusal, and ends. */
    Http1Connection(Http1 http, Connection connection, Refusal refusal) {
        this(http, connection, (Predicate<String>) null);
        unanswerable = refusal;
    }

    @Override
    public Next proceed() throws IOException {
        Next next;
        do {
            if (state == ConnectionState.HANDLE) {
                state = ConnectionState.SUSPENDED;
                Exchange exchange = stream.exchange;
                try {
                    http.handler.handle(exchange);
                } catch (RuntimeException | Error e) {
                    exchange.fail(e);
                }
                if (!exchange.handled()) {
                    // Detached: another thread may own all this by now.
                    return Next.SUSPEND;
                }
            }
            next =
                    switch (state) {
                        case IDLE, HEAD -> receive();
                        case SUSPENDED -> ended();
                        case FLUSH -> flushResponse();
                        case DRAIN -> drain();
                        case LINGER -> tearDown.proceed();
                        case HANDLE -> GO_ON;
                    };
        } while (next == GO_ON);
        return next;
    }

    @Override
    public Next expired() throws IOException {
        return switch (state) {
            case HEAD -> {
                if (connection.givesWay()) {
                    refuse(Refusal.GAVE_WAY, "");
                    yield Next.AGAIN;
                }
                refuse(Refusal.HEADER_TIMEOUT, "limit " + http.connectionTimeout + " ms");
                yield Next.AGAIN;
            }
            // SUSPENDED: while a response is cut.
            case FLUSH, SUSPENDED -> {
                LOG.debug("{} did not read its response in time", transport().peer());
                transport().reset();
                yield Next.CLOSE;
            }
            case IDLE, HANDLE, DRAIN, LINGER -> Next.CLOSE;
        };
    }

    @Override
    public boolean idle() {
        return state == ConnectionState.IDLE || state == ConnectionState.LINGER;
    }

    /** A new connection owes a first head from the beginning. */
    @Override
    public long owesSince() {
        return state == ConnectionState.HEAD
                        || state == ConnectionState.LINGER
                        || state == ConnectionState.IDLE && requests == 0
                ? since
                : OWES_NOTHING;
    }

    @Override
    public String state() {
        return switch (state) {
            case IDLE -> "waited for a request";
            case HEAD -> "waited for the rest of a head";
            case HANDLE, SUSPENDED -> "had its request handled" + InFlightView.target(exchange());
            case FLUSH -> "did not read its response" + InFlightView.target(exchange());
            case DRAIN -> "had sent a body that nobody wanted";
            case LINGER -> "had its answer, and did not close";
        };
    }

    /** Null if there is none. From other threads only a hint, since they do not own the stream. */
    private Exchange exchange() {
        Http1Stream current = stream;
        return current == null ? null : current.exchange;
    }

    @Override
    public void inFlight(Consumer<RequestInFlight> told) {
        InFlightView.tell(idle() ? null : exchange(), told);
    }

    @Override
    public void closed() {
        try {
            if (stream != null
                    && (state == ConnectionState.FLUSH || state == ConnectionState.SUSPENDED)) {
                stream.exchange.abort();
                completed();
            }
        } finally {
            try {
                if (stream != null) {
                    release();
                }
            } finally {
                output.release();
            }
        }
    }

    /** IDLE and HEAD: parses the bytes at hand, then reads more. */
    private Next receive() throws IOException {
        InputBuffer input = connection.input();
        if (unanswerable != null) {
            return refuse(unanswerable, "");
        }
        while (true) {
            if (input.remaining() > 0) {
                if (stream == null) {
                    stream = http.lend();
                    stream.bind(this);
                }
                try {
                    int length =
                            stream.parser.parse(input.array(), input.position(), input.limit());
                    if (length >= 0) {
                        return welcome() ? begin(input, length) : refuse(Refusal.MISDIRECTED, "");
                    }
                } catch (HttpError e) {
                    return refuse(e.refusal(), e.detail());
                }
            }
            if (!flush()) {
                return Next.WRITE;
            }
            if (stream != null && !stream.parser.started() && input.remaining() == 0) {
                release();
            }
            limitWait();
            byte[] array = input.array();
            int position = input.position();
            ByteBuffer room = input.room(http.limits.maxHttpHeaderSize() + 1);
            if (room == null) {
                return refuse(
                        Refusal.HEADERS_TOO_LARGE, "limit " + http.limits.maxHttpHeaderSize());
            }
            if (stream != null && (array != input.array() || position != input.position())) {
                stream.parser.restart();
            }
            int count = transport().read(room);
            input.received(count);
            if (count < 0) {
                return Next.CLOSE;
            }
            if (count == 0) {
                input.trim();
                return Next.READ;
            }
        }
    }

    /** The whole head has to arrive within the timeout, not each part of it (CVE-2007-6750). */
    private void limitWait() {
        if (stream != null && stream.parser.started()) {
            if (state == ConnectionState.IDLE) {
                long now = millis();
                if (requests > 0) {
                    since = now;
                }
                state = ConnectionState.HEAD;
                until = now + http.connectionTimeout;
            }
            transport()
                    .readTimeout(http.connectionTimeout <= 0 ? 0 : Math.max(1, until - millis()));
        } else {
            transport().readTimeout(requests == 0 ? http.connectionTimeout : http.keepAliveTimeout);
        }
    }

    /** Checked for an absolute target, too, and for a request that names no host. */
    private boolean welcome() {
        return hosts == null || hosts.test(stream.parser.recorder().head().host());
    }

    /** The head is complete. */
    private Next begin(InputBuffer input, int length) {
        requests++;
        stream.begin(input.position(), length, requests);
        input.consume(length);
        stream.exchange.begin(stream.parser.recorder().head());
        http.refusals.passed(stream.parser.characters(), transport().peer());
        state = ConnectionState.HANDLE;
        return GO_ON;
    }

    private Next refuse(Refusal refusal, String detail) throws IOException {
        InputBuffer input = connection.input();
        if (stream == null) {
            stream = http.lend();
            stream.bind(this);
        }
        stream.beginRefused(input.position(), input.remaining());
        state = ConnectionState.SUSPENDED;
        stream.exchange.begin(stream.parser.recorder().head());
        stream.exchange.refuse(refusal, detail);
        return GO_ON;
    }

    /** The exchange is complete. */
    private Next ended() throws IOException {
        if (stream.aborted()) {
            return cut();
        }
        state = ConnectionState.FLUSH;
        if (stream.keep()
                && !stream.bodyLeft()
                && !stream.hasTail()
                && connection.input().remaining() > 0
                && output.room() > ROOM_TO_JOIN) {
            return nextRequest();
        }
        return GO_ON;
    }

    /**
     * Sends what was taken, which may take a moment, then ends the stream if that shows that the
     * body is incomplete; otherwise resets it.
     */
    private Next cut() throws IOException {
        if (stream.endShowsCut()) {
            if (flush()) {
                completed();
                release();
                return startLinger();
            }
            transport().writeTimeout(CUT_MILLIS);
            return Next.WRITE;
        }
        transport().reset();
        return Next.CLOSE;
    }

    private Next flushResponse() throws IOException {
        if (!stream.send()) {
            return Next.WRITE;
        }
        if (stream.keep()) {
            if (!stream.bodyLeft()) {
                return nextRequest();
            }
            completed();
            state = ConnectionState.DRAIN;
            dropped = 0;
            return GO_ON;
        }
        boolean clientMaySend = stream.bodyLeft() || !stream.clientEnds();
        completed();
        release();
        return clientMaySend || connection.input().remaining() > 0 ? startLinger() : Next.CLOSE;
    }

    private Next startLinger() {
        state = ConnectionState.LINGER;
        since = millis();
        tearDown = new TearDown(connection, since);
        return GO_ON;
    }

    private void completed() {
        CompletionNotice.give(http.handler, stream.exchange);
    }

    private Next nextRequest() {
        completed();
        return idle(connection.input());
    }

    private Next idle(InputBuffer input) {
        release();
        state = ConnectionState.IDLE;
        if (input.remaining() > 0) {
            return Next.AGAIN;
        }
        input.trim();
        limitWait();
        return Next.READ;
    }

    /** Reads a body that was not read, so that the connection can be kept (RFC 9112 §9.3). */
    private Next drain() throws IOException {
        ByteBuffer scratch = http.output.take();
        try {
            while (true) {
                int count = stream.read(scratch.clear());
                if (count < 0) {
                    return idle(connection.input());
                }
                if (count == 0) {
                    connection.input().trim();
                    return Next.READ;
                }
                dropped += count;
                int most = http.limits.maxSwallowSize();
                if (most >= 0 && dropped > most) {
                    release();
                    return startLinger();
                }
            }
        } catch (BodyException e) {
            // The response was sent; what follows on this connection cannot be trusted.
            release();
            return startLinger();
        } finally {
            http.output.give(scratch);
        }
    }

    /** The request is over: returns what it needed. */
    private void release() {
        Http1Stream over = stream;
        stream = null;
        over.retire();
    }

    // ---- for the stream

    Transport transport() {
        return connection.transport();
    }

    InputBuffer input() {
        return connection.input();
    }

    OutputBuffer output() {
        return output;
    }

    /** Sends what waits in the output; true if nothing is left. */
    boolean flush() throws IOException {
        if (!output.isEmpty()) {
            try {
                unsent = !transport().write(output.unsent());
            } finally {
                output.written();
            }
        } else if (unsent) {
            unsent = !transport().write(NOTHING);
        }
        return !unsent;
    }

    /** Sends what waits in the output, followed by these bytes, with one call. */
    boolean send(ByteBuffer data) throws IOException {
        if (output.isEmpty()) {
            unsent = !transport().write(data);
            return !unsent;
        }
        pair[0] = output.unsent();
        pair[1] = data;
        try {
            unsent = !transport().write(pair);
        } finally {
            pair[0] = null;
            pair[1] = null;
            output.written();
        }
        return !unsent;
    }

    Driver driver() {
        return connection.driver();
    }

    Runnable resume() {
        return driver().resume(connection);
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}

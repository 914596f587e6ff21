package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.buffer.InputBuffer;
import dev.serval.http.BodyException;
import dev.serval.http.Compression;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpVersion;
import dev.serval.http.Origin;
import dev.serval.http.Persistence;
import dev.serval.http.Refusal;
import dev.serval.http.RefusalLog;
import dev.serval.http.RequestHead;
import dev.serval.http.Stream;
import dev.serval.net.Driver;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Peer;
import dev.serval.net.Transport;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;

/**
 * What one request needs while it is under way: parser, body decoder, exchange, and the rest of the
 * response. Lent to a connection from the first byte of a head to the last byte of the answer; an
 * idle connection has none. Owned by whoever owns the exchange. Once an application has seen the
 * exchange, it is not used again.
 */
final class Http1Stream implements Stream {
    private static final FieldName USER_AGENT = FieldName.of("User-Agent");
    private static final byte[] CRLF = "\r\n".getBytes(StandardCharsets.ISO_8859_1);
    // Eight hex digits and two line ends.
    private static final int CHUNK_OVERHEAD = 12;
    private static final int SMALLEST_CHUNK = 1024;

    private final Http1 http;
    final RequestParser parser;
    final BodyDecoder decoder;
    private final BodyPace pace;
    final Exchange exchange = new Exchange(this);
    private final ByteBuffer[] pair = new ByteBuffer[2];
    private Http1Connection connection;
    private int headStart;
    private int headLength;
    private Persistence persistence = Persistence.CLOSE;
    private Framing framing = Framing.NONE;
    private boolean expects;
    private boolean keepAliveTold;
    private boolean aborted;
    private boolean broken;
    // A blocking transport: its own thread reads; until then nobody touches the input.
    private volatile boolean filling;
    private volatile boolean forgotten;
    private IOException fillFailure;
    private boolean inputEnded;
    private boolean unsendable;
    private ByteBuffer tail;
    private FileRegion file;

    Http1Stream(Http1 http) {
        this(http, new RequestParser(http.limits, http.rules), new BodyDecoder(http.limits));
    }

    private Http1Stream(Http1 http, RequestParser parser, BodyDecoder decoder) {
        this.http = http;
        this.parser = parser;
        this.decoder = decoder;
        this.pace = new BodyPace(http.bodyTimeout, http.minBodyRate);
    }

    void bind(Http1Connection connection) {
        this.connection = connection;
    }

    /** The head is complete: {@code length} bytes from {@code start} of the input's storage. */
    void begin(int start, int length, int served) {
        headStart = start;
        headLength = length;
        RequestHead head = parser.recorder().head();
        decoder.begin(head.framing(), head.contentLength());
        pace.begin();
        expects = parser.expectContinue();
        persistence = Persistence.of(head, served, http.maxKeepAliveRequests, http.closing());
        if (http.rules.restrictedUserAgents() != null && restricted(head)) {
            persistence = Persistence.CLOSE;
        }
        keepAliveTold =
                persistence == Persistence.KEEP_ANNOUNCED
                        || http.tellsKeepAlive && Persistence.asked(head);
        framing = Framing.NONE;
    }

    private boolean restricted(RequestHead head) {
        String agent = head.field(USER_AGENT);
        return agent != null && http.rules.restrictedUserAgents().matcher(agent).matches();
    }

    /** The request is refused before its head is complete: nothing of it can be trusted. */
    void beginRefused(int start, int length) {
        headStart = start;
        headLength = length;
        decoder.begin(Framing.NONE, -1);
        expects = false;
        persistence = Persistence.CLOSE;
    }

    /** Gives itself back, or what of it the application cannot have seen. */
    void retire() {
        parser.reset();
        exchange.retire();
        connection = null;
        tail = null;
        pair[0] = null;
        pair[1] = null;
        expects = false;
        aborted = false;
        broken = false;
        filling = false;
        forgotten = false;
        fillFailure = null;
        inputEnded = false;
        unsendable = false;
        if (file != null) {
            file.release();
            file = null;
        }
        http.streams.give(exchange.exposed() ? new Http1Stream(http, parser, decoder) : this);
    }

    @Override
    public boolean keeps() {
        return keep();
    }

    boolean keep() {
        return persistence != Persistence.CLOSE;
    }

    /** True when the client itself wants no further request on this connection. */
    boolean clientEnds() {
        return (exchange.refusal() == null || !exchange.refusal().endsConnection())
                && Persistence.of(exchange.request(), 0, -1, false) == Persistence.CLOSE;
    }

    boolean aborted() {
        return aborted;
    }

    /** True when the client can tell an early end of the response from its right one. */
    boolean endShowsCut() {
        return exchange.committed()
                && !unsendable
                && (framing == Framing.LENGTH || framing == Framing.CHUNKED);
    }

    /** True when the body was not read to its end, or cannot be. */
    boolean bodyLeft() {
        return broken || !decoder.ended();
    }

    boolean hasTail() {
        return tail != null || file != null;
    }

    /** Sends what is left of the response: true when all has gone to the operating system. */
    boolean send() throws IOException {
        if (tail != null) {
            if (!send(tail)) {
                return false;
            }
            tail = null;
        }
        if (!connection().flush()) {
            return false;
        }
        if (file != null) {
            if (!connection().transport().transfer(file)) {
                return false;
            }
            file.release();
            file = null;
        }
        return true;
    }

    // ---- Stream

    @Override
    public Peer peer() {
        return connection().transport().peer();
    }

    @Override
    public Origin origin() {
        return http.origin;
    }

    @Override
    public Compression compression() {
        return http.compression;
    }

    @Override
    public RefusalLog refusals() {
        return http.refusals;
    }

    @Override
    public RequestHead releaseHead() {
        return parser.recorder().release(headStart, headStart + headLength);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return read(target, true);
    }

    @Override
    public int poll(ByteBuffer target) throws IOException {
        return filling ? 0 : read(target, !connection().transport().blocks());
    }

    private int read(ByteBuffer target, boolean receives) throws IOException {
        InputBuffer input = connection().input();
        if (broken) {
            throw new IOException("The body could not be read before");
        }
        try {
            int count = decoder.decode(input, target);
            while (count == 0 && target.hasRemaining()) {
                if (expects) {
                    sendContinue();
                }
                int received = receive(input, receives);
                if (received == 0) {
                    return 0;
                }
                if (received < 0 && decoder.passesThrough()) {
                    inputEnded = true;
                    return -1;
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

    private int receive(InputBuffer input, boolean receives) throws IOException {
        if (inputEnded) {
            return -1;
        }
        if (fillFailure != null) {
            throw fillFailure;
        }
        if (!receives) {
            return 0;
        }
        return receive(connection().transport(), input);
    }

    /** A blocking transport waits in the read itself, others behind one that has found nothing. */
    private int receive(Transport transport, InputBuffer input) throws IOException {
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

    @Override
    public void acknowledge() throws IOException {
        if (expects) {
            sendContinue();
        }
    }

    private void sendContinue() throws IOException {
        expects = false;
        if (!exchange.committed()) {
            http.encoder.interim(connection().output(), 100, new Fields());
            while (!connection().flush()) {
                await(Interest.WRITE);
            }
        }
    }

    @Override
    public void inform(int status, Fields fields) throws IOException {
        http.encoder.interim(connection().output(), status, fields);
        while (!connection().flush()) {
            await(Interest.WRITE);
        }
    }

    /** Whether close is one of the options of its Connection fields (RFC 9110 §7.6.1). */
    private static boolean asksToClose(Fields fields) {
        if (fields.get(FieldName.CONNECTION) == null) {
            return false;
        }
        for (String options : fields.all(FieldName.CONNECTION)) {
            for (String option : options.split(",")) {
                if (option.strip().equalsIgnoreCase("close")) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void begin(int status, Fields fields, byte[] prepared, Framing framing, long length)
            throws IOException {
        this.framing = framing;
        if (framing == Framing.CLOSE
                // A client that waits for 100 may or may not send its body now (RFC 9110 §10.1.1).
                || expects && !decoder.ended()
                || broken
                || tooLongToDrain()
                || refusedBySyntax()
                || http.closing()
                || asksToClose(fields)) {
            persistence = Persistence.CLOSE;
        }
        byte[] connectionField = ResponseEncoder.NOTHING;
        if (persistence == Persistence.CLOSE) {
            connectionField = ResponseEncoder.CLOSE;
        } else if (keepAliveTold) {
            connectionField = http.keepAlive;
        }
        http.encoder.head(
                connection().output(), status, fields, prepared, framing, length, connectionField);
    }

    private boolean tooLongToDrain() {
        int most = http.limits.maxSwallowSize();
        return most >= 0 && decoder.remainingKnown() > most;
    }

    private boolean refusedBySyntax() {
        Refusal refusal = exchange.refusal();
        return refusal != null && refusal.endsConnection();
    }

    @Override
    public boolean write(ByteBuffer data) throws IOException {
        try {
            return framing == Framing.CHUNKED ? writeChunks(data) : writeWhole(data);
        } catch (IOException e) {
            unsendable = true;
            throw e;
        }
    }

    private boolean writeWhole(ByteBuffer data) throws IOException {
        if (data.remaining() <= connection().output().room()) {
            connection().output().reserve(data.remaining()).put(data);
            return true;
        }
        return send(data);
    }

    private boolean writeChunks(ByteBuffer data) throws IOException {
        while (data.hasRemaining()) {
            int room = connection().output().room() - CHUNK_OVERHEAD;
            if (room < Math.min(SMALLEST_CHUNK, data.remaining())) {
                if (!connection().flush()) {
                    return false;
                }
                // Fewer and larger writes for who has filled one already.
                connection().output().expectMuch();
                continue;
            }
            int count = Math.min(room, data.remaining());
            ByteBuffer target = connection().output().reserve(count + CHUNK_OVERHEAD);
            Ascii.putHex(target, count);
            target.put(CRLF);
            int limit = data.limit();
            target.put(data.limit(data.position() + count));
            data.limit(limit);
            target.put(CRLF);
        }
        return true;
    }

    /** Writes what waits and these bytes with one call. */
    private boolean send(ByteBuffer data) throws IOException {
        return connection().send(data, pair);
    }

    @Override
    public boolean flush() throws IOException {
        return connection().flush();
    }

    @Override
    public void tail(ByteBuffer data) {
        int length = data.remaining();
        if (length <= connection().output().room()) {
            ByteBuffer target = connection().output().reserve(length);
            target.put(target.position(), data, data.position(), length);
            target.position(target.position() + length);
        } else {
            tail = data.duplicate();
        }
    }

    @Override
    public void tail(FileRegion region) {
        file = region;
    }

    @Override
    public void finish(Fields trailers) throws IOException {
        if (framing == Framing.CHUNKED) {
            http.encoder.lastChunk(connection().output(), trailers);
        }
    }

    @Override
    public Fields trailers() {
        return decoder.trailers();
    }

    @Override
    public void upgrade(Fields fields) throws IOException {
        if (exchange.request().version() == HttpVersion.HTTP_1_0 || bodyLeft()) {
            throw new IllegalStateException(
                    "RFC 9110 §7.8: HTTP/1.0 cannot be upgraded, nor can a request whose body was"
                            + " not read to its end");
        }
        http.encoder.head(
                connection().output(),
                101,
                fields,
                null,
                Framing.NONE,
                -1,
                ResponseEncoder.NOTHING);
        persistence = Persistence.CLOSE;
        framing = Framing.CLOSE;
        decoder.passThrough();
        // What is said, and how often, is the other protocol's business.
        connection().transport().readTimeout(0);
    }

    @Override
    public void await(Interest interest) throws IOException {
        connection().transport().await(interest);
    }

    @Override
    public void when(Interest interest, Runnable task) {
        Transport transport = connection().transport();
        if (interest == Interest.READ && transport.blocks()) {
            filling = true;
            transport.when(interest, () -> fill(task));
        } else if (interest == Interest.READ) {
            // What the application does until it reads is no wait for the client.
            transport.when(
                    interest,
                    () -> {
                        pace.resume();
                        task.run();
                    });
        } else {
            transport.when(interest, task);
        }
    }

    @Override
    public void forget() {
        Transport transport = connection().transport();
        forgotten = true;
        transport.forget(Interest.READ);
        transport.forget(Interest.WRITE);
        if (filling) {
            // The connection's own thread is in a read and cannot send the answer: it leaves here.
            persistence = Persistence.CLOSE;
            try {
                if (!aborted) {
                    send();
                }
            } catch (IOException e) {
                // The connection's thread will see the same.
            }
            transport.expire(Interest.READ);
        }
    }

    @Override
    public void giveUpReading() {
        connection().transport().expire(Interest.READ);
    }

    @Override
    public void dispatch(Exchange exchange) {
        Driver driver = connection().driver();
        boolean given;
        try {
            given = driver.dispatch(exchange);
        } catch (RejectedExecutionException e) {
            exchange.overdue();
            return;
        }
        if (!given) {
            try {
                exchange.run();
            } finally {
                driver.ran();
            }
        }
    }

    @Override
    public void fork(Runnable task) {
        connection().driver().fork(task);
    }

    @Override
    public Runnable resume() {
        return connection().resume();
    }

    @Override
    public void abort() {
        aborted = true;
        persistence = Persistence.CLOSE;
    }

    private Http1Connection connection() {
        Http1Connection current = connection;
        if (current == null) {
            throw new IllegalStateException(
                    "The request has ended: its exchange cannot be used any more");
        }
        return current;
    }
}

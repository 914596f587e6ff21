package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Framing;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpVersion;
import dev.serval.http.Persistence;
import dev.serval.http.PreparedFields;
import dev.serval.http.Refusal;
import dev.serval.http.RefusalLog;
import dev.serval.http.RequestHead;
import dev.serval.http.SingleStream;
import dev.serval.http.UpgradedWaits;
import dev.serval.net.Driver;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Parked;
import dev.serval.net.Peer;
import dev.serval.net.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What one request needs while it is under way: parser, body decoder, exchange, and the rest of the
 * response. Lent to a connection from the first byte of the head to the last byte of the response;
 * an idle connection has none. Owned by the owner of the exchange. Once an application has seen the
 * exchange, it is not used again.
 */
final class Http1Stream implements SingleStream, UpgradedWaits {
    private static final FieldName USER_AGENT = FieldName.of("User-Agent");
    private static final byte[] CRLF = "\r\n".getBytes(StandardCharsets.ISO_8859_1);
    // Eight hex digits and two line ends.
    private static final int CHUNK_OVERHEAD = 12;
    private static final int SMALLEST_CHUNK = 1024;

    private final Http1 http;
    final RequestParser parser;
    final Exchange exchange = new Exchange(this);
    private final BodyReader body;
    private int headStart;
    private int headLength;
    private Persistence persistence = Persistence.CLOSE;
    private Framing framing = Framing.NONE;
    private boolean keepAliveTold;
    private boolean aborted;
    private boolean unsendable;
    private ByteBuffer tail;
    private FileRegion file;

    Http1Stream(Http1 http) {
        this.http = http;
        parser = new RequestParser(http.limits, http.rules);
        body = new BodyReader(http, exchange);
    }

    /** Takes over the parts of a retired stream that the application cannot have seen. */
    private Http1Stream(Http1Stream used) {
        http = used.http;
        parser = used.parser;
        body = new BodyReader(used.body, exchange);
    }

    void bind(Http1Connection connection) {
        body.bind(connection);
    }

    /** The head is complete: {@code length} bytes from {@code start} of the input's storage. */
    void begin(int start, int length, int served) {
        headStart = start;
        headLength = length;
        RequestHead head = parser.recorder().head();
        body.begin(head.framing(), head.contentLength(), parser.expectContinue());
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

    /** The request is refused before its head is complete: none of it can be trusted. */
    void beginRefused(int start, int length) {
        headStart = start;
        headLength = length;
        body.begin(Framing.NONE, -1, false);
        persistence = Persistence.CLOSE;
    }

    /** Returns this stream to its pool, or the parts that the application cannot have seen. */
    void retire() {
        parser.reset();
        exchange.retire();
        body.retire();
        tail = null;
        aborted = false;
        unsendable = false;
        if (file != null) {
            file.release();
            file = null;
        }
        http.streams.give(exchange.exposed() ? new Http1Stream(this) : this);
    }

    @Override
    public boolean keeps() {
        return keep();
    }

    boolean keep() {
        return persistence != Persistence.CLOSE;
    }

    /** True if the client asked to close the connection after this request. */
    boolean clientEnds() {
        return (exchange.refusal() == null || !exchange.refusal().endsConnection())
                && Persistence.of(exchange.request(), 0, -1, false) == Persistence.CLOSE;
    }

    boolean aborted() {
        return aborted;
    }

    /** True if the client can tell a cut response from a complete one. */
    boolean endShowsCut() {
        return exchange.committed()
                && !unsendable
                && (framing == Framing.LENGTH || framing == Framing.CHUNKED);
    }

    /** True if the body was not read to its end, or cannot be. */
    boolean bodyLeft() {
        return body.isLeft();
    }

    boolean hasTail() {
        return tail != null || file != null;
    }

    /** Sends what is left of the response: true if the operating system has taken everything. */
    boolean send() throws IOException {
        if (tail != null) {
            if (!connection().send(tail)) {
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
    public HttpConfig config() {
        return http.config;
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
        return body.read(target);
    }

    @Override
    public int poll(ByteBuffer target) throws IOException {
        return body.poll(target);
    }

    @Override
    public Fields trailers() {
        return body.trailers();
    }

    @Override
    public void acknowledge() throws IOException {
        body.acknowledge();
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
    public void begin(
            int status,
            Fields fields,
            PreparedFields prepared,
            Framing framing,
            long length,
            boolean last)
            throws IOException {
        this.framing = framing;
        if (framing == Framing.CLOSE
                || body.isUncertain()
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
        return most >= 0 && body.remainingKnown() > most;
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
        // What another protocol sends leaves at once: nothing follows to share its write.
        if (!body.passesThrough() && data.remaining() <= connection().output().room()) {
            connection().output().reserve(data.remaining()).put(data);
            return true;
        }
        return connection().send(data);
    }

    private boolean writeChunks(ByteBuffer data) throws IOException {
        while (data.hasRemaining()) {
            int room = connection().output().room() - CHUNK_OVERHEAD;
            if (room < Math.min(SMALLEST_CHUNK, data.remaining())) {
                if (!connection().flush()) {
                    return false;
                }
                // Fewer and larger writes for a response that has filled one already.
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
    public UpgradedWaits upgrade(Fields fields) throws IOException {
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
        // The other protocol has its own limits.
        body.passThrough();
        return this;
    }

    @Override
    public void await(Interest interest) throws IOException {
        connection().transport().await(interest);
    }

    @Override
    public void await(Parked parked) {
        connection().driver().await(parked);
    }

    @Override
    public void giveUpWriting() {
        connection().transport().expire(Interest.WRITE);
    }

    @Override
    public boolean blocks() {
        return connection().transport().blocks();
    }

    @Override
    public void when(Interest interest, Runnable task) {
        Transport transport = connection().transport();
        if (interest == Interest.READ) {
            body.whenReadable(task);
        } else {
            transport.when(interest, task);
        }
    }

    @Override
    public void forget() {
        Transport transport = connection().transport();
        boolean reading = body.forget();
        transport.forget(Interest.WRITE);
        if (reading) {
            // The connection's own thread is in a read and cannot send the response: this thread
            // sends it.
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
    public Driver driver() {
        return connection().driver();
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
        return body.connection();
    }
}

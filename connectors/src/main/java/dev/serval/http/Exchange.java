package dev.serval.http;

import dev.serval.net.Call;
import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Pace;
import dev.serval.net.Peer;
import dev.serval.net.TurnGuard;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its response, whatever the protocol. Used by one thread at a time: first the
 * connection's, and once {@link #dispatch}ed whoever runs the task, until {@link #complete}.
 *
 * <pre>
 *         handle() returns first                       complete()
 * HANDLING ------------------&gt; DETACHED -------------------------&gt; COMPLETE: the connection is resumed
 *     \------- complete() first --------------------------------&gt; COMPLETE: it continues in line
 * </pre>
 *
 * The rules that hold for every protocol live here: the head goes out once, HEAD, 1xx, 204 and 304
 * have no body (RFC 9110 §6.4.1), nor has 205 (§15.3.6), and a declared length is kept (§8.6).
 */
public final class Exchange implements Call, CodingChoice {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final TurnGuard GUARD = new TurnGuard("The end of a request");
    private static final FieldName REQUEST_ID = FieldName.of("X-Request-Id");
    private static final int HANDLING = 0;
    private static final int DETACHED = 1;
    private static final int COMPLETE = 2;
    private static final VarHandle STATE;
    private static final VarHandle ENDED;
    private static final VarHandle RUNNER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Exchange.class, "state", int.class);
            ENDED = lookup.findVarHandle(Exchange.class, "ended", boolean.class);
            RUNNER = lookup.findVarHandle(Exchange.class, "runner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Stream stream;
    private final Fields fields = new Fields();

    @SuppressWarnings("unused") // by STATE
    private volatile int state;

    @SuppressWarnings("unused") // by ENDED
    private volatile boolean ended;

    private RequestHead request;
    private Runnable task;
    // Of the task's route; null where nobody learns it.
    private Pace pace;
    // The thread that runs the task, and what it goes on with behind it.
    private volatile Thread runner;
    private volatile Runnable resumption;
    private boolean exposed;
    private volatile boolean waits;
    private int status;
    private byte[] prepared;
    private boolean committed;
    private boolean bodyless;
    private Framing framing;
    private Supplier<Fields> trailers;
    private boolean aborted;
    private boolean bodyEnded;
    // Null for a body that leaves as it was written.
    private GzipCoder coder;
    private long encoded;
    private boolean asIs;
    private long declared;
    private long written;
    private long started;
    private Object attachment;
    private Refusal refusal;
    private String id;
    private Forwarded forwarded;
    private String user;
    // Null unless an access log wants more than others do.
    private LogNotes notes;

    /** For protocols. */
    public Exchange(Stream stream) {
        this.stream = stream;
    }

    /** For protocols: starts a new request on this object, which no application has seen. */
    public void begin(RequestHead head) {
        request = head;
        fields.clear();
        status = 200;
        prepared = null;
        committed = false;
        bodyless = false;
        framing = Framing.NONE;
        trailers = null;
        aborted = false;
        bodyEnded = false;
        encoded = -1;
        asIs = false;
        declared = -1;
        written = 0;
        started = System.nanoTime();
        attachment = null;
        refusal = null;
        id = null;
        forwarded = null;
        user = null;
        notes = null;
        waits = false;
        ENDED.setRelease(this, false);
        STATE.setRelease(this, HANDLING);
    }

    /**
     * For protocols: it is over. What may lead to an application goes, since a stream that waits
     * for its next use must not hold one.
     */
    public void retire() {
        attachment = null;
        trailers = null;
    }

    /**
     * For protocols, after {@code handle} has returned: true when the exchange is complete and the
     * connection may go on in line; false when it is detached and {@link Stream#resume} will
     * follow.
     */
    public boolean handled() {
        return !STATE.compareAndSet(this, HANDLING, DETACHED);
    }

    /**
     * For protocols: true when an application may hold on to this object, so that it is not used
     * again.
     */
    public boolean exposed() {
        return exposed;
    }

    // ---- the request

    public RequestHead request() {
        return request;
    }

    /** The client and the address that it connected to, as the connection or proxies tell. */
    public Peer peer() {
        return forwarded == null ? stream.peer() : forwarded.peer();
    }

    /** The two ends of the connection itself. */
    public Peer connectionPeer() {
        return stream.peer();
    }

    /** What the connector, or proxies in front of it, say of the request. */
    public Origin origin() {
        return forwarded == null ? stream.origin() : forwarded.origin();
    }

    /** What the connector says of all its requests. */
    public Origin connectorOrigin() {
        return stream.origin();
    }

    /** For handlers, before anybody else knows of the request: believes what proxies say of it. */
    public void forwarded(Forwarded believed) {
        forwarded = believed;
    }

    /** For handlers: who has logged in; null for nobody. */
    public void user(String name) {
        user = name;
    }

    /** Who has logged in, for access logs; null for nobody. */
    public String user() {
        return user;
    }

    /** For handlers: what is noted from here on for access logs. */
    public void note(LogNotes wanted) {
        notes = wanted;
    }

    /** What is noted for access logs; null for nothing. */
    public LogNotes notes() {
        return notes;
    }

    /** What proxies say of it and is believed; null for none. */
    public Forwarded forwarded() {
        return forwarded;
    }

    /** When the head was complete, by {@link System#nanoTime}. */
    @Override
    public long startedNanos() {
        return started;
    }

    /**
     * Reads body bytes, waiting for the client if need be: count, or -1 at the end. The first call
     * sends 100 Continue if the client waits for it (RFC 9110 §10.1.1). Throws an IOException when
     * the body is cut, malformed or late; never a clean end then.
     */
    public int read(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        expose();
        while (true) {
            int count = stream.read(target);
            if (count != 0) {
                return count;
            }
            stream.await(Interest.READ);
        }
    }

    /** Like {@link #read} without waiting: count, 0 when nothing is there yet, -1 at the end. */
    public int poll(ByteBuffer target) throws IOException {
        expose();
        return stream.poll(target);
    }

    /**
     * The fields behind the body, complete once {@link #read} has returned -1; null if there are
     * none. Those that must not be trailers were dropped (RFC 9110 §6.5.1).
     */
    public Fields trailers() {
        return stream.trailers();
    }

    /** Sends 100 Continue now if the client waits for it, before anybody reads its body. */
    public void acknowledge() throws IOException {
        stream.acknowledge();
    }

    // ---- the response

    public int status() {
        return status;
    }

    /** Sets the status, 200 to 599; only before the head has gone out. */
    public void status(int status) {
        requireUncommitted();
        if (status < 200 || status > 999) {
            throw new IllegalArgumentException("not a final status: " + status);
        }
        this.status = status;
    }

    /** The response's fields; changes after {@link #committed} have no effect. */
    public Fields fields() {
        return fields;
    }

    /**
     * Field lines of the response that were encoded beforehand, each with its CRLF; null if there
     * are none. Never to be written to.
     */
    public byte[] preparedFields() {
        return prepared;
    }

    /** Once it is complete: whether the connection takes another request. */
    public boolean keepsConnection() {
        return !aborted && stream.keeps();
    }

    /** True once the head has been given to the connection. */
    public boolean committed() {
        return committed;
    }

    /**
     * Declares the length of the body in bytes; -1 undeclares it. Only before the head has gone
     * out.
     */
    public void contentLength(long length) {
        requireUncommitted();
        declared = length;
    }

    /** The declared length of the body; -1 if there is none. */
    public long contentLength() {
        return declared;
    }

    /**
     * What stands behind a chunked body: asked for once, when that is complete, and sent unless it
     * gives null; a body with a declared length has none. Null for no trailers. Only before the
     * head has gone out.
     */
    public void trailers(Supplier<Fields> source) {
        requireUncommitted();
        trailers = source;
    }

    /** True when there may be something behind the body, which is chunked for that. */
    public boolean hasTrailers() {
        return trailers != null;
    }

    /** Body bytes taken from the application so far. */
    public long written() {
        return written;
    }

    /** Once it is complete: bytes of the body that went to the connection, after its coding. */
    public long sent() {
        return encoded >= 0 ? encoded : written;
    }

    @Override
    public Compression compression() {
        return stream.compression();
    }

    @Override
    public void sendAsIs() {
        asIs = true;
    }

    /** Sends an interim response, for example 103 (RFC 9110 §15.2); not to HTTP/1.0. */
    public void inform(int status, Fields fields) throws IOException {
        requireUncommitted();
        if (request.version() != HttpVersion.HTTP_1_0) {
            stream.inform(status, fields);
        }
    }

    /**
     * Changes the protocol (RFC 9110 §7.8): a 101 with the fields goes into the output, and from
     * here on what is read and written are the bytes of the connection itself, until {@link
     * #complete} closes it. The client's end is that of the body; no read is limited in time.
     * Throws IllegalStateException after the commit, for HTTP/1.0, and while a body is not read to
     * its end.
     */
    public void upgrade() throws IOException {
        requireUncommitted();
        stream.upgrade(fields);
        status = 101;
        declared = -1;
        trailers = null;
        committed = true;
    }

    /**
     * Takes body bytes without waiting; the first call sends the head. False when some are left:
     * call again with the same buffer after {@link Interest#WRITE} is ready.
     */
    public boolean offer(ByteBuffer data) throws IOException {
        commit(data);
        if (bodyless) {
            written += data.remaining();
            data.position(data.limit());
            return true;
        }
        if (declared >= 0 && written + data.remaining() > declared) {
            throw new IOException(
                    "RFC 9110 §8.6: the body is longer than its declared Content-Length of "
                            + declared);
        }
        int before = data.remaining();
        boolean all = coder == null ? stream.write(data) : coder.offer(data, stream);
        written += before - data.remaining();
        return all;
    }

    /** Like {@link #offer}, waiting for the client where it must. */
    public void write(ByteBuffer data) throws IOException {
        while (!offer(data)) {
            stream.await(Interest.WRITE);
        }
    }

    /**
     * Sends the head if it has not gone out, and all that was taken so far; waits for the socket.
     */
    public void flush() throws IOException {
        commit(null);
        while (coder != null && !coder.flush(stream)) {
            stream.await(Interest.WRITE);
        }
        while (!stream.flush()) {
            stream.await(Interest.WRITE);
        }
    }

    /**
     * Like {@link #flush} without waiting: false when some is left, then call again after {@link
     * Interest#WRITE} is ready.
     */
    public boolean tryFlush() throws IOException {
        commit(null);
        return (coder == null || coder.flush(stream)) && stream.flush();
    }

    /** Ends the response and completes the exchange. */
    public void end() throws IOException {
        end(EMPTY);
    }

    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    /**
     * The last (or only) part of the body, then {@link #complete}. A body that was not begun goes
     * out with its length, in one write with the head where it fits. The buffer belongs to the
     * connection from here on; it is only read.
     */
    public void end(ByteBuffer last) throws IOException {
        if (!committed && declared < 0 && trailers == null) {
            declared = last.remaining();
        }
        commit(last);
        if (bodyless) {
            written += last.remaining();
        } else if (coder != null) {
            if (declared < 0 || written + last.remaining() <= declared) {
                write(last);
            }
        } else if (declared >= 0) {
            if (last.hasRemaining() && written + last.remaining() <= declared) {
                written += last.remaining();
                stream.tail(last);
            }
        } else {
            write(last);
        }
        finishBody();
        complete();
    }

    /**
     * The whole body from a file, then {@link #complete}; the file is sent after this returns,
     * without a thread that waits. The declared length must be that of the region.
     */
    public void end(FileRegion region) throws IOException {
        if (!committed && declared < 0) {
            declared = region.remaining();
        }
        asIs = true;
        try {
            commit(null);
            if (!bodyless && written + region.remaining() != declared) {
                throw new IOException(
                        "RFC 9110 §8.6: the file is not as long as its Content-Length");
            }
        } catch (IOException | RuntimeException e) {
            region.release();
            throw e;
        }
        if (bodyless) {
            region.release();
        } else {
            written += region.remaining();
            stream.tail(region);
        }
        finishBody();
        complete();
    }

    /**
     * Answers at once with field lines that were encoded beforehand, each with its CRLF, without
     * Content-Length and Date; for the fast path. Allocates nothing. The body may be sent by others
     * at the same time: its position stays where it is.
     */
    public void end(int status, byte[] preparedFields, ByteBuffer body) throws IOException {
        status(status);
        prepared = preparedFields;
        end(body);
    }

    /** The same without anything to add. */
    public void refuse(Refusal refusal) throws IOException {
        refuse(refusal, "");
    }

    /**
     * Answers with an error page of a few bytes that names status, message, code and the request's
     * id; then completes. The log says more.
     *
     * @param detail what was seen, or limit and value; for the log only
     */
    public void refuse(Refusal refusal, String detail) throws IOException {
        declared = -1;
        status(refusal.status());
        fields.clear();
        prepared = null;
        trailers = null;
        asIs = false;
        because(refusal, detail);
        if (refusal == Refusal.OVERLOAD) {
            fields.set(FieldName.RETRY_AFTER, "1");
        }
        fields.set(FieldName.CONTENT_TYPE, "text/html;charset=utf-8");
        fields.set(FieldName.CACHE_CONTROL, "no-store");
        fields.set(FieldName.CONTENT_LANGUAGE, "en");
        end(ByteBuffer.wrap(ErrorPage.of(refusal, id()).getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * For who answers a refusal with a page of its own: writes the log, and puts the request's id
     * into the response. Before the head has gone out.
     */
    public void because(Refusal refusal, String detail) {
        this.refusal = refusal;
        if (refusal != Refusal.FAILURE || !detail.isEmpty()) {
            stream.refusals().refused(refusal, detail, id(), peer());
        }
        fields.set(REQUEST_ID, id());
    }

    /** Tells the log that the request needed a leniency. */
    public void passed(Leniency leniency) {
        stream.refusals().passed(leniency, peer());
    }

    /** Short, the same for this request wherever it is told; made when it is first asked for. */
    public String id() {
        if (id == null) {
            id = stream.refusals().nextId();
        }
        return id;
    }

    /** The id if one was made, else null: then nobody has told of this request. */
    public String idIfAny() {
        return id;
    }

    /** Why the server itself refused the request; null if it did not. */
    public Refusal refusal() {
        return refusal;
    }

    // ---- threads and the end

    /**
     * Runs work that may block; the last statement of {@link HttpHandler#handle}. The task may run
     * before this returns, on this thread or on any other: code behind the call, or a lock held
     * across it, is a defect.
     *
     * @param pace what is known of such tasks; where they have been short, an event loop runs this
     *     one itself; null for a worker always
     */
    public void dispatch(Runnable task, Pace pace) {
        expose();
        this.task = task;
        this.pace = pace;
        stream.dispatch(this);
    }

    /** The same, always on a worker where the driver has some. */
    public void dispatch(Runnable task) {
        dispatch(task, null);
    }

    @Override
    public Pace pace() {
        return pace;
    }

    /**
     * For drivers: runs the dispatched task. If that completes the exchange, the connection goes on
     * here only after the task has returned, on an empty stack and free of the application.
     */
    @Override
    public void run() {
        Runnable first = task;
        task = null;
        runner = Thread.currentThread();
        Pace learning = pace;
        long began = learning == null ? 0 : System.nanoTime();
        try {
            first.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        if (learning != null) {
            learning.took(System.nanoTime() - began);
        }
        Runnable next = turnEnded();
        if (next != null) {
            next.run();
        }
    }

    /** For drivers and protocols: the dispatched task finds no thread in time; 503. */
    @Override
    public void overdue() {
        task = null;
        try {
            refuse(Refusal.OVERLOAD, "no thread was free in time");
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void turn(Runnable turn) {
        runner = Thread.currentThread();
        try {
            turn.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
        Runnable next = turnEnded();
        if (next != null) {
            next.run();
        }
    }

    /** What the thread goes on with after its turn; null if the turn did not end the exchange. */
    private Runnable turnEnded() {
        // Read before: from then on another thread may be at its turn and note its own.
        Runnable next = resumption;
        if (!RUNNER.compareAndSet(this, Thread.currentThread(), null) || next == null) {
            return null;
        }
        resumption = null;
        return next;
    }

    /**
     * Goes on with a dispatched exchange, from any thread: runs the task on a thread that may
     * block, never on the calling one. The caller sees to it that one task runs at a time. Throws
     * RejectedExecutionException when too many tasks wait.
     */
    public void redispatch(Runnable task) {
        stream.fork(() -> turn(task));
    }

    /**
     * Runs a task of the application that may block, beside the exchange and never on the calling
     * thread. Throws RejectedExecutionException when too many tasks wait.
     */
    public void fork(Runnable task) {
        stream.fork(task);
    }

    /** The application gets to see this exchange: it will not be used for another request. */
    public void expose() {
        if (!exposed) {
            exposed = true;
            request = stream.releaseHead();
        }
    }

    /**
     * Runs the task once when bytes can be read or written again, on a thread that must not be
     * blocked; not any more after {@link #complete}. One registration of a kind at a time.
     */
    public void when(Interest interest, Runnable task) {
        waits = true;
        stream.when(interest, task);
    }

    /** Gives up what was asked for by {@link #when}: its tasks run no more, or do no harm. */
    public void forget() {
        if (waits) {
            stream.forget();
        }
    }

    /**
     * From any thread: ends the wait of another one for the body, which gets a {@link
     * BodyException}; the connection is not kept. Nothing happens if nobody waits.
     */
    public void giveUpReading() {
        stream.giveUpReading();
    }

    /** Ends the exchange, once, from any thread. A second call is ignored. */
    public void complete() {
        if ((boolean) ENDED.getAndSet(this, true)) {
            LOG.warn("An exchange was completed twice; the second time is ignored.");
            return;
        }
        // Before the transition: behind it the connection may use this object for the next request.
        try {
            closeResponse();
            releaseCoder();
            forget();
        } catch (Throwable e) {
            // Without the transition the connection would never go on, nor end.
            GUARD.note(e);
            abort();
        }
        if ((int) STATE.getAndSet(this, COMPLETE) == DETACHED) {
            Runnable next = stream.resume();
            if (runner == Thread.currentThread()) {
                resumption = next;
            } else if (next != null) {
                next.run();
            }
        }
    }

    /**
     * Something of ours failed: 500 if nothing has gone out yet, else the response is cut; then
     * completes. Never throws: there may be no memory for a page, nor for the log.
     */
    public void fail(Throwable cause) {
        // Not what the fields say: behind the end they may be those of the next request.
        boolean over = false;
        try {
            over = answered(cause);
        } catch (Throwable e) {
            GUARD.note(e);
        }
        if (!over) {
            abort();
            complete();
        }
        GUARD.passed();
    }

    /** False when the response is to be cut. */
    private boolean answered(Throwable cause) {
        if (ended) {
            LOG.warn("After the end of an exchange something failed", cause);
            return true;
        }
        BodyException body = bodyOf(cause);
        Refusal why = body == null ? Refusal.FAILURE : body.refusal();
        String detail = body == null ? "" : body.detail();
        if (why == Refusal.FAILURE && !aborted) {
            if (cause instanceof HeadTooLargeException) {
                LOG.error("SRV-0911 {}: {}", request.rawTarget(), cause.getMessage());
            } else if (cause instanceof IOException) {
                LOG.debug("An exchange was given up: {}", cause.toString());
                // Else it is the connection, and nobody is to be told.
                detail = cause instanceof FileSystemException ? cause.toString() : "";
            } else {
                LOG.error(
                        "{} request {} for {} failed by a defect of this server; please report it"
                                + " with what follows",
                        why.code(),
                        id(),
                        request.rawTarget(),
                        cause);
            }
        }
        try {
            if (!committed) {
                refuse(why, detail);
                return true;
            }
        } catch (IOException e) {
            LOG.debug("The error page could not be sent: {}", e.toString());
        }
        return false;
    }

    /**
     * Cuts the response so that the client sees that it is not whole; {@link #complete} must
     * follow.
     */
    public void abort() {
        if (!aborted) {
            aborted = true;
            bodyEnded = true;
            stream.abort();
        }
    }

    /**
     * A body that could not be read is the client's mistake, however deep the application wrapped
     * it.
     */
    private static BodyException bodyOf(Throwable cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof BodyException body) {
                return body;
            }
        }
        return null;
    }

    /** True when the response was cut. */
    public boolean aborted() {
        return aborted;
    }

    /** An object of the handler's, for {@link HttpHandler#completed}. */
    public Object attachment() {
        return attachment;
    }

    public void attach(Object attachment) {
        this.attachment = attachment;
    }

    // ---- inside

    /**
     * @param body what is at hand of the body; null for nothing yet
     */
    private void commit(ByteBuffer body) throws IOException {
        if (committed) {
            return;
        }
        if (aborted) {
            throw new EOFException("the response was cut");
        }
        if (notes != null) {
            notes.committed(System.nanoTime() - started);
        }
        boolean noContent = status == 204 || status == 304;
        bodyless = noContent || status == 205 || request.method() == Method.HEAD;
        if (status == 205) {
            // RFC 9112 §6.3 gives it a body, RFC 9110 §15.3.6 none: it has to say so.
            declared = 0;
        }
        boolean open = prepared == null && !asIs && !stream.compression().isOff();
        String coding = open ? fields.get(FieldName.CONTENT_ENCODING) : null;
        long length = open ? compress(body) : declared;
        if (noContent) {
            framing = Framing.NONE;
        } else if (length >= 0) {
            framing = Framing.LENGTH;
        } else if (bodyless) {
            framing = Framing.NONE;
        } else if (request.version() == HttpVersion.HTTP_1_0) {
            framing = Framing.CLOSE;
        } else {
            framing = Framing.CHUNKED;
        }
        // Behind it nothing can be changed; before, what cannot be sent becomes an error.
        try {
            stream.begin(status, fields, prepared, framing, length);
        } catch (IOException | RuntimeException e) {
            if (open) {
                // Who tries again with fewer fields is asked anew.
                fields.remove(FieldName.CONTENT_ENCODING);
                if (coding != null) {
                    fields.set(FieldName.CONTENT_ENCODING, coding);
                }
            }
            throw e;
        }
        committed = true;
    }

    /**
     * Decides whether the body is compressed, and says so: the length that is declared, -1 for
     * none.
     */
    private long compress(ByteBuffer body) {
        releaseCoder();
        encoded = -1;
        Compression compression = stream.compression();
        if (status == 304) {
            Compression.validate(request, fields);
            return declared;
        }
        if (!compression.covers(status, fields, declared)) {
            return declared;
        }
        Compression.vary(fields);
        GzipCoder lent = compression.serves(request) ? GzipCoder.lend() : null;
        if (lent == null) {
            return declared;
        }
        coder = lent;
        Compression.encode(fields);
        boolean whole = body != null && trailers == null && body.remaining() == declared;
        if (whole && declared <= GzipCoder.WHOLE) {
            coder.whole(body);
        }
        long length = coder.isWhole() ? coder.waiting() : -1;
        if (bodyless) {
            // HEAD: only what it would have been.
            releaseCoder();
        }
        return length;
    }

    private void releaseCoder() {
        if (coder != null) {
            encoded = coder.sent();
            coder.release();
            coder = null;
        }
    }

    private void finishBody() throws IOException {
        bodyEnded = true;
        if (!bodyless && declared >= 0 && written != declared) {
            LOG.debug("The body has {} bytes where {} were declared; it is cut", written, declared);
            bodyEnded = false;
            abort();
            return;
        }
        if (!bodyless) {
            if (coder != null && framing == Framing.LENGTH && coder.waiting() > 0) {
                stream.tail(coder.rest());
            }
            while (coder != null && !coder.finish(stream)) {
                stream.await(Interest.WRITE);
            }
            boolean trailed = trailers != null && framing == Framing.CHUNKED;
            stream.finish(trailed ? trailers.get() : null);
        }
    }

    /** A response that the application left open is ended here. */
    private void closeResponse() {
        if (bodyEnded) {
            return;
        }
        try {
            if (!committed && declared < 0 && trailers == null) {
                declared = 0;
            }
            commit(null);
            finishBody();
        } catch (IOException | RuntimeException e) {
            LOG.debug("The end of a response could not be sent: {}", e.toString());
            abort();
        }
    }

    private void requireUncommitted() {
        if (committed) {
            throw new IllegalStateException("the response is committed");
        }
    }
}

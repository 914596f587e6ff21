package dev.serval.http;

import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import dev.serval.net.Pace;
import dev.serval.net.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * One request and its response, whatever the protocol; what handlers use. Used by one thread at a
 * time: first the connection's, and once {@link #dispatch}ed, the one that runs the task, until
 * {@link #complete}. {@link Response} holds the rules of what is sent, {@link Completion} those of
 * the threads and the end.
 */
public final class Exchange implements CodingChoice {
    private static final FieldName REQUEST_ID = FieldName.of("X-Request-Id");
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final Stream stream;
    private final Response response;
    final Completion completion;

    private RequestHead request;
    private boolean exposed;
    private volatile boolean waits;
    private Attachment attachment;
    private Refusal refusal;
    private String id;
    private Forwarded forwarded;
    private String user;
    private LogNotes notes;

    /** For protocols. */
    public Exchange(Stream stream) {
        this.stream = stream;
        response = new Response(this, stream);
        completion = new Completion(this, stream, response);
    }

    /** For protocols: starts a new request on this object, which no application has seen. */
    public void begin(RequestHead head) {
        request = head;
        response.begin();
        attachment = null;
        refusal = null;
        id = null;
        forwarded(null);
        notes = null;
        waits = false;
        completion.begin();
    }

    /** For protocols: it is over. A stream that waits for its next use holds no application. */
    public void retire() {
        attachment = null;
        response.retire();
    }

    /**
     * For protocols, after {@code handle} has returned: true if it is complete and the connection
     * may go on in line; false if it is detached and {@link Stream#resume} will follow.
     */
    public boolean handled() {
        return completion.handled();
    }

    /** For protocols: true if an application may hold this object, which is then not used again. */
    public boolean exposed() {
        return exposed;
    }

    // ---- the request

    public RequestHead request() {
        return request;
    }

    /** For handlers, on a worker: another target is asked for; its response begins anew. */
    public void retarget(RequestHead other) {
        request = other;
        response.another();
    }

    /** The client and the address that it connected to, as the connection or proxies tell. */
    public Peer peer() {
        return forwarded == null ? stream.peer() : forwarded.peer();
    }

    /** The two ends of the connection itself. */
    public Peer connectionPeer() {
        return stream.peer();
    }

    /** Scheme, name and port of the request, as the connector or proxies in front of it tell. */
    public Origin origin() {
        return forwarded == null ? stream.config().origin().on(stream.peer()) : forwarded.origin();
    }

    /** The settings of the connector, the same for all its requests. */
    public HttpConfig config() {
        return stream.config();
    }

    /** Before an application is called: what a peer or proxies say and is believed; may be null. */
    public void forwarded(Forwarded believed) {
        forwarded = believed;
        user = believed == null || believed.login() == null ? null : believed.login().user();
    }

    /** For handlers: the name of the user who has logged in; null if there is none. */
    public void user(String name) {
        user = name;
    }

    /** The user who has logged in, for access logs; null if there is none. */
    public String user() {
        return user;
    }

    /** For handlers: what to note from now on. */
    public void note(LogNotes wanted) {
        notes = wanted;
    }

    /** What is noted for access logs; null if nothing is. */
    public LogNotes notes() {
        return notes;
    }

    /** For handlers: the trace that recordings have of it, in place of its client's. */
    public void traceparent(Supplier<String> made) {
        completion.traceparent(made);
    }

    /** What proxies say of it and is believed; null if there is none. */
    public Forwarded forwarded() {
        return forwarded;
    }

    /** When the head was complete, by {@link System#nanoTime}. */
    public long startedNanos() {
        return completion.startedNanos();
    }

    /** Once it is over: the nanoseconds from its head to then, the same for all who are told. */
    public long tookNanos() {
        return completion.tookNanos();
    }

    /**
     * Reads body bytes, waiting for the client if need be: returns their number, -1 at the end. The
     * first call sends 100 Continue if the client waits for it (RFC 9110 §10.1.1). Throws an
     * IOException if the body is cut, malformed or late; such a body never ends normally.
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

    /** Like {@link #read} without waiting: 0 if nothing is there yet. */
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

    /** Sends 100 Continue now, before the body is read, if the client waits for it. */
    public void acknowledge() throws IOException {
        stream.acknowledge();
    }

    // ---- the response

    public int status() {
        return response.status();
    }

    /** Sets the status, 200 to 599; only before the head is sent. */
    public void status(int status) {
        response.status(status);
    }

    /** The response's fields; changes after {@link #committed} have no effect. */
    public Fields fields() {
        return response.fields();
    }

    /** Further fields of the response, which were prepared; null if there are none. */
    public PreparedFields preparedFields() {
        return response.prepared();
    }

    /** Once it is complete: whether the connection takes another request. */
    public boolean keepsConnection() {
        return !response.aborted() && stream.keeps();
    }

    /** True once the head was given to the connection. */
    public boolean committed() {
        return response.committed();
    }

    /** Declares the length of the body in bytes; -1 undeclares it. Only before the commit. */
    public void contentLength(long length) {
        response.declared(length);
    }

    /** The declared length of the body; -1 if there is none. */
    public long contentLength() {
        return response.declared();
    }

    /**
     * The trailers of a chunked body: the supplier is called once, when the body is complete; null
     * means no trailers. A body with a declared length has none. Only before the head is sent.
     */
    public void trailers(Supplier<Fields> source) {
        response.trailers(source);
    }

    /** True if trailers may follow the body, which is then chunked. */
    public boolean hasTrailers() {
        return response.hasTrailers();
    }

    /** Body bytes taken from the application so far. */
    public long written() {
        return response.written();
    }

    /** Once it is complete: the bytes of the coded body that went to the connection. */
    public long sent() {
        return response.sent();
    }

    @Override
    public Compression compression() {
        return stream.config().options().compression();
    }

    @Override
    public void sendAsIs() {
        response.sendAsIs();
    }

    /** Sends an interim response, for example 103 (RFC 9110 §15.2); not to HTTP/1.0. */
    public void inform(int status, Fields fields) throws IOException {
        response.requireUncommitted();
        if (request.version() != HttpVersion.HTTP_1_0) {
            stream.inform(status, fields);
        }
    }

    /** Whether the protocol can do neither {@link #upgrade} nor {@link #trailers(Supplier)}. */
    public boolean isPlain() {
        return stream.isPlain();
    }

    /**
     * Changes the protocol (RFC 9110 §7.8): a 101 with the fields goes into the output, and from
     * now on reads and writes transfer the bytes of the connection itself, until {@link #complete}
     * closes it. The body ends when the client ends the stream; reads have no time-out. Throws
     * IllegalStateException after the commit, for HTTP/1.0, and before the end of the body.
     */
    public UpgradedWaits upgrade() throws IOException {
        return response.upgrade();
    }

    /**
     * Takes body bytes without waiting; the first call sends the head. False if some are left: call
     * again with the same buffer once {@link Interest#WRITE} is ready.
     */
    public boolean offer(ByteBuffer data) throws IOException {
        return response.offer(data);
    }

    /** Like {@link #offer}, waiting for the client where it must. */
    public void write(ByteBuffer data) throws IOException {
        while (!response.offer(data)) {
            stream.await(Interest.WRITE);
        }
    }

    /** Sends the head and all that was taken so far; waits for the socket. */
    public void flush() throws IOException {
        response.commit(null);
        while (!response.releaseHeld() || !stream.flush()) {
            stream.await(Interest.WRITE);
        }
    }

    /** Like {@link #flush} without waiting: false if something is left; see {@link #offer}. */
    public boolean tryFlush() throws IOException {
        response.commit(null);
        return response.releaseHeld() && stream.flush();
    }

    /** Ends the response and completes the exchange. */
    public void end() throws IOException {
        end(EMPTY);
    }

    /**
     * The last (or only) part of the body, then {@link #complete}. A body that was not begun is
     * sent with its length, in one write with the head if it fits. From now on the buffer belongs
     * to the connection, which only reads it.
     */
    public void end(ByteBuffer last) throws IOException {
        response.end(last);
        complete();
    }

    /**
     * The whole body from a file, then {@link #complete}; the file is sent after this returns, and
     * no thread waits for it. The declared length must be that of the region.
     */
    public void end(FileRegion region) throws IOException {
        response.end(region);
        complete();
    }

    /**
     * Answers at once with prepared fields, without Content-Length and Date; for the fast path.
     * Allocates nothing. Others may send the same body at the same time: its position stays.
     */
    public void end(int status, PreparedFields prepared, ByteBuffer body) throws IOException {
        response.status(status);
        response.prepared(prepared);
        end(body);
    }

    /**
     * Answers with an error page of a few bytes that names status, message, code and the request's
     * id; then completes. The detail is for the log only: what was seen, or limit and value.
     */
    public void refuse(Refusal refusal, String detail) throws IOException {
        refuse(refusal.status(), refusal, detail);
    }

    /** The same with another status of an error. */
    public void refuse(int status, Refusal refusal, String detail) throws IOException {
        response.restart(status);
        because(refusal, detail);
        end(response.page(status, refusal, id()));
    }

    /**
     * For code that answers a refusal with a page of its own: writes the log, and puts the
     * request's id into the response. Called after {@link #status}, before the head is sent.
     */
    public void because(Refusal refusal, String detail) {
        this.refusal = refusal;
        if (refusal != Refusal.FAILURE || !detail.isEmpty()) {
            stream.refusals().refused(status(), refusal, detail, id(), peer());
        }
        response.fields().set(REQUEST_ID, id());
    }

    /** Logs that the request needed a leniency. */
    public void passed(Leniency leniency) {
        stream.refusals().passed(leniency, peer());
    }

    /** A short id of this request, the same in log and response; made at the first call. */
    public String id() {
        if (id == null) {
            id = stream.refusals().nextId();
        }
        return id;
    }

    /** The id if one was made; null if neither log nor response mentions this request. */
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
     * before this returns, on this thread or another: code after the call, or a lock held during
     * it, is a defect.
     *
     * @param pace of such tasks: an event loop runs short ones itself; null means always a worker
     */
    public void dispatch(Runnable task, Pace pace) {
        expose();
        completion.call(task, pace);
        stream.dispatch(completion);
    }

    /** The same, always on a worker if the driver has workers. */
    public void dispatch(Runnable task) {
        dispatch(task, null);
    }

    /**
     * Goes on with a dispatched exchange, from any thread: one task at a time, as by {@link
     * #dispatch(Runnable, Pace)}, but never on the calling thread unless that is an event loop
     * without a call. Throws RejectedExecutionException if too many tasks wait.
     */
    public void redispatch(Runnable task, Pace pace) {
        stream.fork(() -> completion.turn(task, pace), pace);
    }

    /**
     * Runs a task of the application that may block, beside the exchange and never on the calling
     * thread. Throws RejectedExecutionException if too many tasks wait.
     */
    public void fork(Runnable task) {
        stream.fork(task);
    }

    /** The application will see this exchange, which is then not used for another request. */
    public void expose() {
        if (!exposed) {
            exposed = true;
            request = stream.releaseHead();
        }
    }

    /**
     * Runs the task once when bytes can be read or written again, on a thread that must not be
     * blocked; not after {@link #complete}. One registration of each kind at a time.
     */
    public void when(Interest interest, Runnable task) {
        waits = true;
        stream.when(interest, task);
    }

    /** Gives up what {@link #when} has registered: its tasks do not run, or have no effect. */
    public void forget() {
        if (waits) {
            stream.forget();
        }
    }

    /** From any thread: the wait of another for the body, if any, ends in a BodyException. */
    public void giveUpReading() {
        stream.giveUpReading();
    }

    /** Ends the exchange, once, from any thread. A second call is ignored. */
    public void complete() {
        Runnable next = completion.complete();
        if (next != null) {
            next.run();
        }
    }

    /**
     * The server failed: answers 500 if nothing was sent yet, otherwise cuts the response; then
     * completes. Never throws: there may be no memory for a page or for the log.
     */
    public void fail(Throwable cause) {
        completion.fail(cause);
    }

    /** Cuts the response so that its client sees it; {@link #complete} must follow. */
    public void abort() {
        response.abort();
    }

    /** True if the response was cut. */
    public boolean aborted() {
        return response.aborted();
    }

    /** What the handler keeps for {@link HttpHandler#completed}; null if nothing. */
    public Attachment attachment() {
        return attachment;
    }

    public void attach(Attachment attachment) {
        this.attachment = attachment;
    }
}

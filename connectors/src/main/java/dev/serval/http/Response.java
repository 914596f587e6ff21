package dev.serval.http;

import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response of an {@link Exchange}, used by it alone: when its head is sent, how its body is
 * framed, whether it is compressed. Lives as long as the exchange and is reused with it.
 *
 * <p>The rules that hold for every protocol: the head is sent once; responses to HEAD, 1xx, 204 and
 * 304 have no body (RFC 9110 §6.4.1), nor has 205 (§15.3.6), and a declared length is kept (§8.6).
 */
final class Response {
    private static final Logger LOG = LoggerFactory.getLogger(Response.class);

    private final Exchange exchange;
    private final Stream stream;
    private final Fields fields = new Fields();
    private int status;
    private PreparedFields prepared;
    private boolean committed;
    private boolean bodyless;
    private Framing framing;
    private Supplier<Fields> trailers;
    private boolean aborted;
    private boolean bodyEnded;
    // Null for a body that is sent as it was written.
    private GzipCoder coder;
    private long encoded;
    private boolean asIs;
    private long declared;
    private long written;

    Response(Exchange exchange, Stream stream) {
        this.exchange = exchange;
        this.stream = stream;
    }

    /** The response to another request. */
    void begin() {
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
    }

    /** It is over: drops references that may lead to an application. */
    void retire() {
        trailers = null;
    }

    // ---- its head

    int status() {
        return status;
    }

    void status(int status) {
        requireUncommitted();
        if (status < 200 || status > 999) {
            throw new IllegalArgumentException("not a final status: " + status);
        }
        this.status = status;
    }

    Fields fields() {
        return fields;
    }

    /** Null if there are none. */
    PreparedFields prepared() {
        return prepared;
    }

    void prepared(PreparedFields fields) {
        prepared = fields;
    }

    long declared() {
        return declared;
    }

    void declared(long length) {
        requireUncommitted();
        declared = length;
    }

    void trailers(Supplier<Fields> source) {
        requireUncommitted();
        trailers = source;
    }

    boolean hasTrailers() {
        return trailers != null;
    }

    void sendAsIs() {
        asIs = true;
    }

    boolean committed() {
        return committed;
    }

    void requireUncommitted() {
        if (committed) {
            throw new IllegalStateException("the response is committed");
        }
    }

    /** Drops what was prepared so far, for an answer with that status. */
    void restart(int status) {
        another();
        status(status);
        fields.clear();
        prepared = null;
    }

    /** Drops the body that was prepared, for another one; status and other fields stay. */
    void another() {
        declared = -1;
        trailers = null;
        asIs = false;
        fields.remove(FieldName.CONTENT_ENCODING);
    }

    /** The page for a refusal, after {@link #restart}; sets its fields. */
    ByteBuffer page(int status, Refusal refusal, String id) {
        if (refusal == Refusal.OVERLOAD) {
            fields.set(FieldName.RETRY_AFTER, "1");
        }
        fields.set(FieldName.CONTENT_TYPE, "text/html;charset=utf-8");
        fields.set(FieldName.CACHE_CONTROL, "no-store");
        fields.set(FieldName.CONTENT_LANGUAGE, "en");
        return ByteBuffer.wrap(ErrorPage.of(status, refusal, id).getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a 101 with the fields, and no body. */
    UpgradedWaits upgrade() throws IOException {
        requireUncommitted();
        UpgradedWaits waits = stream.upgrade(fields);
        status = 101;
        declared = -1;
        trailers = null;
        committed = true;
        if (exchange.attachment() != null) {
            exchange.attachment().upgraded(exchange);
        }
        return waits;
    }

    /**
     * Sends the head unless it was sent.
     *
     * @param body the available part of the body; null if there is none yet
     */
    void commit(ByteBuffer body) throws IOException {
        if (committed) {
            return;
        }
        if (!fields.isShared()) {
            sendHead(body);
            return;
        }
        synchronized (fields) {
            sendHead(body);
        }
    }

    private void sendHead(ByteBuffer body) throws IOException {
        if (aborted) {
            throw new EOFException("the response was cut");
        }
        LogNotes notes = exchange.notes();
        if (notes != null) {
            notes.committed(System.nanoTime() - exchange.startedNanos());
        }
        RequestHead request = exchange.request();
        boolean noContent = status == 204 || status == 304;
        bodyless = noContent || status == 205 || request.method() == Method.HEAD;
        if (status == 205) {
            // RFC 9112 §6.3 gives a 205 a body, RFC 9110 §15.3.6 none: it has to declare length 0.
            declared = 0;
        }
        boolean open =
                prepared == null && !asIs && !stream.config().options().compression().isOff();
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
        // After this nothing can be changed; before, a head that cannot be sent becomes an error.
        try {
            boolean last = bodyless || length == 0 && trailers == null;
            stream.begin(status, fields, prepared, framing, length, last);
        } catch (IOException | RuntimeException e) {
            if (open) {
                // A new attempt with fewer fields decides anew.
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
     * Decides whether the body is compressed, and sets the fields for it. Returns the length to
     * declare; -1 if there is none.
     */
    private long compress(ByteBuffer body) {
        releaseCoder();
        encoded = -1;
        RequestHead request = exchange.request();
        Compression compression = stream.config().options().compression();
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
            // HEAD: only the fields that GET would have.
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

    // ---- its body

    long written() {
        return written;
    }

    long sent() {
        return encoded >= 0 ? encoded : written;
    }

    /** False if some bytes are left. */
    boolean offer(ByteBuffer data) throws IOException {
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

    /** Gives the stream what the compression holds back; false if something is left. */
    boolean releaseHeld() throws IOException {
        return coder == null || coder.flush(stream);
    }

    /** The last (or only) part of the body. */
    void end(ByteBuffer last) throws IOException {
        if (!committed && declared < 0 && trailers == null) {
            declared = last.remaining();
        }
        commit(last);
        if (bodyless) {
            written += last.remaining();
        } else if (declared >= 0 && coder == null) {
            if (last.hasRemaining() && written + last.remaining() <= declared) {
                written += last.remaining();
                stream.tail(last);
            }
        } else if (declared < 0 || written + last.remaining() <= declared) {
            while (!offer(last)) {
                stream.await(Interest.WRITE);
            }
        }
        endBody();
    }

    /** The whole body, from a file. */
    void end(FileRegion region) throws IOException {
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
        endBody();
    }

    private void endBody() throws IOException {
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

    /** Ends a body that the application left open. */
    void close() {
        try {
            if (!bodyEnded) {
                end();
            }
        } finally {
            releaseCoder();
        }
    }

    private void end() {
        try {
            if (!committed && declared < 0 && trailers == null) {
                declared = 0;
            }
            commit(null);
            endBody();
        } catch (IOException | RuntimeException e) {
            LOG.debug("The end of a response could not be sent: {}", e.toString());
            abort();
        }
    }

    /** Cuts the response so that the client sees that it is incomplete. */
    void abort() {
        if (!aborted) {
            aborted = true;
            bodyEnded = true;
            stream.abort();
        }
    }

    boolean aborted() {
        return aborted;
    }
}

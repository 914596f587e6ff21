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
 * The response of an {@link Exchange}, and used by it alone: when its head goes out, how its body
 * is framed, whether it is compressed. Lives as long as the exchange and is used again with it.
 *
 * <p>The rules that hold for every protocol: the head goes out once, HEAD, 1xx, 204 and 304 have no
 * body (RFC 9110 §6.4.1), nor has 205 (§15.3.6), and a declared length is kept (§8.6).
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
    // Null for a body that leaves as it was written.
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

    /** It is over: what may lead to an application goes. */
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

    /** What was prepared so far gives way to an answer of that status. */
    void restart(int status) {
        another();
        status(status);
        fields.clear();
        prepared = null;
    }

    /** Another body takes the place of the one that was prepared; status and other fields stay. */
    void another() {
        declared = -1;
        trailers = null;
        asIs = false;
        fields.remove(FieldName.CONTENT_ENCODING);
    }

    /** The page that tells of a refusal, after {@link #restart}; its fields are set. */
    ByteBuffer page(int status, Refusal refusal, String id) {
        if (refusal == Refusal.OVERLOAD) {
            fields.set(FieldName.RETRY_AFTER, "1");
        }
        fields.set(FieldName.CONTENT_TYPE, "text/html;charset=utf-8");
        fields.set(FieldName.CACHE_CONTROL, "no-store");
        fields.set(FieldName.CONTENT_LANGUAGE, "en");
        return ByteBuffer.wrap(ErrorPage.of(status, refusal, id).getBytes(StandardCharsets.UTF_8));
    }

    /** A 101 with the fields goes out, and no body follows. */
    UpgradedWaits upgrade() throws IOException {
        requireUncommitted();
        UpgradedWaits waits = stream.upgrade(fields);
        status = 101;
        declared = -1;
        trailers = null;
        committed = true;
        return waits;
    }

    /**
     * The head goes out, if it has not.
     *
     * @param body what is at hand of the body; null for nothing yet
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
            // RFC 9112 §6.3 gives it a body, RFC 9110 §15.3.6 none: it has to say so.
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
        // Behind it nothing can be changed; before, what cannot be sent becomes an error.
        try {
            boolean last = bodyless || length == 0 && trailers == null;
            stream.begin(status, fields, prepared, framing, length, last);
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

    // ---- its body

    long written() {
        return written;
    }

    long sent() {
        return encoded >= 0 ? encoded : written;
    }

    /** False when some bytes are left. */
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

    /** Gives the stream what the compression holds back; false when some is left. */
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

    /** One that the application left open is ended here. */
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

    /** Cuts it so that the client sees that it is not whole. */
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

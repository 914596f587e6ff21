package dev.serval.http1;

import dev.serval.buffer.Ascii;
import dev.serval.http.Framing;
import dev.serval.http.HttpError;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpVersion;
import dev.serval.http.Method;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import java.nio.charset.StandardCharsets;

/**
 * Bytes to a {@link RequestHead} (RFC 9112 §2 to §6), strictly and without copying. Resumable: it
 * may be given a head in parts of any size. Owned by a connection.
 *
 * <pre>
 *   START --a byte of a line--&gt; REQUEST_LINE --CRLF--&gt; FIELDS --empty line--&gt; done
 *     | CRLF, at most a few                               | CRLF: one field
 *     +--&gt; START                                          +--&gt; FIELDS
 * </pre>
 */
final class RequestParser {
    // RFC 9112 §2.2: a server should skip at least one empty line before the request line.
    private static final int MAX_EMPTY_LINES = 4;

    private enum State {
        START,
        REQUEST_LINE,
        FIELDS
    }

    private final HttpLimits limits;
    private final RequestHead.Recorder recorder = new RequestHead.Recorder();
    private State state = State.START;
    // Offsets from the start of the head: of the line that is being received, and how far it was
    // looked at.
    private int line;
    private int scanned;
    private int emptyLines;
    private int fieldCount;
    private boolean http11;
    private boolean absolute;
    private int hosts;
    private long contentLength;
    private int transferEncodings;
    private boolean plainChunked;
    private boolean expectContinue;
    private StringBuilder codings;

    RequestParser(HttpLimits limits) {
        this.limits = limits;
        reset();
    }

    RequestHead.Recorder recorder() {
        return recorder;
    }

    /** True once a byte of a request line has been seen. */
    boolean started() {
        return state != State.START;
    }

    /** True when the client waits for 100 Continue before it sends the body. */
    boolean expectContinue() {
        return expectContinue;
    }

    /** For the next head. */
    void reset() {
        restart();
        recorder.clear();
    }

    /** The bytes stand elsewhere now: begins with the same head again. */
    void restart() {
        state = State.START;
        line = 0;
        scanned = 0;
        emptyLines = 0;
        fieldCount = 0;
        http11 = true;
        absolute = false;
        hosts = 0;
        contentLength = -1;
        transferEncodings = 0;
        plainChunked = false;
        expectContinue = false;
        codings = null;
        recorder.clear();
    }

    /**
     * Goes on with a head of which {@code array} holds everything received so far, from {@code
     * offset} to {@code limit}: the bytes that it takes once it is complete, else -1.
     */
    int parse(byte[] array, int offset, int limit) throws HttpError {
        recorder.bytes(array);
        int at = offset + scanned;
        while (true) {
            if (state == State.START && at < limit && at == offset + line) {
                begin(array[at]);
            }
            while (at < limit && array[at] != '\n') {
                at++;
            }
            int start = offset + line;
            if (at - offset >= limits.maxHttpHeaderSize()) {
                throw tooLarge(array, start, at);
            }
            if (at == limit) {
                scanned = at - offset;
                return -1;
            }
            if (at == start || array[at - 1] != '\r') {
                throw new HttpError(Refusal.LINE_END, "a line ends in LF alone");
            }
            int end = at - 1;
            at++;
            line = at - offset;
            scanned = line;
            switch (state) {
                case START -> {
                    if (++emptyLines > MAX_EMPTY_LINES) {
                        throw new HttpError(Refusal.REQUEST_LINE, "too many empty lines");
                    }
                }
                case REQUEST_LINE -> {
                    requestLine(array, start, end);
                    state = State.FIELDS;
                }
                case FIELDS -> {
                    if (start == end) {
                        finish();
                        return line;
                    }
                    field(array, start, end);
                }
            }
        }
    }

    private void begin(byte first) throws HttpError {
        if (first == '\r') {
            return;
        }
        if (!Ascii.isToken(first)) {
            // What comes is no HTTP at all, for example TLS on a plain port: no use to wait for a
            // line.
            throw new HttpError(Refusal.METHOD_TOKEN, "first byte " + (first & 0xff));
        }
        state = State.REQUEST_LINE;
    }

    private HttpError tooLarge(byte[] array, int start, int at) {
        if (state != State.FIELDS) {
            for (int i = start; i < at; i++) {
                if (array[i] == ' ') {
                    return new HttpError(
                            Refusal.TARGET_TOO_LONG, "more than " + limits.maxHttpHeaderSize());
                }
            }
        }
        return new HttpError(Refusal.HEADERS_TOO_LARGE, "more than " + limits.maxHttpHeaderSize());
    }

    // ---- request line

    private void requestLine(byte[] array, int start, int end) throws HttpError {
        int at = start;
        while (at < end && Ascii.isToken(array[at])) {
            at++;
        }
        if (at == end) {
            throw new HttpError(Refusal.REQUEST_LINE, "no target");
        }
        if (at == start || array[at] != ' ') {
            throw new HttpError(Refusal.METHOD_TOKEN, "character " + (array[at] & 0xff));
        }
        Method method = method(array, start, at);
        recorder.method(method, start, at);
        int target = ++at;
        while (at < end && array[at] != ' ') {
            at++;
        }
        if (at == end) {
            throw new HttpError(Refusal.REQUEST_LINE, "no version");
        }
        if (at == target) {
            throw new HttpError(Refusal.REQUEST_LINE, "two spaces");
        }
        version(array, at + 1, end);
        recorder.target(target, at);
        target(array, method, target, at);
    }

    private static Method method(byte[] array, int start, int end) {
        switch (end - start) {
            case 3 -> {
                if (is(array, start, "GET")) {
                    return Method.GET;
                }
                if (is(array, start, "PUT")) {
                    return Method.PUT;
                }
            }
            case 4 -> {
                if (is(array, start, "POST")) {
                    return Method.POST;
                }
                if (is(array, start, "HEAD")) {
                    return Method.HEAD;
                }
            }
            case 5 -> {
                if (is(array, start, "PATCH")) {
                    return Method.PATCH;
                }
                if (is(array, start, "TRACE")) {
                    return Method.TRACE;
                }
            }
            case 6 -> {
                if (is(array, start, "DELETE")) {
                    return Method.DELETE;
                }
            }
            case 7 -> {
                if (is(array, start, "OPTIONS")) {
                    return Method.OPTIONS;
                }
                if (is(array, start, "CONNECT")) {
                    return Method.CONNECT;
                }
            }
            default -> {}
        }
        return Method.OTHER;
    }

    private static boolean is(byte[] array, int start, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (array[start + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void version(byte[] array, int start, int end) throws HttpError {
        if (end - start != 8
                || !is(array, start, "HTTP/")
                || !Ascii.isDigit(array[start + 5])
                || array[start + 6] != '.'
                || !Ascii.isDigit(array[start + 7])) {
            throw new HttpError(Refusal.VERSION_SYNTAX, "");
        }
        if (array[start + 5] != '1') {
            throw new HttpError(Refusal.VERSION, "major version " + (array[start + 5] - '0'));
        }
        // RFC 9110 §2.5: a higher minor version is answered as the highest that is known.
        http11 = array[start + 7] != '0';
        recorder.version(http11 ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_1_0);
    }

    private void target(byte[] array, Method method, int start, int end) throws HttpError {
        if (method == Method.CONNECT) {
            throw new HttpError(Refusal.CONNECT, "");
        }
        int path = start;
        if (array[start] == '*') {
            if (end - start != 1 || method != Method.OPTIONS) {
                throw new HttpError(Refusal.TARGET, "an asterisk");
            }
            recorder.path(start, end);
            return;
        }
        if (array[start] != '/') {
            path = authority(array, start, end);
        }
        int at = path;
        while (at < end && array[at] != '?') {
            if (!Ascii.isTarget(array[at])) {
                throw new HttpError(Refusal.TARGET, "character " + (array[at] & 0xff));
            }
            at++;
        }
        recorder.path(path, at);
        if (at < end) {
            int query = ++at;
            for (; at < end; at++) {
                if (!Ascii.isTarget(array[at])) {
                    throw new HttpError(Refusal.TARGET, "character " + (array[at] & 0xff));
                }
            }
            recorder.query(query, end);
        }
    }

    /** The absolute form; returns where the path starts. */
    private int authority(byte[] array, int start, int end) throws HttpError {
        int at;
        if (end - start > 7 && Ascii.equalsIgnoreCase(array, start, start + 7, "http://")) {
            at = start + 7;
        } else if (end - start > 8 && Ascii.equalsIgnoreCase(array, start, start + 8, "https://")) {
            at = start + 8;
        } else {
            throw new HttpError(Refusal.TARGET, "neither a path nor an http URI");
        }
        int host = at;
        while (at < end && array[at] != '/' && array[at] != '?') {
            at++;
        }
        absolute = true;
        host(array, host, at, Refusal.TARGET);
        return at;
    }

    // ---- fields

    private void field(byte[] array, int start, int end) throws HttpError {
        if (limits.maxHeaderCount() >= 0 && ++fieldCount > limits.maxHeaderCount()) {
            throw new HttpError(Refusal.TOO_MANY_HEADERS, "more than " + limits.maxHeaderCount());
        }
        int colon = FieldParser.nameEnd(array, start, end);
        int from = FieldParser.valueStart(array, colon + 1, end);
        int to = FieldParser.valueEnd(array, from, end);
        recorder.field(start, colon, from, to);
        switch (colon - start) {
            case 4 -> {
                if (Ascii.equalsIgnoreCase(array, start, colon, "host")) {
                    if (++hosts > 1) {
                        throw new HttpError(Refusal.HOST, "several Host fields");
                    }
                    host(array, from, to, Refusal.HOST);
                }
            }
            case 6 -> {
                if (http11 && Ascii.equalsIgnoreCase(array, start, colon, "expect")) {
                    if (!Ascii.equalsIgnoreCase(array, from, to, "100-continue")) {
                        throw new HttpError(Refusal.EXPECTATION, "");
                    }
                    expectContinue = true;
                }
            }
            case 14 -> {
                if (Ascii.equalsIgnoreCase(array, start, colon, "content-length")) {
                    long length = Ascii.decimal(array, from, to);
                    if (length < 0 || contentLength >= 0 && contentLength != length) {
                        throw new HttpError(Refusal.CONTENT_LENGTH, "");
                    }
                    contentLength = length;
                }
            }
            case 17 -> {
                if (Ascii.equalsIgnoreCase(array, start, colon, "transfer-encoding")) {
                    transferEncoding(array, from, to);
                }
            }
            default -> {}
        }
    }

    private void transferEncoding(byte[] array, int from, int to) {
        plainChunked =
                ++transferEncodings == 1 && Ascii.equalsIgnoreCase(array, from, to, "chunked");
        if (!plainChunked) {
            if (codings == null) {
                codings = new StringBuilder(transferEncodings > 1 ? "chunked" : "");
            }
            String value = new String(array, from, to - from, StandardCharsets.ISO_8859_1);
            codings.append(codings.length() > 0 || transferEncodings > 1 ? "," : "").append(value);
        }
    }

    private void finish() throws HttpError {
        if (http11 && hosts == 0) {
            throw new HttpError(Refusal.HOST, "no Host field");
        }
        if (transferEncodings > 0) {
            if (!http11) {
                throw new HttpError(Refusal.TRANSFER_CODING, "in HTTP/1.0");
            }
            if (contentLength >= 0) {
                throw new HttpError(Refusal.LENGTH_AND_CODING, "");
            }
            if (!plainChunked) {
                throw unusable(codings.toString());
            }
            recorder.framing(Framing.CHUNKED, -1);
        } else if (contentLength >= 0) {
            recorder.framing(Framing.LENGTH, contentLength);
        }
        if (contentLength <= 0 && transferEncodings == 0) {
            expectContinue = false;
        }
    }

    /** Everything but one single {@code chunked}: malformed, or a coding that is not known here. */
    private static HttpError unusable(String codings) {
        String[] parts = codings.split(",", -1);
        for (int i = 0; i < parts.length; i++) {
            String coding = parts[i].strip();
            if (!coding.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
                    || coding.equalsIgnoreCase("chunked") && i < parts.length - 1) {
                return new HttpError(Refusal.TRANSFER_CODING, "");
            }
        }
        return new HttpError(Refusal.UNKNOWN_CODING, "");
    }

    // ---- host

    /** {@code host [":" port]} without user information (RFC 9110 §4.2.4, §7.2). */
    private void host(byte[] array, int start, int end, Refusal refusal) throws HttpError {
        int at = start;
        if (at < end && array[at] == '[') {
            at++;
            while (at < end
                    && (Ascii.hex(array[at]) >= 0 || array[at] == ':' || array[at] == '.')) {
                at++;
            }
            if (at == end || array[at] != ']' || at - start < 3) {
                throw new HttpError(refusal, "an IPv6 address");
            }
            at++;
        } else {
            while (at < end && Ascii.isHost(array[at])) {
                at++;
            }
        }
        if (at == start) {
            throw new HttpError(refusal, "an empty host");
        }
        int port = -1;
        if (at < end) {
            if (array[at] != ':') {
                throw new HttpError(refusal, "character " + (array[at] & 0xff));
            }
            if (at + 1 < end) {
                long number = Ascii.decimal(array, at + 1, end);
                if (number < 0 || number > 65535) {
                    throw new HttpError(refusal, "the port");
                }
                port = (int) number;
            }
        }
        if (refusal == Refusal.TARGET || !absolute) {
            recorder.host(start, at, port);
        }
    }
}

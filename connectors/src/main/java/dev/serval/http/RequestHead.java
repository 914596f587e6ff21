package dev.serval.http;

import dev.serval.buffer.Ascii;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The head of a request: method, target, version and fields. A view over the received bytes;
 * strings are made only on request. Filled by a {@link Recorder}, read-only for all other code, and
 * immutable once it was released. Until then it is valid on the connection's thread only, while
 * {@link HttpHandler#handle} runs.
 */
public final class RequestHead {
    // The head that it was made from for another target; null for one that a client sent.
    private RequestHead sent;
    private byte[] bytes = new byte[0];
    private Method method = Method.OTHER;
    private HttpVersion version = HttpVersion.HTTP_1_1;
    private int methodStart;
    private int methodEnd;
    private int targetStart;
    private int targetEnd;
    private int pathStart;
    private int pathEnd;
    private int queryStart = -1;
    private int queryEnd;
    private int hostStart;
    private int hostEnd;
    private int port = -1;
    private int count;
    // Four offsets per field: name start, name end, value start, value end.
    private int[] slots;
    private Framing framing = Framing.NONE;
    private long contentLength = -1;

    private RequestHead(int[] slots) {
        this.slots = slots;
    }

    public Method method() {
        return method;
    }

    /** The method exactly as received; also for {@link Method#OTHER}. */
    public String methodName() {
        return method == Method.OTHER ? text(methodStart, methodEnd) : method.name();
    }

    public HttpVersion version() {
        return version;
    }

    /** The received bytes that the offsets of this head point into; never to be written to. */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Offset of the raw path in {@link #bytes}. The path is empty for {@code http://host} alone.
     */
    public int pathStart() {
        return pathStart;
    }

    /** Offset behind the raw path. */
    public int pathEnd() {
        return pathEnd;
    }

    /** The request target as it stands in the request line (RFC 9112 §3.2). */
    public String rawTarget() {
        return text(targetStart, targetEnd);
    }

    /**
     * Offset of the request target in {@link #bytes}; equal to its end if no target was recognised.
     */
    public int targetStart() {
        return targetStart;
    }

    /** Offset behind the request target. */
    public int targetEnd() {
        return targetEnd;
    }

    /**
     * The path as received, not decoded; {@code /} if the target has none, {@code *} for OPTIONS *.
     */
    public String rawPath() {
        return pathStart == pathEnd ? "/" : text(pathStart, pathEnd);
    }

    /** True if the target has a question mark. */
    public boolean hasQuery() {
        return queryStart >= 0;
    }

    /** The query as received, without its question mark; null if there is none. */
    public String rawQuery() {
        return queryStart < 0 ? null : text(queryStart, queryEnd);
    }

    /**
     * The host that the request names, in lower case, without port: the host of an absolute target,
     * otherwise that of the Host field (RFC 9112 §3.3). Empty for an HTTP/1.0 request without Host.
     */
    public String host() {
        return text(hostStart, hostEnd).toLowerCase(Locale.ROOT);
    }

    /** Offset of the host in {@link #bytes}. */
    public int hostStart() {
        return hostStart;
    }

    /** Offset behind the host. */
    public int hostEnd() {
        return hostEnd;
    }

    /** The port that the request names; -1 if there is none. */
    public int port() {
        return port;
    }

    /** How the length of the body is known: NONE, LENGTH or CHUNKED. */
    public Framing framing() {
        return framing;
    }

    /** The declared length in bytes; -1 if there is none. */
    public long contentLength() {
        return contentLength;
    }

    public int fieldCount() {
        return count;
    }

    /** Name of a field as received, {@code index} from 0 to {@link #fieldCount} - 1. */
    public String fieldName(int index) {
        return text(slots[4 * index], slots[4 * index + 1]);
    }

    /** Value of a field without surrounding white space, decoded as ISO-8859-1. */
    public String fieldValue(int index) {
        return text(slots[4 * index + 2], slots[4 * index + 3]);
    }

    /** Index of the next field of that name at or behind {@code from}; -1 if there is none. */
    public int indexOf(FieldName name, int from) {
        byte[] lower = name.lower();
        for (int i = from; i < count; i++) {
            int start = slots[4 * i];
            if (slots[4 * i + 1] - start == lower.length && equalsIgnoreCase(start, lower)) {
                return i;
            }
        }
        return -1;
    }

    public boolean has(FieldName name) {
        return indexOf(name, 0) >= 0;
    }

    /** The first value of that name; null if there is none. */
    public String field(FieldName name) {
        int index = indexOf(name, 0);
        return index < 0 ? null : fieldValue(index);
    }

    /** The first value of that name, in any case; null if there is none. */
    public String field(String name) {
        return field(FieldName.of(name));
    }

    /** All values of that name in their order. */
    public List<String> fields(FieldName name) {
        List<String> values = new ArrayList<>(2);
        for (int i = indexOf(name, 0); i >= 0; i = indexOf(name, i + 1)) {
            values.add(fieldValue(i));
        }
        return values;
    }

    /** Offset of a field's name in {@link #bytes}. */
    public int nameStart(int index) {
        return slots[4 * index];
    }

    /** Offset behind a field's name. */
    public int nameEnd(int index) {
        return slots[4 * index + 1];
    }

    /** Offset of a field's value in {@link #bytes}. */
    public int valueStart(int index) {
        return slots[4 * index + 2];
    }

    /** Offset behind a field's value. */
    public int valueEnd(int index) {
        return slots[4 * index + 3];
    }

    /**
     * The head that the client sent: this one, or the one from which {@link #withTarget} made it.
     */
    public RequestHead received() {
        return sent == null ? this : sent;
    }

    /**
     * The same request for another target and, unless null, another host, with or without a port;
     * for a released head. Throws IllegalArgumentException for a target that is not a path with an
     * optional query (RFC 9112 §3.2.1), and for a malformed host.
     */
    public RequestHead withTarget(String target, String host) {
        byte[] wanted = (target + (host == null ? "" : host)).getBytes(StandardCharsets.UTF_8);
        int from = bytes.length;
        byte[] all = Arrays.copyOf(bytes, from + wanted.length);
        System.arraycopy(wanted, 0, all, from, wanted.length);
        int to = from + target.length();
        RequestHead other = new RequestHead(slots);
        other.sent = received();
        other.bytes = all;
        other.method = method;
        other.version = version;
        other.methodStart = methodStart;
        other.methodEnd = methodEnd;
        other.targetStart = from;
        other.targetEnd = to;
        other.pathStart = from;
        other.pathEnd = Ascii.skipPath(all, from, to);
        boolean query = other.pathEnd < to && all[other.pathEnd] == '?';
        other.queryStart = query ? other.pathEnd + 1 : -1;
        other.queryEnd = query ? Ascii.skipQuery(all, other.queryStart, to) : 0;
        // A char of more than one byte fails, since the target then ends before it.
        if (!target.startsWith("/") || (query ? other.queryEnd : other.pathEnd) != to) {
            throw new IllegalArgumentException("no request has the target '" + target + "'");
        }
        other.hostStart = hostStart;
        other.hostEnd = hostEnd;
        other.port = port;
        if (host != null) {
            Authority authority = new Authority();
            if (!authority.parse(all, to, all.length) || !authority.hasHost()) {
                throw new IllegalArgumentException("no request has the host '" + host + "'");
            }
            other.hostStart = authority.hostStart();
            other.hostEnd = authority.hostEnd();
            other.port = authority.port() > 0 ? authority.port() : port;
        }
        other.count = count;
        other.framing = framing;
        other.contentLength = contentLength;
        return other;
    }

    /** Moves every offset by {@code -start}, to follow bytes that now stand in {@code array}. */
    private void rebase(byte[] array, int start) {
        bytes = array;
        methodStart -= start;
        methodEnd -= start;
        targetStart -= start;
        targetEnd -= start;
        pathStart -= start;
        pathEnd -= start;
        if (queryStart >= 0) {
            queryStart -= start;
            queryEnd -= start;
        }
        if (hostEnd > 0) {
            hostStart -= start;
            hostEnd -= start;
        }
        for (int i = 0; i < 4 * count; i++) {
            slots[i] -= start;
        }
    }

    private String text(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private boolean equalsIgnoreCase(int start, byte[] lower) {
        for (int i = 0; i < lower.length; i++) {
            int c = bytes[start + i];
            if (c >= 'A' && c <= 'Z') {
                c |= 0x20;
            }
            if (c != lower[i]) {
                return false;
            }
        }
        return true;
    }

    /** Fills a head; used by the protocols' parsers. Owned by the connection's thread. */
    public static final class Recorder {
        private static final int SLOTS = 64;

        private RequestHead head = new RequestHead(new int[SLOTS]);

        /** The head that is being filled. */
        public RequestHead head() {
            return head;
        }

        /** Empties the head for the next request; its arrays are used again. */
        public void clear() {
            RequestHead h = head;
            h.methodStart = 0;
            h.methodEnd = 0;
            h.targetStart = 0;
            h.targetEnd = 0;
            h.pathStart = 0;
            h.pathEnd = 0;
            h.queryStart = -1;
            h.queryEnd = 0;
            h.hostStart = 0;
            h.hostEnd = 0;
            h.port = -1;
            h.count = 0;
            h.framing = Framing.NONE;
            h.contentLength = -1;
            h.method = Method.OTHER;
            h.version = HttpVersion.HTTP_1_1;
        }

        /** Sets the array that all offsets refer to. */
        public Recorder bytes(byte[] bytes) {
            head.bytes = bytes;
            return this;
        }

        public Recorder method(Method method, int start, int end) {
            head.method = method;
            head.methodStart = start;
            head.methodEnd = end;
            return this;
        }

        public Recorder version(HttpVersion version) {
            head.version = version;
            return this;
        }

        public Recorder target(int start, int end) {
            head.targetStart = start;
            head.targetEnd = end;
            return this;
        }

        public Recorder path(int start, int end) {
            head.pathStart = start;
            head.pathEnd = end;
            return this;
        }

        public Recorder query(int start, int end) {
            head.queryStart = start;
            head.queryEnd = end;
            return this;
        }

        /** The host without port; {@code port} is -1 if none was named. */
        public Recorder host(int start, int end, int port) {
            head.hostStart = start;
            head.hostEnd = end;
            head.port = port;
            return this;
        }

        public Recorder framing(Framing framing, long contentLength) {
            head.framing = framing;
            head.contentLength = contentLength;
            return this;
        }

        /** Adds a field by its four offsets. */
        public Recorder field(int nameStart, int nameEnd, int valueStart, int valueEnd) {
            RequestHead h = head;
            int at = 4 * h.count;
            if (at == h.slots.length) {
                h.slots = Arrays.copyOf(h.slots, at * 2);
            }
            h.slots[at] = nameStart;
            h.slots[at + 1] = nameEnd;
            h.slots[at + 2] = valueStart;
            h.slots[at + 3] = valueEnd;
            h.count++;
            return this;
        }

        /**
         * Releases the head: it keeps a copy of its bytes from {@code start} to {@code end} and of
         * its offsets, and the recorder continues with a new one.
         */
        public RequestHead release(int start, int end) {
            RequestHead released = head;
            released.rebase(Arrays.copyOfRange(released.bytes, start, end), start);
            // Most requests have few fields: the copy is as small as possible.
            boolean usual = released.slots.length == SLOTS;
            head = new RequestHead(usual ? released.slots : new int[SLOTS]);
            released.slots = Arrays.copyOf(released.slots, 4 * released.count);
            return released;
        }
    }
}

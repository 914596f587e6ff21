package dev.serval.files;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Framing;
import dev.serval.http.Method;
import dev.serval.http.RequestHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Serves files from memory on the I/O thread, without access to the disk. Thread-safe; never
 * blocks.
 *
 * <p>It recognises a request by its raw path and learns from {@link DefaultServlet} which file the
 * path leads to, so it has no rules of its own for decoding, welcome files or forbidden paths. What
 * it has learnt is valid for {@code cacheTtl}; then the servlet handles the next request.
 *
 * <p>A hit allocates nothing if the response fits into the connection's output; otherwise one view
 * of the shared content, which the connection keeps until the last byte was sent.
 */
public final class FastFile {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private static final int CONDITIONS_NONE = 0;
    private static final int CONDITIONS_KNOWN = 1;
    private static final int CONDITIONS_OTHER = 2;

    private final FileCache cache;
    private byte[] sessionCookie;
    private final LearntPaths paths;

    public FastFile(FileCache cache) {
        this(cache, "JSESSIONID");
    }

    /**
     * @param sessionCookie a request with a cookie of that name is left to the servlet, so that its
     *     session is used
     */
    public FastFile(FileCache cache, String sessionCookie) {
        this.cache = cache;
        this.sessionCookie = sessionCookie.getBytes(StandardCharsets.ISO_8859_1);
        this.paths = new LearntPaths(cache.ttlNanos());
    }

    /** Sets the name that the application gives the cookie; before the first request. */
    public void sessionCookie(String name) {
        sessionCookie = name.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Answers and returns true, or does nothing and returns false: the servlet has to answer. */
    public boolean serve(Exchange exchange) {
        return serve(exchange, exchange.startedNanos());
    }

    boolean serve(Exchange exchange, long now) {
        RequestHead head = exchange.request();
        Method method = head.method();
        if (method != Method.GET && method != Method.HEAD || head.framing() != Framing.NONE) {
            return false;
        }
        CachedFile file = paths.find(head.bytes(), head.pathStart(), head.pathEnd(), now);
        if (file == null || !file.isFresh(now, cache.ttlNanos())) {
            return false;
        }
        if (file.links() != null && cache.site().earlyHints().includes(head.version())) {
            // An interim response may have to wait for the client.
            return false;
        }
        CachedFile form = file;
        FileHead fields = file.head();
        boolean gzips = file.isCompressed(exchange.compression());
        if (gzips || fields.representation().varies()) {
            int chosen = Form.choose(file, exchange, gzips);
            if (chosen != Variants.IDENTITY) {
                form = file.variants().loaded(chosen);
                if (form == null) {
                    return false;
                }
                fields = form.head();
            } else if (gzips) {
                fields = file.varyingHead();
            }
        }
        int conditions = conditions(head, fields);
        if (conditions == CONDITIONS_OTHER) {
            return false;
        }
        try {
            if (conditions == CONDITIONS_KNOWN) {
                exchange.end(304, fields.knownFields(), NOTHING);
            } else {
                ByteBuffer body = form.sharedBody();
                if (body == null) {
                    return false;
                }
                exchange.end(200, fields.wholeFields(), body);
            }
        } catch (IOException e) {
            exchange.fail(e);
        }
        cache.hit();
        file.touch(now);
        if (form != file) {
            form.touch(now);
        }
        return true;
    }

    /**
     * From now on the path leads to the file. Paths with parameters (a session id), very long
     * paths, and files that are not in memory are not learnt.
     *
     * @param rawPath as received, not decoded
     * @param form which of its forms was chosen
     */
    void learn(byte[] rawPath, CachedFile file, CachedFile form) {
        long now = cache.now();
        if (form.isOnDisk() || !file.isFresh(now, cache.ttlNanos())) {
            return;
        }
        for (byte b : rawPath) {
            if (b == ';') {
                return;
            }
        }
        paths.put(rawPath, file, now);
    }

    /**
     * One pass over the fields: true if any asks for less than the whole file, or names a session.
     */
    private int conditions(RequestHead head, FileHead file) {
        byte[] bytes = head.bytes();
        int tag = -1;
        int date = -1;
        for (int i = 0; i < head.fieldCount(); i++) {
            int start = head.nameStart(i);
            int first = bytes[start] | 0x20;
            // By length and first letter: a mistaken or repeated field only leads to the servlet.
            switch (head.nameEnd(i) - start) {
                case 5 -> { // Range
                    if (first == 'r') {
                        return CONDITIONS_OTHER;
                    }
                }
                case 6 -> { // Cookie
                    if (first == 'c' && hasSession(head, i)) {
                        return CONDITIONS_OTHER;
                    }
                }
                case 7 -> { // Upgrade
                    if (first == 'u') {
                        return CONDITIONS_OTHER;
                    }
                }
                case 8, 19 -> { // If-Match, If-Range, If-Unmodified-Since
                    if (first == 'i') {
                        return CONDITIONS_OTHER;
                    }
                }
                case 13 -> { // If-None-Match
                    if (first == 'i') {
                        if (tag >= 0) {
                            return CONDITIONS_OTHER;
                        }
                        tag = i;
                    }
                }
                case 17 -> { // If-Modified-Since
                    if (first == 'i') {
                        if (date >= 0) {
                            return CONDITIONS_OTHER;
                        }
                        date = i;
                    }
                }
                default -> {}
            }
        }
        if (tag >= 0) {
            // RFC 9110 §13.2.2: the date is then ignored.
            return isTag(head, tag, file) ? CONDITIONS_KNOWN : CONDITIONS_OTHER;
        }
        if (date >= 0) {
            return isDate(head, date, file) ? CONDITIONS_KNOWN : CONDITIONS_OTHER;
        }
        return CONDITIONS_NONE;
    }

    /** True for exactly the tag that was sent. */
    private static boolean isTag(RequestHead head, int index, FileHead file) {
        return head.indexOf(FieldName.IF_NONE_MATCH, index) == index
                && isValue(head, index, file.etagBytes());
    }

    /** True for exactly the date that was sent. */
    private static boolean isDate(RequestHead head, int index, FileHead file) {
        return head.indexOf(FieldName.IF_MODIFIED_SINCE, index) == index
                && isValue(head, index, file.lastModifiedBytes());
    }

    private static boolean isValue(RequestHead head, int index, byte[] value) {
        return Arrays.equals(
                head.bytes(), head.valueStart(index), head.valueEnd(index), value, 0, value.length);
    }

    private boolean hasSession(RequestHead head, int index) {
        byte[] bytes = head.bytes();
        int last = head.valueEnd(index) - sessionCookie.length;
        for (int at = head.valueStart(index); at <= last; at++) {
            if (bytes[at] == sessionCookie[0]
                    && Arrays.equals(
                            bytes,
                            at,
                            at + sessionCookie.length,
                            sessionCookie,
                            0,
                            sessionCookie.length)) {
                return true;
            }
        }
        return false;
    }
}

package dev.serval.routing;

import dev.serval.files.FastFile;
import dev.serval.http.Exchange;
import dev.serval.http.RequestHead;
import dev.serval.servlet.AppContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A context with its path. Immutable.
 *
 * @param context the application
 * @param path its decoded path; empty for the root context
 * @param bytes the same in UTF-8, for comparison with plain request paths
 * @param fast answers for cached files on the I/O thread; null if the context has no files
 * @param older the version before this one at the same path; null if there is none
 * @param answered made once, since requests for cached files make no objects
 */
record MappedContext(
        AppContext context,
        String path,
        byte[] bytes,
        FastFile fast,
        MappedContext older,
        AtomicReference<Answered> answered) {

    static MappedContext of(AppContext context, MappedContext older) {
        String path = context.path();
        // Reports malformed or ambiguous mappings now; the start may still add others.
        context.mappings();
        return new MappedContext(
                context,
                path,
                path.getBytes(StandardCharsets.UTF_8),
                context.fastFile(),
                older,
                new AtomicReference<>());
    }

    /** The version in which the client has a session; without one, this one. */
    AppContext versionFor(RequestHead head) {
        for (MappedContext version = this; version != null; version = version.older) {
            if (version.context.available() && version.context.hasSessionOf(head)) {
                return version.context;
            }
        }
        return context;
    }

    /**
     * Whether a request for that path depends on its client's session and the look-up may block.
     */
    boolean mayWaitFor(String requested) {
        boolean asks = older != null || requested.length() == path.length();
        return asks && mayWait();
    }

    private boolean mayWait() {
        return context.sessions().mayWait() || older != null && older.mayWait();
    }

    int pathLength() {
        return path.length();
    }

    boolean contains(String requested) {
        return requested.startsWith(path)
                && (requested.length() == path.length() || requested.charAt(path.length()) == '/');
    }

    boolean contains(byte[] requested, int start, int end) {
        int length = bytes.length;
        return end - start >= length
                && (end - start == length || requested[start + length] == '/')
                && Arrays.equals(requested, start, start + length, bytes, 0, length);
    }

    /** Answers with a file from memory; otherwise does nothing and returns false. Never blocks. */
    boolean serve(Exchange exchange, VirtualHost host) {
        if (fast == null || !context.available()) {
            return false;
        }
        if (context.meter() != null) {
            exchange.attach(answered(host, context));
        }
        return fast.serve(exchange);
    }

    /** The attachment of an exchange that is answered for a version of this without entering it. */
    Answered answered(VirtualHost host, AppContext version) {
        if (version != context) {
            return new Answered(host, version);
        }
        Answered known = answered.get();
        if (known == null || known.host() != host) {
            known = new Answered(host, context);
            answered.set(known);
        }
        return known;
    }
}

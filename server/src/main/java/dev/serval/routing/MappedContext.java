package dev.serval.routing;

import dev.serval.files.FastFile;
import dev.serval.http.Exchange;
import dev.serval.http.RequestHead;
import dev.serval.servlet.AppContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A context and what finds it. Immutable.
 *
 * @param context the application
 * @param path its decoded path; empty for the root context
 * @param bytes the same in UTF-8, to be compared with plain request paths
 * @param fast answers for cached files on the I/O thread; null if the context has no files
 * @param older the version before this one at the same path; null if there is none
 */
record MappedContext(
        AppContext context, String path, byte[] bytes, FastFile fast, MappedContext older) {

    static MappedContext of(AppContext context, MappedContext older) {
        String path = context.path();
        // What is malformed or ambiguous is to be told now; the start may still add to it.
        context.mappings();
        return new MappedContext(
                context, path, path.getBytes(StandardCharsets.UTF_8), context.fastFile(), older);
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
     * Whether a request for that path is led by the session of its client, and looking for that may
     * wait.
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

    /** Answers for a file in memory, or does nothing and returns false. Never blocks. */
    boolean serve(Exchange exchange) {
        return fast != null && context.available() && fast.serve(exchange);
    }
}

package dev.serval.routing;

import dev.serval.files.FastFile;
import dev.serval.http.Exchange;
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
 */
record MappedContext(AppContext context, String path, byte[] bytes, FastFile fast) {

    static MappedContext of(AppContext context) {
        String path = context.path();
        // What is malformed or ambiguous is to be told now; the start may still add to it.
        context.mappings();
        return new MappedContext(
                context, path, path.getBytes(StandardCharsets.UTF_8), context.fastFile());
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

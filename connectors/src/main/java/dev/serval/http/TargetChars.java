package dev.serval.http;

import dev.serval.buffer.Ascii;

/**
 * The characters that path and query may contain on one connector: those of RFC 3986 §3.3 and §3.4,
 * and the relaxed ones, whose use is noted. Owned by the connection's thread.
 */
public final class TargetChars {
    // Null if none are relaxed.
    private final boolean[] path;
    private final boolean[] query;
    private boolean pathRelaxed;
    private boolean queryRelaxed;

    public TargetChars(RequestRules rules) {
        path = table(rules.relaxedPathChars());
        query = table(rules.relaxedQueryChars());
    }

    private static boolean[] table(String characters) {
        if (characters.isEmpty()) {
            return null;
        }
        boolean[] table = new boolean[128];
        for (int i = 0; i < characters.length(); i++) {
            table[characters.charAt(i)] = true;
        }
        return table;
    }

    public void reset() {
        pathRelaxed = false;
        queryRelaxed = false;
    }

    /** True if a path has needed a relaxed character since the last reset. */
    public boolean pathRelaxed() {
        return pathRelaxed;
    }

    public boolean queryRelaxed() {
        return queryRelaxed;
    }

    /** Index of the first byte that a path may not contain; {@code to} if there is none. */
    public int skipPath(byte[] array, int from, int to) {
        int at = Ascii.skipPath(array, from, to);
        while (at < to && has(path, array[at])) {
            pathRelaxed = true;
            at = Ascii.skipPath(array, at + 1, to);
        }
        return at;
    }

    /** Index of the first byte that a query may not contain; {@code to} if there is none. */
    public int skipQuery(byte[] array, int from, int to) {
        int at = Ascii.skipQuery(array, from, to);
        while (at < to && has(query, array[at])) {
            queryRelaxed = true;
            at = Ascii.skipQuery(array, at + 1, to);
        }
        return at;
    }

    /** Index of the first byte that no form of target may contain. */
    public int skipAny(byte[] array, int from, int to) {
        int at = Ascii.skipQuery(array, from, to);
        while (at < to && (isBracket(array[at]) || has(path, array[at]) || has(query, array[at]))) {
            at = Ascii.skipQuery(array, at + 1, to);
        }
        return at;
    }

    private static boolean isBracket(byte b) {
        return b == '[' || b == ']';
    }

    private static boolean has(boolean[] table, byte b) {
        return table != null && b >= 0 && table[b];
    }
}

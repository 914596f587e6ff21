package dev.serval.valve.rewrite;

import jakarta.servlet.http.HttpServletRequest;

/** The values for references in a text: a request and its state in the rules. One thread. */
interface Scope {
    /** The limit for a target, or for the result of one reference: 65536 characters. */
    int MOST_CHARS = 1 << 16;

    HttpServletRequest request();

    /** The decoded path below the application, for the names of files. */
    String inContext();

    /**
     * A decoded path as it stands in a text: the characters that would begin a query, a parameter
     * or an escape there are encoded, unless the text is the name of a file that is looked for.
     *
     * @param decoded null becomes null
     */
    String path(String decoded);

    /**
     * The path of the request. To a condition it is decoded and normalised, as to the expression of
     * a rule, so that no other spelling gets past; elsewhere it is as the client wrote it.
     */
    String uri();

    /** The current query; null if there is none. */
    String query();

    /**
     * The text matched by a group of an expression; empty if it has not matched.
     *
     * @param rules whether the rule's expression is meant, not that of a condition
     * @param escapes whether it is encoded for a URI
     */
    String group(boolean rules, int group, boolean escapes);
}

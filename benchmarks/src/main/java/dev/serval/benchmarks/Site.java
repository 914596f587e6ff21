package dev.serval.benchmarks;

import java.nio.file.Path;

/**
 * What every contender of a scenario serves, and within which limits: files at {@code /}, the
 * servlets of {@link Servlets} at {@code /app}, or as many web applications as are asked for.
 * Immutable.
 *
 * @param documents the directory
 * @param work a directory for logs and configurations
 * @param log whether every request is written to a file
 * @param tls null for plain text
 * @param threads calls of applications, or processes, at once
 * @param applications directories {@code app1}, {@code app2}, ... below {@code work/webapps} that
 *     are served at these paths; 0 means files and servlets instead
 * @param webSocket whether the endpoints of WebSocket are beside the servlets
 */
record Site(
        Path documents,
        Path work,
        boolean log,
        Encryption tls,
        int threads,
        int applications,
        boolean webSocket) {
    /** Milliseconds that an idle connection is kept. */
    static final int KEEP_ALIVE = 60_000;

    /** Connections at once. */
    static final int CONNECTIONS = 20_000;

    /** Connections that wait to be accepted. */
    static final int BACKLOG = 4096;

    Path application(int number) {
        return work.resolve("webapps/app" + number);
    }
}

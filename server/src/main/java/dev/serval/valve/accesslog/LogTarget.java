package dev.serval.valve.accesslog;

import java.io.IOException;

/** The destination of the lines of an access log. Owned by the writer's thread. */
interface LogTarget {
    /** Takes a whole chunk or, with an IOException, nothing. */
    void write(Chunk chunk) throws IOException;

    /** Milliseconds that lines may wait for others. */
    long gatherMillis();

    void close() throws IOException;
}

package dev.serval.valve.accesslog;

import java.io.IOException;

/** Where the lines of an access log end up. Owned by the writer's thread. */
interface LogTarget {
    /** Takes a chunk wholly or, with an IOException, not at all. */
    void write(Chunk chunk) throws IOException;

    /** Milliseconds that lines may wait for others. */
    long gatherMillis();

    void close() throws IOException;
}

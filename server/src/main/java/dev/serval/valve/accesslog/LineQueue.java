package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import java.util.ArrayDeque;

/**
 * Thread-safe. The lines between those who log and the one who writes: a bounded number of chunks.
 * Nobody waits in {@link #add} but for the lock, behind which there is only the copying of some
 * hundred bytes.
 *
 * <pre>
 * free -&gt; current (lines are appended) -&gt; sealed (full, or its file is over) -&gt; the writer -&gt; free
 * </pre>
 */
final class LineQueue {
    static final int CHUNKS = 64;
    static final int CHUNK_BYTES = 64 * 1024;

    private final AccessLogPattern pattern;
    private final LogFiles.Periods periods;
    private final int chunkBytes;
    private final Line line = new Line();
    private final Completed completed;
    private final ArrayDeque<Chunk> free = new ArrayDeque<>();
    private final ArrayDeque<Chunk> sealed = new ArrayDeque<>();
    private int unmade;
    private Chunk current;
    private long lost;
    private boolean closed;

    /**
     * @param periods which lines go to the same file
     * @param forwarded whether what proxies say of the client counts
     */
    LineQueue(
            AccessLogPattern pattern,
            LogFiles.Periods periods,
            int chunks,
            int chunkBytes,
            boolean forwarded) {
        this.completed = new Completed(forwarded);
        this.pattern = pattern;
        this.periods = periods;
        this.unmade = chunks;
        this.chunkBytes = chunkBytes;
    }

    /** Appends a line, or counts it as lost when there is no room. */
    synchronized void add(Exchange exchange, long endMillis, long nanos) {
        if (closed) {
            return;
        }
        completed.fill(exchange, endMillis, nanos);
        try {
            append(periods.of(endMillis));
        } catch (RuntimeException | Error e) {
            // The response is out; a log that cannot tell of it must not do harm to the connection.
            lost++;
        } finally {
            completed.clear();
        }
    }

    private void append(String stamp) {
        if (current != null) {
            if (current.stamp.equals(stamp) && render()) {
                return;
            }
            seal();
        }
        if (!open(stamp)) {
            lost++;
        } else if (!render()) {
            current.length = line.cut();
            current.lines++;
        }
    }

    private boolean render() {
        line.begin(current.bytes, current.length);
        pattern.append(line, completed);
        int end = line.end();
        if (end < 0) {
            return false;
        }
        current.length = end;
        current.lines++;
        return true;
    }

    private boolean open(String stamp) {
        Chunk chunk = free.poll();
        if (chunk == null) {
            if (unmade == 0) {
                return false;
            }
            chunk = new Chunk(chunkBytes);
            unmade--;
        }
        chunk.open(stamp);
        current = chunk;
        notifyAll();
        return true;
    }

    private void seal() {
        sealed.add(current);
        current = null;
    }

    /**
     * The next chunk to write: waits until there are lines, then up to the time for more of them.
     * Null when the queue is closed and empty. Called by the writer only.
     */
    synchronized Chunk take(long gatherMillis) throws InterruptedException {
        while (sealed.isEmpty() && current == null && !closed) {
            wait();
        }
        long until = System.nanoTime() + gatherMillis * 1_000_000;
        while (sealed.isEmpty() && !closed) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        if (sealed.isEmpty() && current != null) {
            seal();
        }
        return sealed.poll();
    }

    /** Gives a written chunk back; {@code lines} of it could not be written. */
    synchronized void giveBack(Chunk chunk, int lines) {
        lost += lines;
        free.push(chunk);
    }

    /** How many lines were lost since the last call. */
    synchronized long takeLost() {
        long count = lost;
        lost = 0;
        return count;
    }

    /** From now on lines are ignored; what is here can still be taken. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean closed() {
        return closed;
    }

    /** Waits for {@link #close}, at most that long. */
    synchronized void awaitClose(long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        while (!closed) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }
}

package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import java.util.ArrayDeque;

/**
 * Thread-safe. The queue of lines between loggers and the writer: a bounded number of chunks.
 * {@link #add} waits for nothing but the lock, which is held only to copy some hundred bytes.
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
     * @param periods which lines share a file
     */
    LineQueue(
            AccessLogPattern pattern,
            LogFiles.Periods periods,
            int chunks,
            int chunkBytes,
            LineRules rules) {
        this.completed = new Completed(rules);
        this.pattern = pattern;
        this.periods = periods;
        this.unmade = chunks;
        this.chunkBytes = chunkBytes;
    }

    /** Appends a line, or counts it as lost if there is no room. */
    synchronized void add(Exchange exchange, long endMillis, long nanos) {
        if (closed) {
            return;
        }
        completed.fill(exchange, endMillis, nanos);
        try {
            append(periods.of(endMillis));
        } catch (RuntimeException | Error e) {
            // The response was sent; a failing log must not harm the connection.
            lose(1);
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
            lose(1);
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
     * Null once the queue is closed and empty. Called by the writer only.
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

    /** Returns a written chunk; {@code lines} of it could not be written. */
    synchronized void giveBack(Chunk chunk, int lines) {
        lose(lines);
        free.push(chunk);
    }

    /** Called with the lock held. */
    private void lose(int lines) {
        lost += lines;
        LogLines.lost(lines);
    }

    /** The number of lines lost since the last call. */
    synchronized long takeLost() {
        long count = lost;
        lost = 0;
        return count;
    }

    /** From now on lines are ignored; those in the queue can still be taken. */
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

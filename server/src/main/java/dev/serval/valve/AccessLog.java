package dev.serval.valve;

import dev.serval.http.Exchange;
import dev.serval.routing.CompletionListener;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.function.Consumer;

/**
 * Thread-safe. A line per exchange in a file per day, {@code prefix.yyyy-MM-dd suffix}, changed at
 * midnight of the local zone. Lines are complete, in order, and on disk within a second. Logging
 * never waits: a line goes into memory, from where one daemon thread writes. When 4 MiB wait there
 * because the disk is full or slow, lines are dropped; how many is said once a minute.
 *
 * <p>A line belongs to the day in which its exchange ended; the time that it shows is when the
 * request arrived.
 */
public final class AccessLog implements CompletionListener, AutoCloseable {
    private final LineQueue queue;
    private final LogWriter writer;
    private final InstantSource clock;

    /**
     * A log that keeps its lines until {@link #start}.
     *
     * @param directory of the files; made if it is missing
     * @param prefix of their names
     * @param suffix of their names, for example {@code .txt}
     * @param pattern what a line holds
     * @param forwarded whether lines show what a RemoteIpValve has found out
     */
    public AccessLog(
            Path directory,
            String prefix,
            String suffix,
            AccessLogPattern pattern,
            boolean forwarded) {
        this(
                directory,
                prefix,
                suffix,
                pattern,
                forwarded,
                InstantSource.system(),
                ZoneId.systemDefault());
    }

    /**
     * A log that gives its lines to the program, without their line ends, within a moment and in
     * order, on a thread of its own.
     *
     * @param receiver should not throw: the line is lost then, and the server's log tells of it
     */
    public AccessLog(Consumer<String> receiver, AccessLogPattern pattern, boolean forwarded) {
        this(
                new LineReceiver(receiver),
                pattern,
                forwarded,
                InstantSource.system(),
                ZoneId.systemDefault());
    }

    AccessLog(
            Path directory,
            String prefix,
            String suffix,
            AccessLogPattern pattern,
            boolean forwarded,
            InstantSource clock,
            ZoneId zone) {
        this(new LogFile(directory, prefix, suffix), pattern, forwarded, clock, zone);
    }

    private AccessLog(
            LogTarget target,
            AccessLogPattern pattern,
            boolean forwarded,
            InstantSource clock,
            ZoneId zone) {
        this.clock = clock;
        this.queue =
                new LineQueue(pattern, zone, LineQueue.CHUNKS, LineQueue.CHUNK_BYTES, forwarded);
        this.writer = new LogWriter(queue, target);
    }

    /** Begins to write. */
    public void start() {
        writer.start();
    }

    /** Logs an exchange that has ended. Never blocks and never throws. */
    public void log(Exchange exchange) {
        queue.add(exchange, clock.millis(), System.nanoTime() - exchange.startedNanos());
    }

    @Override
    public void completed(Exchange exchange) {
        log(exchange);
    }

    /** Writes what is left, waiting at most five seconds, and closes the file. */
    @Override
    public void close() {
        writer.close();
    }
}

package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import dev.serval.http.LogWants;
import dev.serval.valve.CompletionValve;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.function.Consumer;

/**
 * Thread-safe. A line per exchange in the file of its time, by default one per day, changed at
 * midnight of the local zone. Lines are complete, in order, and on disk within a second. Logging
 * never waits: a line goes into memory, from where one daemon thread writes. When 4 MiB wait there
 * because the disk is full or slow, lines are dropped; how many is said once a minute.
 *
 * <p>A line belongs to the period in which its exchange ended; the time that it shows is when the
 * request arrived.
 */
public final class AccessLog implements CompletionValve, AutoCloseable {
    private final LineQueue queue;
    private final LogWriter writer;
    private final InstantSource clock;
    private final LogWants wants;

    /**
     * A log that keeps its lines until {@link #start}.
     *
     * @param files where lines go
     * @param pattern what a line holds
     * @param forwarded whether lines show what a RemoteIpValve has found out
     */
    public AccessLog(LogFiles files, AccessLogPattern pattern, boolean forwarded) {
        this(files, pattern, forwarded, InstantSource.system(), ZoneId.systemDefault());
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
                new LogFiles.Periods("", ZoneId.systemDefault()),
                pattern,
                forwarded,
                InstantSource.system());
    }

    AccessLog(
            LogFiles files,
            AccessLogPattern pattern,
            boolean forwarded,
            InstantSource clock,
            ZoneId zone) {
        this(target(files), files.periods(zone), pattern, forwarded, clock);
    }

    private static LogTarget target(LogFiles files) {
        LogTarget standard = StandardStream.of(files.path(""));
        boolean one = !files.rotatable() || files.fileDateFormat().isEmpty();
        return one && standard != null ? standard : new LogFile(files);
    }

    private AccessLog(
            LogTarget target,
            LogFiles.Periods periods,
            AccessLogPattern pattern,
            boolean forwarded,
            InstantSource clock) {
        this.clock = clock;
        this.wants = pattern.wants();
        this.queue =
                new LineQueue(pattern, periods, LineQueue.CHUNKS, LineQueue.CHUNK_BYTES, forwarded);
        this.writer = new LogWriter(queue, target);
    }

    /** Begins to write. */
    @Override
    public void start() {
        writer.start();
    }

    /** Logs an exchange that has ended. Never blocks and never throws. */
    public void log(Exchange exchange) {
        queue.add(exchange, clock.millis(), System.nanoTime() - exchange.startedNanos());
    }

    @Override
    public LogWants wants() {
        return wants;
    }

    @Override
    public void completed(Exchange exchange) {
        log(exchange);
    }

    /** As {@link #close}. */
    @Override
    public void stop() {
        close();
    }

    /** Writes what is left, waiting at most five seconds, and closes the file. */
    @Override
    public void close() {
        writer.close();
    }
}

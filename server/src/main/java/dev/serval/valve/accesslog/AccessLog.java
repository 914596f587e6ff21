package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import dev.serval.http.LogWants;
import dev.serval.valve.CompletionValve;
import java.nio.channels.FileChannel;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.function.Consumer;

/**
 * Thread-safe. Writes a line per exchange to the file of its time, by default one per day, changed
 * at midnight of the local zone. Lines are complete, in order, and on disk within a second. Logging
 * never waits: a line is kept in memory until one daemon thread writes it. If 4 MiB wait there
 * because the disk is full or slow, lines are dropped; their number is logged once a minute, and
 * {@link LogLines} counts them. Once there is room, logging goes on.
 *
 * <p>A line belongs to the period in which its exchange ended; the time in it is the request's
 * arrival.
 */
public final class AccessLog implements CompletionValve, AutoCloseable {
    private final LineQueue queue;
    private final LogWriter writer;
    private final InstantSource clock;
    private final LineRules rules;
    private final LogWants wants;

    /**
     * A log that keeps its lines until {@link #start}.
     *
     * @param files where lines go
     * @param pattern the content of a line
     * @param rules which requests get one
     */
    public AccessLog(LogFiles files, AccessLogPattern pattern, LineRules rules) {
        this(files, pattern, rules, InstantSource.system(), ZoneId.systemDefault());
    }

    /**
     * A log that passes its lines to the program, without their line ends, immediately and in
     * order, on a thread of its own.
     *
     * @param receiver should not throw: the line is lost then, and the server logs it
     */
    public AccessLog(Consumer<String> receiver, AccessLogPattern pattern, LineRules rules) {
        this(
                new LineReceiver(receiver),
                new LogFiles.Periods("", ZoneId.systemDefault()),
                pattern,
                rules,
                InstantSource.system());
    }

    AccessLog(
            LogFiles files,
            AccessLogPattern pattern,
            LineRules rules,
            InstantSource clock,
            ZoneId zone) {
        this(
                target(files, pattern.header(), clock, zone),
                files.periods(zone),
                pattern,
                rules,
                clock);
    }

    private static LogTarget target(
            LogFiles files, byte[] header, InstantSource clock, ZoneId zone) {
        boolean one = !files.rotatable() || files.fileDateFormat().isEmpty();
        LogTarget standard = one ? StandardStream.of(files.path(""), header) : null;
        return standard != null
                ? standard
                : new LogFile(files, header, zone, clock, FileChannel::open);
    }

    AccessLog(
            LogTarget target,
            LogFiles.Periods periods,
            AccessLogPattern pattern,
            LineRules rules,
            InstantSource clock) {
        this.clock = clock;
        this.rules = rules;
        this.wants = LogWants.both(pattern.wants(), rules.wants());
        this.queue =
                new LineQueue(pattern, periods, LineQueue.CHUNKS, LineQueue.CHUNK_BYTES, rules);
        this.writer = new LogWriter(queue, target);
    }

    /** Starts writing. */
    @Override
    public void start() {
        writer.start();
    }

    /** Logs an exchange that has ended, if it gets a line. Never blocks and never throws. */
    public void log(Exchange exchange) {
        if (!rules.admit(exchange)) {
            return;
        }
        queue.add(exchange, clock.millis(), exchange.tookNanos());
    }

    @Override
    public LogWants wants() {
        return wants;
    }

    @Override
    public void completed(Exchange exchange) {
        log(exchange);
    }

    /** Writes the remaining lines, waiting at most five seconds, and closes the file. */
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

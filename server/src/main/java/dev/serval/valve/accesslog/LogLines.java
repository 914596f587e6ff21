package dev.serval.valve.accesslog;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many lines the access logs of this process have written and lost since its start.
 * Thread-safe.
 */
public final class LogLines {
    private static final LongAdder WRITTEN = new LongAdder();
    private static final LongAdder LOST = new LongAdder();

    private LogLines() {}

    /** Lines that were written. */
    public static long written() {
        return WRITTEN.sum();
    }

    /** Lines for which there was no room: the disk was full, too slow, or not to be written. */
    public static long lost() {
        return LOST.sum();
    }

    static void written(int lines) {
        WRITTEN.add(lines);
    }

    static void lost(int lines) {
        LOST.add(lines);
    }
}

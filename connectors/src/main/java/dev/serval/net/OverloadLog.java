package dev.serval.net;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what an endpoint does because there is too little room, and logs it: the first event at
 * once, the number of later ones at the end of each minute. Thread-safe.
 */
final class OverloadLog {
    private static final Logger LOG = LoggerFactory.getLogger(OverloadLog.class);

    private final String connector;
    private final String attribute;
    private final ConnectionLimit limit;
    private final long period;
    // Guarded by this.
    private long failed;
    private long withoutHead;
    private long idle;
    private long failedTold;
    private long withoutHeadTold;
    private long idleTold;
    private String cause = "";
    private long nextFailure;
    private long nextGivingWay;
    private long nextStuck;

    /**
     * @param connector its name, for messages
     * @param attribute the attribute of the Connector that limits the places
     * @param millis between two lines of a kind
     */
    OverloadLog(String connector, String attribute, ConnectionLimit limit, long millis) {
        this.connector = connector;
        this.attribute = attribute;
        this.limit = limit;
        period = TimeUnit.MILLISECONDS.toNanos(millis);
        nextFailure = System.nanoTime();
        nextGivingWay = nextFailure;
        nextStuck = nextFailure;
    }

    synchronized void failed(Throwable why) {
        failed++;
        cause = why.toString();
        tell();
    }

    synchronized void gaveWay(boolean owedHead) {
        if (owedHead) {
            withoutHead++;
        } else {
            idle++;
        }
        tell();
    }

    /** Others wait, and no connection could be closed for them. */
    synchronized void stuck() {
        long now = System.nanoTime();
        if (now - nextStuck < 0) {
            return;
        }
        nextStuck = now + period;
        LOG.warn(
                "SRV-0681 All {} places of {} are taken by connections in use, such as WebSockets"
                        + " and long requests; others wait until one of them ends. {}",
                limit.max(),
                connector,
                advice());
    }

    private String advice() {
        return limit.lowered()
                ? "The process has no room for more, as SRV-0941 tells"
                : "Raise " + attribute + " of the Connector for more places";
    }

    synchronized Overload counts() {
        return new Overload(failed, withoutHead, idle);
    }

    /** True while a counted event has not been logged. */
    synchronized boolean pending() {
        return failed > failedTold || withoutHead + idle > withoutHeadTold + idleTold;
    }

    /** Logs what is due. */
    synchronized void tell() {
        long now = System.nanoTime();
        if (failed > failedTold && now - nextFailure >= 0) {
            nextFailure = now + period;
            LOG.warn(
                    "SRV-0941 {} could not accept a connection: {} (so often since this was last"
                            + " said: {}; open: {}). It tries again every {} ms and closes those"
                            + " that have been idle for longest. Raise the limit of the process"
                            + " (ulimit -n for files, -u for threads; LimitNOFILE and TasksMax of"
                            + " systemd), or lower {} of the Connector",
                    connector,
                    cause,
                    failed - failedTold,
                    limit.open(),
                    Deadlines.TICK,
                    attribute);
            failedTold = failed;
        }
        long heads = withoutHead - withoutHeadTold;
        long idles = idle - idleTold;
        if (heads + idles > 0 && now - nextGivingWay >= 0) {
            nextGivingWay = now + period;
            LOG.warn(
                    "SRV-0942 All {} places of {} are taken, and others wait. For them it has"
                            + " closed, since this was last said, {} connections that had owed the"
                            + " whole of a request head for longest (408), and {} that had been"
                            + " idle for longest. {}",
                    limit.max(),
                    connector,
                    heads,
                    idles,
                    advice());
            withoutHeadTold = withoutHead;
            idleTold = idle;
        }
    }
}

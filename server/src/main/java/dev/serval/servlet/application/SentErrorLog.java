package dev.serval.servlet.application;

import dev.serval.http.Exchange;
import dev.serval.http.LineLimit;
import dev.serval.http.LogText;
import dev.serval.http.RequestHead;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs errors from 500 on that an application has sent itself, a bounded number of lines a minute
 * for each servlet and status: the id of a reported error page is then found in the log.
 * Thread-safe.
 */
final class SentErrorLog {
    private static final Logger LOG = LoggerFactory.getLogger(SentErrorLog.class);
    private static final int LONGEST = 500;

    private final String context;
    private final KindLimits limits;

    /**
     * @param context its path
     * @param nanos a clock as {@link System#nanoTime}
     */
    SentErrorLog(String context, LongSupplier nanos) {
        this.context = context;
        this.limits = new KindLimits(nanos);
    }

    /**
     * @param servlet its name; null if there is none
     * @param message the message of the page; null if there is none
     */
    void tell(Exchange exchange, int status, String servlet, String message) {
        LineLimit.Line line = limits.of(status + " " + servlet).next();
        if (line == null) {
            return;
        }
        if (line.unsaid() > 0) {
            LOG.info("SRV-0341 '{}': {} more sent such an error before", context, line.unsaid());
        }
        RequestHead head = exchange.request();
        LOG.info(
                "SRV-0340 '{}': the application has sent {} to {} {}{}; request {}{}",
                context,
                status,
                NotFoundLog.shown(head.methodName()),
                NotFoundLog.shown(NotFoundLog.path(head.rawPath())),
                message == null || message.isEmpty()
                        ? ""
                        : ", " + LogText.shown(message, LONGEST, ""),
                exchange.id(),
                line.last() ? "; for the rest of this minute they are counted" : "");
    }
}

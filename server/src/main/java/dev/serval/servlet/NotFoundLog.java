package dev.serval.servlet;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of what an application has not found, a bounded number of lines a minute. Thread-safe. What
 * clients send is shown in printable ASCII only, so that no request makes a line of its own.
 */
final class NotFoundLog {
    private static final Logger LOG = LoggerFactory.getLogger(NotFoundLog.class);
    private static final int LONGEST = 500;

    private final String context;
    private final LineLimit limit;

    /**
     * @param context its path
     * @param nanos a clock as {@link System#nanoTime}
     */
    NotFoundLog(String context, LongSupplier nanos) {
        this.context = context;
        limit = new LineLimit(nanos);
    }

    /**
     * @param referer where the client says that it comes from; null if it does not say
     */
    void tell(String method, String target, String referer) {
        LineLimit.Line line = limit.next();
        if (line == null) {
            return;
        }
        if (line.unsaid() > 0) {
            LOG.info("SRV-0851 '{}': {} more were not found before", context, line.unsaid());
        }
        LOG.info(
                "SRV-0850 '{}': not found: {} {}{}{}",
                context,
                shown(method),
                shown(target),
                referer == null ? "" : ", from " + shown(referer),
                line.last() ? "; for the rest of this minute they are counted" : "");
    }

    /** In printable ASCII, and not too long. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
            char c = text.charAt(i);
            shown.append(c > ' ' && c < 127 ? c : '?');
        }
        return shown.append(text.length() > LONGEST ? "..." : "").toString();
    }
}

package dev.serval.servlet.application;

import dev.serval.http.LineLimit;
import dev.serval.http.LogText;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the paths that an application answers with 404, a bounded number of lines a minute.
 * Thread-safe.
 *
 * <p>Only paths are written: queries, path parameters ({@code ;jsessionid=...}), fragments and user
 * information are left out of the target and of the Referer, since they may hold passwords, tokens
 * and sessions. No text of a request can begin a line of its own.
 */
final class NotFoundLog {
    private static final Logger LOG = LoggerFactory.getLogger(NotFoundLog.class);
    private static final int LONGEST = 500;
    private static final Pattern USER = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*://)[^/]*@");
    private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");

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
     * @param referer the Referer of the request; null if there is none
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
                shown(path(target)),
                referer == null ? "" : ", from " + shown(path(referer)),
                line.last() ? "; for the rest of this minute they are counted" : "");
    }

    /** A URI, absolute or not, up to the end of its path. */
    static String path(String uri) {
        int end = 0;
        while (end < uri.length() && uri.charAt(end) != '?' && uri.charAt(end) != '#') {
            end++;
        }
        String path = USER.matcher(uri.substring(0, end)).replaceFirst("$1");
        return path.indexOf(';') < 0 ? path : PARAMETERS.matcher(path).replaceAll("");
    }

    /** Encodes a space, which would end it in the line. */
    static String shown(String text) {
        return LogText.shown(text, LONGEST, " ");
    }
}

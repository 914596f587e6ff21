package dev.serval.valve.report;

import dev.serval.valve.ErrorReport.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What reports of errors show beside status, code and id. Immutable.
 *
 * @param message whether the application's message and the path are shown
 * @param trace whether the stack trace of the exception is shown
 * @param server its name and version; null if it is not shown
 */
public record Shown(boolean message, boolean trace, String server) {
    /** The failure without what is not shown. */
    Failure of(Failure failure) {
        return message
                ? failure
                : new Failure(
                        failure.status(),
                        null,
                        null,
                        failure.code(),
                        failure.requestId(),
                        failure.thrown());
    }

    /** The stack trace; null if it is not shown, or there is none. */
    String traceOf(Failure failure) {
        if (!trace || failure.thrown() == null) {
            return null;
        }
        StringWriter text = new StringWriter();
        failure.thrown().printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}

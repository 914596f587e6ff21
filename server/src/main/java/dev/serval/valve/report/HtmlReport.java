package dev.serval.valve.report;

import dev.serval.valve.ErrorReport;

/** Answers errors by files, and others by a page that says as much as it may. Thread-safe. */
public record HtmlReport(Shown shown, ErrorTable<byte[]> files) implements ErrorReport {
    @Override
    public Page page(Failure failure) {
        byte[] file = files.of(failure);
        byte[] body =
                file != null
                        ? file
                        : FailurePage.of(shown.of(failure), shown.traceOf(failure), shown.server());
        return new Page(FailurePage.TYPE, body);
    }
}

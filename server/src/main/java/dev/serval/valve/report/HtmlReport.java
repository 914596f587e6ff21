package dev.serval.valve.report;

import dev.serval.valve.ErrorReport;

/** Answers errors with files, and others with a page that shows what is configured. Thread-safe. */
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

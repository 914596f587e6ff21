/**
 * Reports of errors for which an application has no page: as HTML, as JSON, by files, by another
 * server. Must not know anything of requests except {@link dev.serval.valve.ErrorReport.Failure}.
 * Start reading at {@link dev.serval.valve.report.HtmlReport}.
 */
package dev.serval.valve.report;

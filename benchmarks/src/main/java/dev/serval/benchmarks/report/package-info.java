/**
 * What was measured, as pages and charts: {@link dev.serval.benchmarks.report.Report} reads the
 * files of results and writes {@code benchmarks/RESULTS.md}, the pages of the documentation and the
 * charts of both. It knows nothing of how things are measured.
 */
package dev.serval.benchmarks.report;

/**
 * The counters of requests: the two interfaces that are notified of the end of exchanges, the
 * server's own counters behind them, and the text format in which monitoring reads figures. It
 * knows the exchanges of {@code http} and nothing of applications, hosts or configuration. Without
 * a consumer nothing is notified and nothing created. Start reading at {@link
 * dev.serval.metrics.MetricsConsumer}.
 */
package dev.serval.metrics;

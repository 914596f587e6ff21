/**
 * What is counted of requests: the two interfaces by which the end of exchanges is told, the
 * server's own counters behind them, and the text in which monitoring reads figures. It knows the
 * exchanges of {@code http} and nothing of applications, hosts or configuration. Without a consumer
 * nothing is told and nothing made. Start reading at {@link dev.serval.metrics.MetricsConsumer}.
 */
package dev.serval.metrics;

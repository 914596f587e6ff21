/**
 * Valves around calls that guard or report: health, limits of concurrency and of forms, a filter in
 * place of a valve, what a proxy tells of TLS, what a balancer tells of this node. Each is one
 * class, which knows nothing of the others; that of traces has the MDC of the log beside it.
 * Expressions are those of {@code rewrite}, so that none takes for ever.
 */
package dev.serval.valve.around;

/**
 * Valves around calls that guard or report: health, limits of concurrency and of forms, a filter in
 * place of a valve, what a proxy reports of TLS, what a balancer reports of this node. Each is one
 * class, which knows nothing of the others; only the valve for traces has the MDC of the log beside
 * it. Expressions are those of {@code rewrite}, so that none takes for ever.
 */
package dev.serval.valve.around;

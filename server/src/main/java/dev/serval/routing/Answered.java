package dev.serval.routing;

import dev.serval.servlet.AppContext;

/**
 * A request that was answered for a context without being inside it. Immutable.
 *
 * @param host told when it is over
 * @param context whose access log is told too
 */
record Answered(VirtualHost host, AppContext context) {}

package dev.serval.routing;

import dev.serval.servlet.AppContext;

/**
 * A request that is inside a context. Immutable.
 *
 * @param host told when it is over
 * @param context left when it is over
 */
record Admitted(VirtualHost host, AppContext context) {}

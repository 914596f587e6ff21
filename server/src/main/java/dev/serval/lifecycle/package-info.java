/**
 * Starting and stopping, in one order for all components; who is told of it, how applications fare
 * meanwhile, and the class loader that a thread works with. Knows nothing of what is started.
 * Exported: for extensions, for whoever embeds, and for applications. Start reading at {@link
 * dev.serval.lifecycle.Lifecycle}.
 */
package dev.serval.lifecycle;

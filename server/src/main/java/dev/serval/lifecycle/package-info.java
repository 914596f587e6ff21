/**
 * Start and stop in one order for all components; the listeners for these, the states of
 * applications, and the context class loader of threads. Knows nothing of what is started. Exported
 * for extensions, embedding programs and applications. Start reading at {@link
 * dev.serval.lifecycle.Lifecycle}.
 */
package dev.serval.lifecycle;

/**
 * Starting and stopping, in one order for all components, and the class loader that a thread works
 * with. Knows nothing of what is started. Start reading at {@link dev.serval.lifecycle.Lifecycle}.
 */
package dev.serval.lifecycle;

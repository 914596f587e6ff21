/**
 * What the API finds by its lists of providers; applications see this package, and no other of the
 * extension. Start reading at {@link dev.serval.websocket.provider.ServalContainerProvider}.
 */
package dev.serval.websocket.provider;

/**
 * The classes that the API finds by its lists of providers; applications see only this package of
 * the extension. Start reading at {@link dev.serval.websocket.provider.ServalContainerProvider}.
 */
package dev.serval.websocket.provider;

/**
 * What applications ask for: the container of their endpoints, and that of clients; and how it
 * comes to them when they start. Start reading at {@link
 * dev.serval.websocket.container.WebSocketInitializer}.
 */
package dev.serval.websocket.container;

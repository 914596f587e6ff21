/**
 * The containers for applications: that of their endpoints, and that of clients; and how
 * applications get them at their start. Start reading at {@link
 * dev.serval.websocket.container.WebSocketInitializer}.
 */
package dev.serval.websocket.container;

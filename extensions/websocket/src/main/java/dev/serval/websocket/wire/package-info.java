/**
 * The protocol (RFC 6455) and its compression (RFC 7692) on one connection, for both sides.
 * Independent of endpoints, sessions and the handshake: an upgraded connection becomes a {@link
 * dev.serval.websocket.wire.WebSocketConnection}. Start reading there; {@link
 * dev.serval.websocket.wire.FrameReader} reads, {@link dev.serval.websocket.wire.Sender} writes.
 */
package dev.serval.websocket.wire;

/**
 * The protocol (RFC 6455) and its compression (RFC 7692) on one connection, for both sides. Knows
 * nothing of endpoints, sessions or the handshake: whoever has upgraded a connection makes a {@link
 * dev.serval.websocket.wire.WebSocketConnection} of it. Start reading there; what comes in is
 * {@link dev.serval.websocket.wire.FrameReader}, what leaves {@link
 * dev.serval.websocket.wire.Sender}.
 */
package dev.serval.websocket.wire;

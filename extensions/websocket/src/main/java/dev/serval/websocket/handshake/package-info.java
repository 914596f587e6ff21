/**
 * The opening handshake (RFC 6455 §4) of both sides, and the view of configurators. Start reading
 * at {@link dev.serval.websocket.handshake.ServerHandshake}.
 */
package dev.serval.websocket.handshake;

/**
 * A connection as applications see it: the session, the peer, and the receivers of messages. Must
 * not depend on the handshake, nor on annotations of an endpoint. Start reading at {@link
 * dev.serval.websocket.session.WebSocketSession}.
 */
package dev.serval.websocket.session;

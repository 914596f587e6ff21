/**
 * A connection as applications see it: the session, the peer, and who takes its messages. Must not
 * know the handshake, nor whether an endpoint is annotated. Start reading at {@link
 * dev.serval.websocket.session.WebSocketSession}.
 */
package dev.serval.websocket.session;

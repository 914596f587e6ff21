/**
 * Jakarta WebSocket 2.2: {@code path}, {@code coder} and {@code wire} know nothing of each other;
 * {@code session} is what applications see of a connection, {@code endpoint} what they are called
 * by, {@code handshake} how both come together, {@code container} how an application gets all of
 * it. Start reading at {@link dev.serval.websocket.container.WebSocketInitializer}.
 */
package dev.serval.websocket;

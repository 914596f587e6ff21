/**
 * Jakarta WebSocket 2.2: {@code path}, {@code coder} and {@code wire} are independent of each
 * other; {@code session} is an application's view of a connection, {@code endpoint} calls the
 * application, {@code handshake} connects both, {@code container} provides all of it to an
 * application. Start reading at {@link dev.serval.websocket.container.WebSocketInitializer}.
 */
package dev.serval.websocket;

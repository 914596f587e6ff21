package dev.serval.websocket.session;

import dev.serval.websocket.coder.DecoderList;
import dev.serval.websocket.coder.EncoderList;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.WebSocketContainer;

/**
 * What a session is one of. Immutable.
 *
 * @param endpoint that hears of the session, of this connection alone
 * @param config of this connection alone
 * @param sessions of the same endpoint
 * @param errors who hears of failures
 * @param loader with which the application is called
 */
public record Served(
        WebSocketContainer container,
        Endpoint endpoint,
        EndpointConfig config,
        DecoderList decoders,
        EncoderList encoders,
        OpenSessions sessions,
        Errors errors,
        ClassLoader loader) {}

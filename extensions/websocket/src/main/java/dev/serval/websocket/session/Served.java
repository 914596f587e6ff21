package dev.serval.websocket.session;

import dev.serval.websocket.coder.DecoderList;
import dev.serval.websocket.coder.EncoderList;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.WebSocketContainer;

/**
 * The endpoint of a session. Immutable.
 *
 * @param endpoint of this connection alone
 * @param config of this connection alone
 * @param sessions of the same endpoint
 * @param errors handles failures
 * @param loader for calls of the application
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

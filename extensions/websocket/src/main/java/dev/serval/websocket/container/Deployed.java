package dev.serval.websocket.container;

import dev.serval.websocket.endpoint.EndpointModel;
import jakarta.websocket.server.ServerEndpointConfig;

/**
 * An endpoint of an application. Immutable.
 *
 * @param annotated whether its configuration is from its annotation
 */
record Deployed(ServerEndpointConfig config, EndpointModel model, boolean annotated) {}

package dev.serval.websocket.handshake;

import jakarta.websocket.Decoder;
import jakarta.websocket.Encoder;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration of an endpoint for one connection: the user properties are its own (WebSocket
 * 2.2 §3.1.7). Used by one thread at a time.
 */
final class ConnectionConfig implements ServerEndpointConfig {
    private final ServerEndpointConfig shared;
    private final Map<String, Object> properties;

    ConnectionConfig(ServerEndpointConfig shared) {
        this.shared = shared;
        properties = new HashMap<>(shared.getUserProperties());
    }

    @Override
    public Map<String, Object> getUserProperties() {
        return properties;
    }

    @Override
    public Class<?> getEndpointClass() {
        return shared.getEndpointClass();
    }

    @Override
    public String getPath() {
        return shared.getPath();
    }

    @Override
    public List<String> getSubprotocols() {
        return shared.getSubprotocols();
    }

    @Override
    public List<Extension> getExtensions() {
        return shared.getExtensions();
    }

    @Override
    public Configurator getConfigurator() {
        return shared.getConfigurator();
    }

    @Override
    public List<Class<? extends Encoder>> getEncoders() {
        return shared.getEncoders();
    }

    @Override
    public List<Class<? extends Decoder>> getDecoders() {
        return shared.getDecoders();
    }
}

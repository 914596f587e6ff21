package dev.serval.websocket.provider;

import dev.serval.websocket.coder.NewInstance;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What holds where an application has no configurator of its own. Stateless. */
public final class DefaultConfigurator extends ServerEndpointConfig.Configurator {
    /** The first that the client asks for and the endpoint knows. */
    @Override
    public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        return requested.stream().filter(supported::contains).findFirst().orElse("");
    }

    /** All that the client asks for and that are there. */
    @Override
    public List<Extension> getNegotiatedExtensions(
            List<Extension> installed, List<Extension> requested) {
        Set<String> names = installed.stream().map(Extension::getName).collect(Collectors.toSet());
        List<Extension> chosen = new ArrayList<>(requested);
        chosen.removeIf(extension -> !names.contains(extension.getName()));
        return chosen;
    }

    /** As the specification wants it; whoever has users to protect looks at the origin. */
    @Override
    public boolean checkOrigin(String origin) {
        return true;
    }

    @Override
    public void modifyHandshake(
            ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
        // It is as it should be.
    }

    @Override
    public <T> T getEndpointInstance(Class<T> type) throws InstantiationException {
        return NewInstance.of(type);
    }
}

package dev.serval.websocket.provider;

import dev.serval.websocket.coder.NewInstance;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The configurator of applications without their own. Stateless. */
public final class DefaultConfigurator extends ServerEndpointConfig.Configurator {
    /** The client's first one that the endpoint supports. */
    @Override
    public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        return requested.stream().filter(supported::contains).findFirst().orElse("");
    }

    /** All that the client requests and that exist. */
    @Override
    public List<Extension> getNegotiatedExtensions(
            List<Extension> installed, List<Extension> requested) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        installed.forEach(extension -> names.add(extension.getName()));
        List<Extension> chosen = new ArrayList<>(requested);
        chosen.removeIf(extension -> !names.contains(extension.getName()));
        return chosen;
    }

    /** As the specification requires; applications with users to protect check the origin. */
    @Override
    public boolean checkOrigin(String origin) {
        return true;
    }

    @Override
    public void modifyHandshake(
            ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
        // Nothing has to be changed.
    }

    @Override
    public <T> T getEndpointInstance(Class<T> type) throws InstantiationException {
        return NewInstance.of(type);
    }
}

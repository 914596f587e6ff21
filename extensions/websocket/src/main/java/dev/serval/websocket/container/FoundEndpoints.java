package dev.serval.websocket.container;

import dev.serval.websocket.coder.NewInstance;
import jakarta.servlet.ServletException;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The classes of an application that make endpoints (WebSocket 2.2 §6.2). Stateless. */
final class FoundEndpoints {
    private FoundEndpoints() {}

    static void deploy(Set<Class<?>> found, LazyContainer lazy) throws ServletException {
        try {
            deploy(found, lazy.value());
        } catch (DeploymentException | InstantiationException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    private static void deploy(Set<Class<?>> found, EndpointContainer container)
            throws DeploymentException, InstantiationException {
        Set<Class<?>> annotated = new HashSet<>();
        Set<Class<? extends Endpoint>> programmed = new HashSet<>();
        List<ServerApplicationConfig> configs = new ArrayList<>();
        for (Class<?> type : found) {
            if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
                continue;
            }
            if (ServerApplicationConfig.class.isAssignableFrom(type)) {
                configs.add((ServerApplicationConfig) NewInstance.of(type));
            }
            if (Endpoint.class.isAssignableFrom(type)) {
                programmed.add(type.asSubclass(Endpoint.class));
            } else if (type.isAnnotationPresent(ServerEndpoint.class)) {
                annotated.add(type);
            }
        }
        Set<Class<?>> wanted = new HashSet<>(configs.isEmpty() ? annotated : Set.of());
        for (ServerApplicationConfig config : configs) {
            Set<ServerEndpointConfig> given = config.getEndpointConfigs(programmed);
            if (given != null) {
                for (ServerEndpointConfig each : given) {
                    container.addEndpoint(each);
                }
            }
            Set<Class<?>> chosen = config.getAnnotatedEndpointClasses(annotated);
            if (chosen != null) {
                wanted.addAll(chosen);
            }
        }
        for (Class<?> type : wanted) {
            container.addEndpoint(type);
        }
    }
}

package dev.serval.benchmarks.websocket;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import java.util.List;

/** Deploys the endpoints where a container of WebSocket is in the application. Stateless. */
public final class Endpoints implements ServletContextListener {
    /** What is deployed. */
    public static final List<Class<?>> ALL = List.of(EchoEndpoint.class, BroadcastEndpoint.class);

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServerContainer container =
                (ServerContainer)
                        event.getServletContext().getAttribute(ServerContainer.class.getName());
        try {
            for (Class<?> endpoint : ALL) {
                container.addEndpoint(endpoint);
            }
        } catch (DeploymentException e) {
            throw new IllegalStateException(e);
        }
    }
}

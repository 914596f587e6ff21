package dev.serval.websocket.container;

import dev.serval.websocket.coder.NewInstance;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Gives every application its container, with the endpoints that it has. Stateless. */
@HandlesTypes({ServerEndpoint.class, ServerApplicationConfig.class, Endpoint.class})
public final class WebSocketInitializer implements ServletContainerInitializer {
    private static final String NAME = "dev.serval.websocket";
    // Tomcat's names of the context parameters for the sizes of messages.
    private static final String TEXT = "org.apache.tomcat.websocket.textBufferSize";
    private static final String BINARY = "org.apache.tomcat.websocket.binaryBufferSize";

    @Override
    public void onStartup(Set<Class<?>> found, ServletContext context) throws ServletException {
        EndpointContainer container = new EndpointContainer(context.getClassLoader());
        container.defaults.maxText = size(context, TEXT, container.defaults.maxText);
        container.defaults.maxBinary = size(context, BINARY, container.defaults.maxBinary);
        context.setAttribute(ServerContainer.class.getName(), container);
        context.addFilter(NAME, new EndpointFilter(container)).setAsyncSupported(true);
        context.addListener(container.ties());
        context.addListener(new Life(context.getClassLoader(), container));
        if (found != null) {
            try {
                deploy(found, container);
            } catch (DeploymentException | InstantiationException e) {
                throw new ServletException(e.getMessage(), e);
            }
        }
    }

    private static int size(ServletContext context, String name, int otherwise)
            throws ServletException {
        String given = context.getInitParameter(name);
        try {
            return given == null ? otherwise : Integer.parseInt(given.strip());
        } catch (NumberFormatException e) {
            throw new ServletException("the context parameter " + name + " is no number: " + given);
        }
    }

    /** Ends what an application has begun as a client, and forgets it. */
    private record Life(ClassLoader loader, EndpointContainer container)
            implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            Containers.add(loader, container);
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            Containers.remove(loader, container);
            container.close();
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

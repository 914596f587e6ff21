package dev.serval.websocket.container;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.websocket.Endpoint;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerEndpoint;
import java.util.Set;

/**
 * Gives every application its container with its endpoints, which is made where it is needed.
 * Stateless.
 */
@HandlesTypes({ServerEndpoint.class, ServerApplicationConfig.class, Endpoint.class})
public final class WebSocketInitializer implements ServletContainerInitializer {
    private static final String NAME = "dev.serval.websocket";
    // WebSocket 2.2 §6.4; a constant, so that the type is not loaded.
    private static final String ATTRIBUTE = "jakarta.websocket.server.ServerContainer";
    // Tomcat's names of the context parameters for the sizes of messages.
    private static final String TEXT = "org.apache.tomcat.websocket.textBufferSize";
    private static final String BINARY = "org.apache.tomcat.websocket.binaryBufferSize";

    @Override
    public void onStartup(Set<Class<?>> found, ServletContext context) throws ServletException {
        LazyContainer lazy =
                new LazyContainer(
                        context.getClassLoader(),
                        context.getContextPath(),
                        size(context, TEXT),
                        size(context, BINARY));
        context.setAttribute(ATTRIBUTE, lazy);
        context.addFilter(NAME, new EndpointFilter(lazy)).setAsyncSupported(true);
        context.addListener(lazy);
        if (found != null && !found.isEmpty()) {
            FoundEndpoints.deploy(found, lazy);
        }
    }

    /** 0 for the default. */
    private static int size(ServletContext context, String name) throws ServletException {
        String given = context.getInitParameter(name);
        try {
            return given == null ? 0 : Integer.parseInt(given.strip());
        } catch (NumberFormatException e) {
            throw new ServletException(
                    "the context parameter " + name + " is not a number: " + given);
        }
    }
}

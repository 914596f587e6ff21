package dev.serval.websocket.container;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.websocket.coder.NewInstance;
import dev.serval.websocket.endpoint.EndpointModel;
import dev.serval.websocket.handshake.ServerHandshake;
import dev.serval.websocket.path.PathTable;
import dev.serval.websocket.path.PathTemplate;
import dev.serval.websocket.session.HttpSessionTies;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/** The endpoints of one application; more may be added at any time. Thread-safe. */
final class EndpointContainer extends ClientContainer implements ServerContainer {
    private final ClassLoader loader;
    private final HttpSessionTies ties = new HttpSessionTies();
    private final PathTable<Deployed> endpoints = new PathTable<>();
    // Whether the application is still starting; then one error removes all endpoints.
    private boolean starting = true;
    private DeploymentException mistake;
    // For upgradeHttpToWebSocket, which may be called with one for every request.
    private final Map<ServerEndpointConfig, EndpointModel> passing =
            Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * @param loader of the application
     * @param context the path of the application
     */
    EndpointContainer(ClassLoader loader, String context) {
        super(loader, context);
        this.loader = loader;
    }

    HttpSessionTies ties() {
        return ties;
    }

    @Override
    public void addEndpoint(Class<?> type) throws DeploymentException {
        adding(() -> addAnnotated(type));
    }

    @Override
    public void addEndpoint(ServerEndpointConfig config) throws DeploymentException {
        adding(() -> add(config, false));
    }

    /** The application has started; endpoints that it adds from now on are independent. */
    synchronized void started() {
        starting = false;
    }

    /** A way to add an endpoint. */
    private interface Adding {
        void add() throws DeploymentException;
    }

    /** WebSocket 2.2 §5.2.1: an error stops the deployment, and no endpoint stays in service. */
    private synchronized void adding(Adding one) throws DeploymentException {
        if (mistake != null && starting) {
            throw new DeploymentException(
                    "no endpoint is deployed, because of " + mistake.getMessage(), mistake);
        }
        try {
            one.add();
        } catch (DeploymentException e) {
            if (starting) {
                mistake = e;
                endpoints.clear();
            }
            throw e;
        }
    }

    private void addAnnotated(Class<?> type) throws DeploymentException {
        ServerEndpoint said = type.getAnnotation(ServerEndpoint.class);
        if (said == null) {
            throw new DeploymentException(type.getName() + " has no @ServerEndpoint");
        }
        // Null for the common one.
        ServerEndpointConfig.Configurator configurator = null;
        if (said.configurator() != ServerEndpointConfig.Configurator.class) {
            try {
                configurator = NewInstance.of(said.configurator());
            } catch (InstantiationException e) {
                throw new DeploymentException("WebSocket endpoint " + type.getName() + ": " + e, e);
            }
        }
        template(type, said.value());
        ServerEndpointConfig.Builder builder =
                ServerEndpointConfig.Builder.create(type, said.value())
                        .subprotocols(List.of(said.subprotocols()))
                        .encoders(List.of(said.encoders()))
                        .decoders(List.of(said.decoders()))
                        .configurator(configurator);
        // The API finds it by the list of providers of the calling thread's loader.
        ClassLoader before = ContextClassLoader.enter(loader);
        try {
            add(builder.build(), true);
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    private void add(ServerEndpointConfig config, boolean annotated) throws DeploymentException {
        Class<?> type = config.getEndpointClass();
        PathTemplate template = template(type, config.getPath());
        Deployed known = endpoints.get(template);
        if (known != null && annotated && known.config().getEndpointClass() == type) {
            // A program has added it with a configuration, or it was found twice.
            return;
        }
        if (known != null && (annotated || !known.annotated())) {
            throw new DeploymentException(
                    "WebSocket endpoints "
                            + known.config().getEndpointClass().getName()
                            + " and "
                            + type.getName()
                            + " have the same path: "
                            + known.config().getPath()
                            + " and "
                            + config.getPath());
        }
        Set<String> variables = new HashSet<>(template.variables());
        endpoints.put(
                template,
                new Deployed(config, new EndpointModel(type, config, variables), annotated));
    }

    private static PathTemplate template(Class<?> type, String path) throws DeploymentException {
        try {
            return PathTemplate.of(path);
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(
                    "WebSocket endpoint " + type.getName() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void upgradeHttpToWebSocket(
            Object request,
            Object response,
            ServerEndpointConfig config,
            Map<String, String> pathParameters)
            throws IOException, DeploymentException {
        if (!(request instanceof HttpServletRequest asked)
                || !(response instanceof HttpServletResponse answered)) {
            throw new IllegalArgumentException(
                    "request and response are an HttpServletRequest and an HttpServletResponse");
        }
        if (!ServerHandshake.isAskedFor(asked)) {
            throw new IllegalStateException("the request does not ask for WebSocket");
        }
        EndpointModel model = passing.get(config);
        if (model == null) {
            model = new EndpointModel(config.getEndpointClass(), config, pathParameters.keySet());
            passing.put(config, model);
        }
        try {
            handshake().answer(asked, answered, config, model, pathParameters);
        } catch (ServletException e) {
            throw new DeploymentException(e.getMessage(), e);
        }
    }

    /** The endpoint for the path of a request; null if there is none. */
    PathTable.Match<Deployed> find(HttpServletRequest request) {
        if (endpoints.isEmpty()) {
            return null;
        }
        String more = request.getPathInfo();
        return endpoints.find(
                more == null ? request.getServletPath() : request.getServletPath() + more);
    }

    ServerHandshake handshake() {
        return new ServerHandshake(this, ties, loader, defaults.limits(), defaults.sendMillis);
    }
}

package dev.serval.websocket.container;

import dev.serval.websocket.coder.NewInstance;
import dev.serval.websocket.endpoint.EndpointModel;
import dev.serval.websocket.handshake.ClientHandshake;
import dev.serval.websocket.handshake.ClientSocket;
import dev.serval.websocket.session.Handshaken;
import dev.serval.websocket.session.OpenSessions;
import dev.serval.websocket.session.Served;
import dev.serval.websocket.session.WebSocketSession;
import dev.serval.websocket.wire.Limits;
import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.Session;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** The connections that an application, or code outside of all, makes as a client. Thread-safe. */
final class Connections {
    private static final ClientEndpointConfig PLAIN = ClientEndpointConfig.Builder.create().build();

    private final ClientContainer container;
    // Of the application; null outside of applications.
    private final ClassLoader loader;
    // Its path; null outside of applications.
    private final String context;
    // Weak, since classes of applications may be unloaded if this is for all of them.
    private final Map<Class<?>, OpenSessions> open =
            Collections.synchronizedMap(new WeakHashMap<>());
    private volatile boolean closed;

    Connections(ClientContainer container, ClassLoader loader, String context) {
        this.container = container;
        this.loader = loader;
        this.context = context;
    }

    Session connect(Object endpoint, URI uri) throws DeploymentException, IOException {
        if (endpoint instanceof Endpoint known) {
            return begin(known, PLAIN, uri);
        }
        return begin(endpoint, annotated(endpoint.getClass()), uri);
    }

    Session connect(Class<?> type, URI uri) throws DeploymentException, IOException {
        return begin(made(type), annotated(type), uri);
    }

    Session connect(Endpoint endpoint, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return begin(endpoint, config == null ? PLAIN : config, uri);
    }

    Session connect(Class<? extends Endpoint> type, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return begin(made(type), config == null ? PLAIN : config, uri);
    }

    private static Object made(Class<?> type) throws DeploymentException {
        try {
            return NewInstance.of(type);
        } catch (InstantiationException e) {
            throw new DeploymentException(e.getMessage(), e);
        }
    }

    private static ClientEndpointConfig annotated(Class<?> type) throws DeploymentException {
        ClientEndpoint said = type.getAnnotation(ClientEndpoint.class);
        if (said == null) {
            throw new DeploymentException(
                    type.getName() + " has no @ClientEndpoint, and is no Endpoint");
        }
        return ClientEndpointConfig.Builder.create()
                .configurator((ClientEndpointConfig.Configurator) made(said.configurator()))
                .preferredSubprotocols(List.of(said.subprotocols()))
                .encoders(List.of(said.encoders()))
                .decoders(List.of(said.decoders()))
                .build();
    }

    private Session begin(Object instance, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        boolean secure = "wss".equalsIgnoreCase(uri.getScheme());
        if (!secure && !"ws".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
            throw new DeploymentException(uri + " is no URI of the schemes ws and wss with a host");
        }
        EndpointModel model = new EndpointModel(instance.getClass(), config, null);
        requireLife();
        ClientSocket.Connected at = ClientSocket.open(uri, config);
        Socket socket = at.socket();
        ClientHandshake handshake = new ClientHandshake(uri, config);
        try {
            handshake.run(socket, ClientSocket.millis(config));
            socket.setSoTimeout(0);
        } catch (DeploymentException | IOException | RuntimeException e) {
            at.line().close();
            throw e;
        }
        Endpoint endpoint = model.endpoint(instance);
        Served served =
                new Served(
                        container,
                        endpoint,
                        config,
                        model.decoders(),
                        model.encoders(),
                        open.computeIfAbsent(model.type(), type -> new OpenSessions()),
                        model.errors(endpoint, context),
                        loader == null ? Thread.currentThread().getContextClassLoader() : loader);
        Handshaken told =
                new Handshaken(
                        uri,
                        Map.of(),
                        Map.of(),
                        null,
                        secure,
                        handshake.subprotocol(),
                        handshake.extensions(),
                        null);
        Limits limits = container.defaults.limits();
        WebSocketSession session =
                new WebSocketSession(served, told, limits, container.defaults.sendMillis);
        ClientEnd.begin(at, limits, handshake.deflate(), session.receiver());
        if (closed) {
            end(session);
            requireLife();
        }
        return session;
    }

    private void requireLife() {
        if (closed) {
            throw new IllegalStateException("the application is stopped: it connects no more");
        }
    }

    /** The application is stopped: its connections as a client end, and it begins no others. */
    void close() {
        closed = true;
        for (OpenSessions sessions : List.copyOf(open.values())) {
            for (Session each : sessions.all()) {
                end(each);
            }
        }
    }

    private static void end(Session session) {
        try {
            session.close(new CloseReason(CloseCodes.GOING_AWAY, ""));
        } catch (IOException e) {
            // The session is closed already.
        }
    }
}

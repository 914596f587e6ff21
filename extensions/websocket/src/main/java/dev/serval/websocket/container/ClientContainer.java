package dev.serval.websocket.container;

import dev.serval.websocket.handshake.ExtensionEntry;
import dev.serval.websocket.wire.ExtensionOffer;
import dev.serval.websocket.wire.PerMessageDeflate;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.Extension;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Connects to servers. Every application has one, and most never use it: what connecting needs is
 * loaded by the first use. Thread-safe.
 */
public class ClientContainer implements WebSocketContainer {
    final Defaults defaults = new Defaults();
    // Of the application; null outside of applications.
    private final ClassLoader loader;
    // Its path; null outside of applications.
    private final String context;
    private Connections connections; // guarded by this; null before the first use
    private boolean closed; // guarded by this

    ClientContainer(ClassLoader loader, String context) {
        this.loader = loader;
        this.context = context;
    }

    private synchronized Connections connections() {
        if (connections == null) {
            connections = new Connections(this, loader, context);
        }
        if (closed) {
            connections.close();
        }
        return connections;
    }

    /** The application is stopped: its connections as a client end, and it begins no others. */
    void close() {
        Connections begun;
        synchronized (this) {
            closed = true;
            begun = connections;
        }
        if (begun != null) {
            begun.close();
        }
    }

    @Override
    public Session connectToServer(Object endpoint, URI uri)
            throws DeploymentException, IOException {
        return connections().connect(endpoint, uri);
    }

    @Override
    public Session connectToServer(Class<?> type, URI uri) throws DeploymentException, IOException {
        return connections().connect(type, uri);
    }

    @Override
    public Session connectToServer(Endpoint endpoint, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return connections().connect(endpoint, config, uri);
    }

    @Override
    public Session connectToServer(
            Class<? extends Endpoint> type, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return connections().connect(type, config, uri);
    }

    // ---- the defaults of new sessions

    @Override
    public long getDefaultAsyncSendTimeout() {
        return defaults.sendMillis;
    }

    @Override
    public void setAsyncSendTimeout(long millis) {
        defaults.sendMillis = millis;
    }

    @Override
    public long getDefaultMaxSessionIdleTimeout() {
        return defaults.idleMillis;
    }

    @Override
    public void setDefaultMaxSessionIdleTimeout(long millis) {
        defaults.idleMillis = millis;
    }

    @Override
    public int getDefaultMaxBinaryMessageBufferSize() {
        return defaults.maxBinary;
    }

    @Override
    public void setDefaultMaxBinaryMessageBufferSize(int bytes) {
        defaults.maxBinary = bytes;
    }

    @Override
    public int getDefaultMaxTextMessageBufferSize() {
        return defaults.maxText;
    }

    @Override
    public void setDefaultMaxTextMessageBufferSize(int bytes) {
        defaults.maxText = bytes;
    }

    @Override
    public Set<Extension> getInstalledExtensions() {
        return Set.of(new ExtensionEntry(new ExtensionOffer(PerMessageDeflate.NAME, List.of())));
    }
}

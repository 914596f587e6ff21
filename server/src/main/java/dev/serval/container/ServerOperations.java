package dev.serval.container;

import dev.serval.connector.Connector;
import dev.serval.naming.NamedObject;
import dev.serval.operations.ApplicationName;
import dev.serval.operations.Caller;
import dev.serval.operations.DeployedApplication;
import dev.serval.operations.HostView;
import dev.serval.operations.LogTail;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.operations.Operations;
import dev.serval.operations.OperatorChanges;
import dev.serval.operations.PortView;
import dev.serval.operations.PortView.TlsView;
import dev.serval.operations.ServerView;
import dev.serval.operations.SessionView;
import dev.serval.session.Session;
import dev.serval.tls.TlsContexts;
import dev.serval.tls.TlsState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The server for one privileged application. Thread-safe. */
final class ServerOperations implements Operations {
    private static final int MOST_LINES = 1000;

    private final Server server;
    private final Layout layout;
    private final GivenOperations.Asking asking;
    private final ApplicationName self;
    private final EngineHosts hosts;

    ServerOperations(Server server, Layout layout, GivenOperations.Asking asking) {
        this.server = server;
        this.layout = layout;
        this.asking = asking;
        this.self = new ApplicationName(asking.path(), asking.version());
        this.hosts =
                new EngineHosts(() -> service().engine(), layout, asking.engine(), asking.host());
    }

    /** The service of the engine; a server has at least one. */
    private Service service() {
        return server.services().stream()
                .filter(service -> service.engine().name().equals(asking.engine()))
                .filter(service -> service.engine().named(asking.host()) != null)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public ServerView server() {
        return new ServerView(
                asking.serverInfo(), asking.engine(), layout.base(), server.accepts());
    }

    @Override
    public String host() {
        return asking.host();
    }

    @Override
    public List<HostView> hosts() {
        return hosts.all();
    }

    /** The host of a name. */
    Host required(String host) throws OperationRefused {
        return hosts.required(host);
    }

    boolean isSelf(String host, ApplicationName asked) {
        return asking.host().equalsIgnoreCase(host) && self.equals(asked);
    }

    @Override
    public List<DeployedApplication> applications(String host) throws OperationRefused {
        return all(required(host));
    }

    List<DeployedApplication> all(Host host) {
        return ApplicationViews.all(host, host.name().equals(asking.host()) ? self : null);
    }

    @Override
    public List<SessionView> sessions(String host, ApplicationName asked, int most)
            throws OperationRefused {
        return sessionsOf(host, asked).stream()
                .sorted(Comparator.comparingLong(Session::idleMillis))
                .limit(most)
                .map(session -> SessionViews.view(session, false))
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public SessionView session(String host, ApplicationName asked, String handle)
            throws OperationRefused {
        SessionView view = SessionViews.view(session(sessionsOf(host, asked), handle), true);
        if (view == null) {
            throw new OperationRefused(Reason.NO_SESSION, handle);
        }
        return view;
    }

    Session session(List<Session> all, String handle) throws OperationRefused {
        return all.stream()
                .filter(session -> SessionViews.handle(session).equals(handle))
                .findFirst()
                .orElseThrow(() -> new OperationRefused(Reason.NO_SESSION, handle));
    }

    /** The sessions of an application; empty if it was stopped. */
    List<Session> sessionsOf(String host, ApplicationName asked) throws OperationRefused {
        Host its = required(host);
        Context context = its.changes().find(asked);
        if (context == null) {
            if (its.served().stopped().find(asked.path(), asked.version()) == null) {
                throw new OperationRefused(Reason.NO_APPLICATION, asked.display());
            }
            return List.of();
        }
        return context.application().sessions().all().stream().filter(Session::isValid).toList();
    }

    @Override
    public List<String> leaks(String host) throws OperationRefused {
        try {
            return required(host).served().ended().leaks();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationRefused(Reason.STOPPING, host);
        }
    }

    @Override
    public List<PortView> ports() {
        return service().connectors().stream().map(ServerOperations::port).toList();
    }

    private static PortView port(Connector connector) {
        List<TlsView> tls = new ArrayList<>();
        if (connector.config().tls() instanceof TlsContexts contexts) {
            for (TlsState state : contexts.states()) {
                tls.add(
                        new TlsView(
                                state.hostName(),
                                state.isDefault(),
                                state.chains(),
                                state.trusted(),
                                state.ciphers(),
                                state.protocols()));
            }
        }
        return new PortView(
                connector.name(),
                connector.started() ? connector.port() : connector.config().port(),
                connector.config().address(),
                connector.config().io().name(),
                connector.started(),
                connector.started() ? connector.connections() : 0,
                connector.config().sockets().maxConnections(),
                connector.config().load().threads().maxThreads(),
                tls);
    }

    /**
     * @param tlsHost null for all
     */
    void reloadTls(String tlsHost) throws OperationRefused {
        boolean found = false;
        for (Connector connector : service().connectors()) {
            if (connector.config().tls() instanceof TlsContexts contexts
                    && contexts.states().stream()
                            .anyMatch(
                                    state ->
                                            tlsHost == null
                                                    || state.hostName()
                                                            .equalsIgnoreCase(tlsHost))) {
                found = contexts.reload();
                if (!found) {
                    break;
                }
            }
        }
        if (!found) {
            throw new OperationRefused(Reason.NO_TLS, String.valueOf(tlsHost));
        }
    }

    @Override
    public Map<String, String> resources() {
        Map<String, String> types = new TreeMap<>();
        try {
            layout.loaders().globals(layout).forEach((each, value) -> types.put(each, type(value)));
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        return types;
    }

    private static String type(Object value) {
        return value instanceof NamedObject object ? object.type() : value.getClass().getName();
    }

    @Override
    public LogTail log(long after, int most) throws IOException {
        Path base = layout.base();
        int lines = Math.max(1, Math.min(most, MOST_LINES));
        return base == null
                ? new LogTail(null, 0, false, List.of())
                : LogTails.of(base.resolve("logs/serval.log"), after, lines);
    }

    @Override
    public OperatorChanges by(Caller caller) {
        return new AuditedChanges(this, hosts, caller);
    }
}

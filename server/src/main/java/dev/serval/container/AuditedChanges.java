package dev.serval.container;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.operations.ApplicationName;
import dev.serval.operations.Caller;
import dev.serval.operations.DeployRequest;
import dev.serval.operations.DeployedApplication;
import dev.serval.operations.NewHost;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.operations.OperatorChanges;
import dev.serval.session.Session;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The changes of one caller through one privileged application. Thread-safe. */
final class AuditedChanges implements OperatorChanges {
    private final ServerOperations operations;
    private final EngineHosts hosts;
    private final AuditLog audit;

    AuditedChanges(ServerOperations operations, EngineHosts hosts, Caller caller) {
        this.operations = operations;
        this.hosts = hosts;
        this.audit = new AuditLog(caller);
    }

    @Override
    public DeployedApplication deploy(String host, DeployRequest request)
            throws OperationRefused, IOException {
        ApplicationName name = request.name();
        return audit.tell(
                "deploy " + shown(host, name) + source(request),
                () -> {
                    refuseSelf(host, name);
                    Host its = operations.required(host);
                    its.changes().deploy(request);
                    return deployed(its, name);
                });
    }

    private static String source(DeployRequest request) {
        StringBuilder source = new StringBuilder();
        if (request.upload() != null) {
            source.append(" from an upload");
        }
        if (request.tag() != null) {
            source.append(", tag ").append(request.tag());
        }
        if (request.war() != null) {
            source.append(" from ").append(request.war());
        }
        if (request.config() != null) {
            source.append(" with ").append(request.config());
        }
        return source.toString();
    }

    @Override
    public void undeploy(String host, ApplicationName name) throws OperationRefused {
        run(
                "undeploy " + shown(host, name),
                () -> {
                    refuseSelf(host, name);
                    operations.required(host).changes().undeploy(name);
                    return null;
                });
    }

    @Override
    public DeployedApplication start(String host, ApplicationName name) throws OperationRefused {
        return run(
                "start " + shown(host, name),
                () -> {
                    Host its = operations.required(host);
                    its.changes().start(name);
                    return deployed(its, name);
                });
    }

    @Override
    public void stop(String host, ApplicationName name) throws OperationRefused {
        run(
                "stop " + shown(host, name),
                () -> {
                    refuseSelf(host, name);
                    operations.required(host).changes().stop(name);
                    return null;
                });
    }

    @Override
    public DeployedApplication reload(String host, ApplicationName name) throws OperationRefused {
        return run(
                "reload " + shown(host, name),
                () -> {
                    refuseSelf(host, name);
                    Host its = operations.required(host);
                    its.changes().reload(name);
                    return deployed(its, name);
                });
    }

    private DeployedApplication deployed(Host host, ApplicationName name) throws OperationRefused {
        return operations.all(host).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new OperationRefused(Reason.NOT_DEPLOYED, name.display()));
    }

    @Override
    public int expire(String host, ApplicationName name, int idleMinutes) throws OperationRefused {
        return run(
                "expire sessions of " + shown(host, name) + " idle for " + idleMinutes + " min",
                () -> {
                    int ended = 0;
                    for (Session session : operations.sessionsOf(host, name)) {
                        if (session.idleMillis() >= TimeUnit.MINUTES.toMillis(idleMinutes)) {
                            end(session);
                            ended++;
                        }
                    }
                    return ended;
                });
    }

    /** The session's listeners are code of its application. */
    private static void end(Session session) {
        ClassLoader before = ContextClassLoader.enter(session.getServletContext().getClassLoader());
        try {
            session.expire();
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    @Override
    public void endSession(String host, ApplicationName name, String handle)
            throws OperationRefused {
        run(
                "end session " + handle + " of " + shown(host, name),
                () -> {
                    end(operations.session(operations.sessionsOf(host, name), handle));
                    return null;
                });
    }

    @Override
    public void reloadTls(String tlsHost) throws OperationRefused {
        run(
                "reload TLS" + (tlsHost == null ? "" : " of " + tlsHost),
                () -> {
                    operations.reloadTls(tlsHost);
                    return null;
                });
    }

    @Override
    public void note(String what, String outcome) {
        audit.note(what, outcome);
    }

    @Override
    public void addHost(NewHost host) throws OperationRefused {
        run(
                "add host " + host.name(),
                () -> {
                    hosts.add(host);
                    return null;
                });
    }

    @Override
    public void removeHost(String host) throws OperationRefused {
        run(
                "remove host " + host,
                () -> {
                    hosts.remove(host);
                    return null;
                });
    }

    @Override
    public void startHost(String host) throws OperationRefused {
        run(
                "start host " + host,
                () -> {
                    hosts.start(host);
                    return null;
                });
    }

    @Override
    public void stopHost(String host) throws OperationRefused {
        run(
                "stop host " + host,
                () -> {
                    hosts.stop(host);
                    return null;
                });
    }

    private <T> T run(String what, AuditLog.Change<T> change) throws OperationRefused {
        try {
            return audit.tell(what, change);
        } catch (IOException e) {
            throw new OperationRefused(Reason.NOT_DEPLOYED, what, e);
        }
    }

    private void refuseSelf(String host, ApplicationName name) throws OperationRefused {
        if (operations.isSelf(host, name)) {
            throw new OperationRefused(Reason.SELF, name.display());
        }
    }

    private String shown(String host, ApplicationName name) {
        return List.of(host, name.display()).toString();
    }
}

package dev.serval.container;

import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.operations.ApplicationName;
import dev.serval.operations.DeployRequest;
import dev.serval.operations.OperationRefused;
import dev.serval.operations.OperationRefused.Reason;
import dev.serval.webapp.Deployer;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An operator's changes of the applications of one host. Thread-safe: one change of an application
 * at a time, another one is refused meanwhile. Files are changed first; then the {@link Deployer}
 * follows them, which loses no request.
 */
final class HostChanges {
    // How long to wait for a change of the same application by the deployer.
    private static final Duration BUSY = Duration.ofSeconds(30);
    // How long to wait for requests in flight before a stop is answered; they have unloadDelay to
    // end.
    private static final Duration STOP = Duration.ofSeconds(2);
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Host host;
    private final Set<String> changing = ConcurrentHashMap.newKeySet();

    private interface Change {
        void run() throws OperationRefused, IOException, InterruptedException;
    }

    HostChanges(Host host) {
        this.host = host;
    }

    void deploy(DeployRequest request) throws OperationRefused, IOException {
        ApplicationName name = request.name();
        AppBaseFiles files = AppBaseFiles.of(name, requirePlaces());
        change(
                name,
                () -> {
                    // Looked up only now: another operator may just have deployed it.
                    Context known = find(name);
                    requireMayDeploy(request, known);
                    files.put(request, known != null && known.refusal() == null);
                    update(name);
                });
    }

    private void requireMayDeploy(DeployRequest request, Context known) throws OperationRefused {
        ApplicationName name = request.name();
        if (known == null
                && host.config().contexts().stream().anyMatch(c -> c.path().equals(name.path()))) {
            throw new OperationRefused(Reason.DECLARED, name.display());
        }
        if (known != null || stopped(name) != null) {
            // An upload that was kept may be deployed again.
            boolean again = request.tag() != null && request.upload() == null;
            if (!request.update() && !again) {
                throw new OperationRefused(Reason.EXISTS, name.display());
            }
            requireDiscovered(name, known);
        }
    }

    void undeploy(ApplicationName name) throws OperationRefused, IOException {
        Context known = find(name);
        if (known == null && stopped(name) == null) {
            throw new OperationRefused(Reason.NO_APPLICATION, name.display());
        }
        requireDiscovered(name, known);
        AppBaseFiles files = AppBaseFiles.of(name, requirePlaces());
        change(
                name,
                () -> {
                    Context gone = host.served().takeOut(name.path(), name.version(), true);
                    if (gone != null) {
                        // Its files may be read until then.
                        Duration most = Duration.ofMillis(gone.unloadDelay()).plus(MARGIN);
                        gone.life().await(ApplicationState.STOPPED, most);
                    }
                    host.served().forget(name.path(), name.version());
                    files.remove();
                    update(name);
                });
    }

    void start(ApplicationName name) throws OperationRefused, IOException {
        Context known = find(name);
        StoppedApplication stopped = stopped(name);
        if (known == null && stopped == null) {
            throw new OperationRefused(Reason.NO_APPLICATION, name.display());
        }
        if (known == null || known.refusal() != null) {
            ContextSource source = known == null ? stopped.source() : known.source();
            change(name, () -> anew(name, source));
        }
    }

    void reload(ApplicationName name) throws OperationRefused, IOException {
        Context known = find(name);
        if (known == null && stopped(name) == null) {
            throw new OperationRefused(Reason.NO_APPLICATION, name.display());
        }
        if (known == null || known.refusal() != null) {
            throw new OperationRefused(Reason.STOPPED, name.display());
        }
        change(name, () -> anew(name, known.source()));
    }

    void stop(ApplicationName name) throws OperationRefused, IOException {
        if (find(name) == null) {
            if (stopped(name) == null) {
                throw new OperationRefused(Reason.NO_APPLICATION, name.display());
            }
            return;
        }
        change(
                name,
                () -> {
                    Context gone = host.served().takeOut(name.path(), name.version(), false);
                    if (gone != null) {
                        gone.life().await(ApplicationState.STOPPED, STOP);
                    }
                });
    }

    private void anew(ApplicationName name, ContextSource source)
            throws OperationRefused, IOException, InterruptedException {
        if (source.discovered()) {
            update(name);
            return;
        }
        try {
            host.served().deploy(host.again(source)).run();
        } catch (LifecycleException e) {
            throw new OperationRefused(Reason.NOT_DEPLOYED, name.display(), e);
        }
    }

    private void update(ApplicationName name)
            throws OperationRefused, IOException, InterruptedException {
        Deployer deployer = host.deployer();
        if (deployer == null || !deployer.update(name.base(), BUSY)) {
            throw new OperationRefused(
                    host.isStarted() ? Reason.BUSY : Reason.STOPPING, name.display());
        }
    }

    private void change(ApplicationName name, Change change) throws OperationRefused, IOException {
        if (!host.isStarted()) {
            throw new OperationRefused(Reason.STOPPING, name.display());
        }
        if (!changing.add(name.base())) {
            throw new OperationRefused(Reason.BUSY, name.display());
        }
        try {
            change.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationRefused(Reason.STOPPING, name.display());
        } finally {
            changing.remove(name.base());
        }
    }

    private HostPaths requirePlaces() throws OperationRefused {
        HostPaths places = host.places();
        if (places == null) {
            throw new OperationRefused(Reason.STOPPING, host.name());
        }
        return places;
    }

    private void requireDiscovered(ApplicationName name, Context known) throws OperationRefused {
        ContextSource source = known == null ? stopped(name).source() : known.source();
        if (!source.discovered()) {
            throw new OperationRefused(Reason.DECLARED, name.display());
        }
    }

    /** Null if it is not deployed. */
    Context find(ApplicationName name) {
        return host.served().find(name.path(), name.version());
    }

    private StoppedApplication stopped(ApplicationName name) {
        return host.served().stopped().find(name.path(), name.version());
    }
}

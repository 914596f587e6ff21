package dev.serval.webapp;

import dev.serval.thread.TurnGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the applications of a host in step with its appBase: deploys new ones, replaces changed
 * ones, undeploys removed ones. Owned by a host. {@link #deployAll} first, then {@link #watch} if
 * the host is to watch it, then {@link #close}.
 *
 * <p>{@link #update} does the same for one application at once, for a caller that has changed its
 * files.
 *
 * <p>A change waits until the files have stayed the same for a moment, and a WAR until its
 * directory, at its end, can be read. One thread checks, others deploy, so that a slow application
 * delays no other one; it is not checked until it is done.
 *
 * <pre>
 *            differs                 the same for 100 ms, whole
 * DEPLOYED ----------&gt; PENDING ---------------------------------&gt; DEPLOYED (or answering 503)
 *     |                  ^  | differs: waits again
 *     | gone             |--+
 *     +--- for 100 ms --&gt; undeployed
 * </pre>
 */
public final class Deployer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deployer.class);
    private static final long STABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_MILLIS = 35;
    private static final Duration WAR_UNCHANGED = Duration.ofSeconds(2);
    private static final Duration STOP = Duration.ofSeconds(20);

    private record Pending(String stamp, long since) {}

    /**
     * @param classes classes of the application as they were before the deployment
     */
    private record Deployed(AppBaseEntry found, String classes) {}

    private final DeployerSettings settings;
    private final Deployments deployments;
    private final AppBaseScan scan;
    private final DeployerThreads threads;
    private final LongSupplier clock;
    private final Map<String, Deployed> deployed = new HashMap<>();
    private final Map<String, Pending> pending = new HashMap<>();
    private final TurnGuard guard = new TurnGuard("The deployer");
    private Changes changes;
    private Thread thread;

    public Deployer(DeployerSettings settings, Deployments deployments) {
        this(
                settings,
                deployments,
                System::nanoTime,
                new DeployerThreads(settings.host(), settings.threads()));
    }

    Deployer(
            DeployerSettings settings,
            Deployments deployments,
            LongSupplier clock,
            DeployerThreads threads) {
        this.settings = settings;
        this.deployments = deployments;
        this.scan = new AppBaseScan(settings, deployments);
        this.threads = threads;
        this.clock = clock;
    }

    /**
     * Deploys all applications that are there, several at a time, and returns when all are done;
     * the log has them in the order of names. A WAR that is being copied waits for {@link #watch}.
     * Throws IOException when the appBase cannot be read.
     */
    public void deployAll() throws IOException {
        List<Future<Runnable>> outcomes = new ArrayList<>();
        for (AppBaseEntry found : scan.look().values()) {
            boolean copied =
                    found.kind() == AppBaseEntry.Packaging.WAR && !WarFiles.isWhole(found.file());
            if (!copied || isOld(found.file())) {
                AppBaseEntry ready = ready(found);
                outcomes.add(threads.run(ready.name().base(), () -> deployments.deploy(ready)));
            }
        }
        threads.tellInOrder(outcomes);
    }

    /** Ignores what exists now: only what is added or changes later is deployed. */
    public void skipAll() throws IOException {
        scan.look().forEach((base, found) -> deployed.put(base, new Deployed(found, "")));
    }

    /** Watches the appBase from now on, on a thread of its own. */
    public void watch() throws IOException {
        watch(Changes.open());
    }

    void watch(Changes opened) {
        changes = opened;
        changes.watch(Set.of(settings.appBase()));
        thread = new Thread(this::run, "serval-deployer-" + settings.host());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        boolean open = true;
        while (open) {
            try {
                boolean waiting = round();
                open = changes.await(waiting ? LOOK_MILLIS : 0);
                guard.passed();
            } catch (InterruptedException e) {
                LOG.debug("The deployer ends: it was interrupted");
                return;
            } catch (Throwable e) {
                guard.failed(e);
            }
        }
    }

    private boolean round() {
        try {
            boolean waiting = look();
            return changes.watch(directories()) || waiting;
        } catch (IOException e) {
            LOG.debug("{} cannot be read: {}", settings.appBase(), e.toString());
        } catch (RuntimeException | LinkageError e) {
            // It must go on for the other applications.
            LOG.error("SRV-0532 {} could not be brought up to date", settings.appBase(), e);
        }
        return false;
    }

    /** Checks once; returns true if another check is needed soon. */
    synchronized boolean look() throws IOException {
        long now = clock.getAsLong();
        Map<String, AppBaseEntry> found = scan.look();
        pending.keySet().removeIf(base -> !found.containsKey(base) && !deployed.containsKey(base));
        List<String> gone = new ArrayList<>(deployed.keySet());
        gone.removeAll(found.keySet());
        for (String base : gone) {
            if (!threads.isBusy(base) && isSettled(base, "gone", now)) {
                pending.remove(base);
                AppName name = deployed.remove(base).found().name();
                threads.run(base, () -> undeploy(name));
            }
        }
        for (AppBaseEntry current : found.values()) {
            String base = current.name().base();
            if (threads.isBusy(base)) {
                continue;
            }
            if (deployments.isStopped(current.name())) {
                pending.remove(base);
                if (isChanged(current)) {
                    ready(current);
                }
            } else if (!isChanged(current)) {
                pending.remove(base);
                removeOld(current);
            } else if (isSettled(base, pendingStamp(current), now)
                    && isWhole(current, pending.get(base).since, now)) {
                pending.remove(base);
                AppBaseEntry ready = ready(current);
                threads.run(
                        base,
                        () -> {
                            deployments.deploy(ready).run();
                            return null;
                        });
            }
        }
        return !pending.isEmpty() || threads.areBusy();
    }

    /**
     * Brings one application up to date at once, whether or not the appBase is watched: deploys
     * what is there by that name, or undeploys what is no longer there. Returns when that is done.
     *
     * @param base the name without an extension
     * @param within the time limit for a change of it that is under way
     * @return false if it is still being changed then, or the host stops
     * @throws IOException if a directory cannot be read
     */
    public boolean update(String base, Duration within) throws IOException, InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        Future<Runnable> work = null;
        while (work == null) {
            if (!threads.awaitFree(base, end - System.nanoTime())) {
                return false;
            }
            work = begin(base);
        }
        try {
            work.get();
            return true;
        } catch (ExecutionException | CancellationException e) {
            LOG.debug("{} is not deployed: the host stops", base, e);
            return false;
        }
    }

    /** Null if it is being changed. */
    private synchronized Future<Runnable> begin(String base) throws IOException {
        AppBaseEntry found = scan.look().get(base);
        if (threads.isBusy(base)) {
            return null;
        }
        pending.remove(base);
        if (found == null) {
            Deployed gone = deployed.remove(base);
            return threads.run(base, () -> gone == null ? null : undeploy(gone.found().name()));
        }
        AppBaseEntry ready = ready(found);
        return threads.run(
                base,
                () -> {
                    deployments.deploy(ready).run();
                    return null;
                });
    }

    private boolean isChanged(AppBaseEntry current) {
        Deployed known = deployed.get(current.name().base());
        return known == null
                || !known.found().stamp().equals(current.stamp())
                || deployments.watched(current.name()).areChanged()
                || deployments.isReloadable(current.name())
                        && !known.classes().equals(current.classes());
    }

    /** Takes the present state as deployed: later changes count. */
    private AppBaseEntry ready(AppBaseEntry found) {
        AppBaseEntry ready = found.with(deployments.descriptor(found));
        deployed.put(ready.name().base(), new Deployed(ready, ready.classes()));
        return ready;
    }

    private Runnable undeploy(AppName name) {
        deployments.undeploy(name);
        return null;
    }

    private void removeOld(AppBaseEntry found) {
        String base = found.name().base();
        if (settings.removesOldVersions() && deployments.isSuperseded(found.name())) {
            deployed.remove(base);
            threads.run(
                    base,
                    () -> {
                        deployments.remove(found);
                        return null;
                    });
        }
    }

    private boolean isSettled(String base, String stamp, long now) {
        Pending known = pending.get(base);
        if (known == null || !known.stamp.equals(stamp)) {
            pending.put(base, new Pending(stamp, now));
            return false;
        }
        return now - known.since >= STABLE_NANOS;
    }

    /** A directory is copied file by file: all of it has to be at rest. */
    private static String pendingStamp(AppBaseEntry found) {
        return found.kind() == AppBaseEntry.Packaging.WAR
                ? found.stamp()
                : found.stamp() + " " + Stamps.ofTree(found.file());
    }

    /** Also true when its time is over: then the deployment reports the problem. */
    private static boolean isWhole(AppBaseEntry found, long since, long now) {
        return found.kind() != AppBaseEntry.Packaging.WAR
                || WarFiles.isWhole(found.file())
                || now - since >= WAR_UNCHANGED.toNanos();
    }

    private static boolean isOld(Path war) {
        try {
            long age = System.currentTimeMillis() - Files.getLastModifiedTime(war).toMillis();
            return age >= WAR_UNCHANGED.toMillis();
        } catch (IOException e) {
            return true;
        }
    }

    /** Where a change may matter. */
    private synchronized Set<Path> directories() {
        Set<Path> directories = new HashSet<>();
        directories.add(settings.appBase());
        if (settings.legacyAppBase() != null) {
            directories.add(settings.legacyAppBase());
        }
        if (settings.descriptors() != null) {
            directories.add(settings.descriptors());
        }
        for (Deployed known : deployed.values()) {
            AppBaseEntry found = known.found();
            directories.addAll(deployments.watched(found.name()).directories());
            if (found.kind() == AppBaseEntry.Packaging.WAR) {
                directories.add(found.file().getParent());
            } else {
                directories.add(found.file());
                directories.add(found.file().resolve("WEB-INF"));
                directories.add(found.file().resolve("META-INF"));
                if (deployments.isReloadable(found.name())) {
                    WatchedClasses.add(found.file(), directories);
                }
            }
        }
        directories.removeIf(directory -> !Files.isDirectory(directory));
        return directories;
    }

    /** Ends the threads, after their present deployments. */
    @Override
    public void close() {
        if (changes != null) {
            changes.close();
        }
        threads.close();
        if (thread == null || thread == Thread.currentThread()) {
            return;
        }
        try {
            thread.join(STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            thread.interrupt();
        }
    }
}

package dev.serval.webapp;

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
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the applications of a host as its appBase says: deploys what comes, replaces what changes,
 * takes away what goes. Owned by a host. {@link #deployAll} first, then {@link #watch} if the host
 * wants to, then {@link #close}.
 *
 * <p>What changes is left alone until it has been the same for a moment; a WAR moreover until its
 * directory, which stands at its end, can be read.
 *
 * <pre>
 *            differs                 the same for 100 ms, whole
 * DEPLOYED ----------&gt; PENDING ---------------------------------&gt; DEPLOYED (or answering 503)
 *     |                  ^  | differs: starts anew
 *     | gone             |--+
 *     +--- for 100 ms --&gt; undeployed
 * </pre>
 */
public final class Deployer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deployer.class);
    private static final long STABLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOOK_MILLIS = 40;
    private static final Duration WAR_PATIENCE = Duration.ofSeconds(2);
    private static final Duration STOP = Duration.ofSeconds(20);

    private record Pending(String stamp, long since) {}

    private final DeployerSettings settings;
    private final Deployments deployments;
    private final AppBaseScan scan;
    private final LongSupplier clock;
    private final Map<String, Found> deployed = new HashMap<>();
    private final Map<String, Pending> pending = new HashMap<>();
    private Changes changes;
    private Thread thread;

    public Deployer(DeployerSettings settings, Deployments deployments) {
        this(settings, deployments, System::nanoTime);
    }

    Deployer(DeployerSettings settings, Deployments deployments, LongSupplier clock) {
        this.settings = settings;
        this.deployments = deployments;
        this.scan = new AppBaseScan(settings, deployments);
        this.clock = clock;
    }

    /**
     * Deploys what is there, in the order of names; a WAR that is being copied waits for {@link
     * #watch}. Throws IOException when the appBase cannot be read.
     */
    public void deployAll() throws IOException {
        for (Found found : scan.look().values()) {
            boolean copied = found.kind() == Found.Kind.WAR && !WarFiles.isWhole(found.file());
            if (!copied || isOld(found.file())) {
                deploy(found);
            }
        }
    }

    /** Takes what is there as deployed by nobody: only what comes or changes is deployed. */
    public void skipAll() throws IOException {
        scan.look().forEach(deployed::put);
    }

    /** From now on, on a thread of its own. */
    public void watch() throws IOException {
        changes = Changes.open();
        changes.watch(Set.of(settings.appBase()));
        thread = new Thread(this::run, "serval-deployer-" + settings.host());
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            boolean open = true;
            while (open) {
                boolean waiting = round();
                open = changes.await(waiting ? LOOK_MILLIS : 0);
            }
        } catch (InterruptedException e) {
            LOG.debug("The deployer ends: it was interrupted");
        }
    }

    private boolean round() {
        try {
            boolean waiting = look();
            changes.watch(directories());
            return waiting;
        } catch (IOException e) {
            LOG.debug("{} cannot be read: {}", settings.appBase(), e.toString());
        } catch (RuntimeException | LinkageError e) {
            // It must go on for the other applications.
            LOG.error("SRV-0532 {} could not be brought up to date", settings.appBase(), e);
        }
        return false;
    }

    /** One look; true when something is to be looked at again soon. */
    boolean look() throws IOException {
        long now = clock.getAsLong();
        Map<String, Found> found = scan.look();
        pending.keySet().removeIf(base -> !found.containsKey(base) && !deployed.containsKey(base));
        List<String> gone = new ArrayList<>(deployed.keySet());
        gone.removeAll(found.keySet());
        for (String base : gone) {
            if (isSettled(base, "gone", now)) {
                pending.remove(base);
                deployments.undeploy(deployed.remove(base).name());
            }
        }
        for (Found current : found.values()) {
            String base = current.name().base();
            Found known = deployed.get(base);
            if (known != null && known.stamp().equals(current.stamp())) {
                pending.remove(base);
            } else if (isSettled(base, pendingStamp(current), now)
                    && isWhole(current, pending.get(base).since, now)) {
                pending.remove(base);
                deploy(current);
            }
        }
        return !pending.isEmpty();
    }

    private void deploy(Found found) {
        deployed.put(found.name().base(), found);
        deployments.deploy(found);
        if (found.kind() == Found.Kind.DIRECTORY && deployments.isReloadable(found.name())) {
            // Its classes count from now on.
            String classes = found.stamp();
            try {
                Found again = scan.look().get(found.name().base());
                classes = again == null ? classes : again.stamp();
            } catch (IOException e) {
                LOG.debug("{} cannot be read: {}", settings.appBase(), e.toString());
            }
            deployed.put(
                    found.name().base(),
                    new Found(
                            found.name(), found.kind(), found.file(), found.descriptor(), classes));
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
    private static String pendingStamp(Found found) {
        return found.kind() == Found.Kind.WAR
                ? found.stamp()
                : found.stamp() + " " + Stamps.ofTree(found.file());
    }

    /** Or has had its time to become so: then its deployment says what is wrong. */
    private static boolean isWhole(Found found, long since, long now) {
        return found.kind() != Found.Kind.WAR
                || WarFiles.isWhole(found.file())
                || now - since >= WAR_PATIENCE.toNanos();
    }

    private static boolean isOld(Path war) {
        try {
            long age = System.currentTimeMillis() - Files.getLastModifiedTime(war).toMillis();
            return age >= WAR_PATIENCE.toMillis();
        } catch (IOException e) {
            return true;
        }
    }

    /** Where a change may matter. */
    private Set<Path> directories() {
        Set<Path> directories = new HashSet<>();
        directories.add(settings.appBase());
        if (settings.descriptors() != null) {
            directories.add(settings.descriptors());
        }
        for (Found found : deployed.values()) {
            if (found.kind() == Found.Kind.WAR) {
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

    /** Ends the thread, after the deployment that it is about. */
    @Override
    public void close() {
        if (changes != null) {
            changes.close();
        }
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

package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for changes of directories. Used by one thread; {@link #close} by any. If the system
 * reports changes, its reports are used; if it does not, or misses one, the wait ends after a time
 * and the caller checks.
 */
final class Changes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);
    private static final WatchEvent.Kind<?>[] ALL = {
        StandardWatchEventKinds.ENTRY_CREATE,
        StandardWatchEventKinds.ENTRY_DELETE,
        StandardWatchEventKinds.ENTRY_MODIFY
    };
    private static final long TOLD_MILLIS = 2_000;
    private static final long UNTOLD_MILLIS = 50;

    private final Map<Path, WatchKey> keys = new HashMap<>();
    private final WatchService service;
    private final long longestWait;
    private volatile boolean told;

    private Changes(WatchService service, boolean told, long longestWait) {
        this.service = service;
        this.told = told;
        this.longestWait = longestWait;
    }

    /** If there is no watch service, or it only polls, the caller polls. */
    static Changes open() throws IOException {
        WatchService service = FileSystems.getDefault().newWatchService();
        boolean polling = service.getClass().getSimpleName().contains("Polling");
        return new Changes(service, !polling, TOLD_MILLIS);
    }

    /** Only changes that the system reports are noticed at once. */
    static Changes toldOnly(long longestWaitMillis) throws IOException {
        return new Changes(FileSystems.getDefault().newWatchService(), true, longestWaitMillis);
    }

    /** As if the system reported nothing. */
    static Changes untold() throws IOException {
        return new Changes(FileSystems.getDefault().newWatchService(), false, 0);
    }

    /** Whether to use the system's reports. */
    boolean told() {
        return told;
    }

    /**
     * Watches these directories from now on, and no others. True if one is new: earlier changes in
     * it are not reported.
     */
    boolean watch(Set<Path> directories) {
        keys.entrySet()
                .removeIf(
                        entry -> {
                            boolean gone =
                                    !entry.getValue().isValid()
                                            || !directories.contains(entry.getKey());
                            if (gone) {
                                entry.getValue().cancel();
                            }
                            return gone;
                        });
        boolean more = false;
        if (!told) {
            return more;
        }
        for (Path directory : directories) {
            if (!keys.containsKey(directory)) {
                try {
                    keys.put(directory, directory.register(service, ALL));
                    more = true;
                } catch (NoSuchFileException | NotDirectoryException e) {
                    LOG.trace("{} has gone", directory);
                } catch (ClosedWatchServiceException e) {
                    return false; // the host stops; await returns false
                } catch (IOException | UnsupportedOperationException e) {
                    LOG.warn(
                            "SRV-0533 {} cannot be watched ({}): it is looked at every {} ms",
                            directory,
                            e.toString(),
                            UNTOLD_MILLIS);
                    told = false;
                    return true;
                }
            }
        }
        return more;
    }

    /**
     * Returns soon after a change, or when it is time to look again; false if closed.
     *
     * @param soonMillis the latest time; 0 means the usual one
     */
    boolean await(long soonMillis) throws InterruptedException {
        long most = told ? longestWait : UNTOLD_MILLIS;
        try {
            WatchKey key =
                    service.poll(
                            soonMillis > 0 ? Math.min(soonMillis, most) : most,
                            TimeUnit.MILLISECONDS);
            while (key != null) {
                key.pollEvents();
                key.reset();
                key = service.poll();
            }
            return true;
        } catch (ClosedWatchServiceException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            service.close();
        } catch (IOException e) {
            LOG.debug("The watch service did not close: {}", e.toString());
        }
    }
}

package dev.serval.files;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The files of one directory that were asked for lately. Thread-safe; look-ups may touch the disk
 * and are not for the I/O thread.
 *
 * <p>A name is looked up on the disk at most once per {@code cacheTtl}, by one thread however many
 * ask. Contents are bounded by {@code cacheMaxSize}, open files and other names by number; what was
 * not used for longest goes first. A full cache takes in no more than its own size in {@value
 * #CHURN_SECONDS} seconds, so that a walk over a large site neither empties it nor leaves a trail
 * of native memory behind; what is not taken in is sent from the disk.
 */
public final class FileCache implements AutoCloseable {
    static final int CHURN_SECONDS = 8;
    static final int MOST_OPEN = 256;

    private final ResourceRoot root;
    private final MimeTypes types;
    private final FileSettings settings;
    private final LongSupplier nanoClock;
    private final LongSupplier wallClock;
    private final long ttlNanos;
    private final ConcurrentHashMap<String, CachedFile> files = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, FutureTask<CachedFile>> loads =
            new ConcurrentHashMap<>();
    private final KnownNames others;
    private final AtomicLong weight = new AtomicLong();
    private final AtomicInteger onDisk = new AtomicInteger();
    private final ReentrantLock trimming = new ReentrantLock();
    private final Churn churn;
    private volatile boolean closed;

    public FileCache(ResourceRoot root, MimeTypes types, FileSettings settings) {
        this(root, types, settings, System::nanoTime, System::currentTimeMillis);
    }

    FileCache(
            ResourceRoot root,
            MimeTypes types,
            FileSettings settings,
            LongSupplier nanoClock,
            LongSupplier wallClock) {
        this.root = root;
        this.types = types;
        this.settings = settings;
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
        this.ttlNanos = settings.cacheTtl() * 1_000_000;
        this.others = new KnownNames(ttlNanos, nanoClock.getAsLong());
        this.churn = new Churn(settings.cacheBytes() / CHURN_SECONDS, nanoClock.getAsLong());
    }

    FileSettings settings() {
        return settings;
    }

    /** Bytes that the files in this cache are charged with. */
    long weight() {
        return weight.get();
    }

    /** How many files are in this cache. */
    int size() {
        return files.size();
    }

    /** Nanoseconds after which the disk must be asked again. */
    long ttlNanos() {
        return ttlNanos;
    }

    long now() {
        return nanoClock.getAsLong();
    }

    /** What a decoded path names; may be as old as {@code cacheTtl}. See {@link ResourceRoot}. */
    public Found find(String path) {
        long now = nanoClock.getAsLong();
        CachedFile file = files.get(path);
        if (file != null && file.isFresh(now, ttlNanos)) {
            return file.found();
        }
        Found known = others.get(path, now);
        if (known != null) {
            return known;
        }
        Found found = root.find(path);
        remember(path, found, now);
        return found;
    }

    /**
     * The file that a decoded path names; null if it names none. Its content is in memory if it is
     * small. Throws when it cannot be read.
     */
    CachedFile file(String path) throws IOException {
        long now = nanoClock.getAsLong();
        CachedFile file = files.get(path);
        if (file != null && file.isFresh(now, ttlNanos)) {
            file.touch(now);
            return file;
        }
        if (others.get(path, now) != null) {
            return null;
        }
        if (!settings.cachingAllowed() || closed) {
            return unkept(path);
        }
        return loadOnce(path);
    }

    /** Drops a file that turned out to have changed; the next look-up asks the disk. */
    void forget(CachedFile file) {
        if (files.remove(file.name(), file)) {
            discharge(file);
        }
    }

    /** Drops everything and closes the open files, each after its last use. */
    @Override
    public void close() {
        closed = true;
        for (CachedFile file : files.values()) {
            forget(file);
        }
        others.clear();
    }

    private CachedFile loadOnce(String path) throws IOException {
        FutureTask<CachedFile> mine = new FutureTask<>(() -> load(path));
        FutureTask<CachedFile> running = loads.putIfAbsent(path, mine);
        if (running == null) {
            try {
                mine.run();
            } finally {
                loads.remove(path, mine);
            }
            running = mine;
        }
        try {
            return running.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a file was read");
        } catch (ExecutionException e) {
            if (running != mine && e.getCause() instanceof IOException) {
                // The thread that read was perhaps interrupted, which is not our failure.
                return load(path);
            }
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException("A file could not be read: " + path, e.getCause());
        }
    }

    private CachedFile load(String path) throws IOException {
        long now = nanoClock.getAsLong();
        CachedFile known = files.get(path);
        if (known != null && known.isFresh(now, ttlNanos)) {
            return known;
        }
        Found found = root.find(path);
        if (!found.isFile()) {
            if (known != null) {
                forget(known);
            }
            remember(path, found, now);
            return null;
        }
        if (known != null && known.isSame(found)) {
            if (known.representation().settled() || !isSettled(found)) {
                known.confirm(now);
                known.touch(now);
                return known;
            }
            ByteBuffer body = known.body();
            if (body != null || known.isOnDisk()) {
                // Old enough now for a strong tag; the content stays.
                return keep(known, version(path, found, body, now));
            }
        }
        return read(path, found, known, now);
    }

    private CachedFile read(String path, Found found, CachedFile known, long now)
            throws IOException {
        if (found.size() > settings.objectBytes()) {
            return keep(known, version(path, found, null, now));
        }
        boolean full = weight.get() + found.size() > trimmedBytes();
        if (full && !churn.admits(found.size(), now)) {
            if (known != null) {
                forget(known);
            }
            return unkept(path, found, now);
        }
        ByteBuffer body = content(found);
        if (body == null || !found.equals(ResourceRoot.look(found.path()))) {
            // It is being written, or memory is short: this answer comes from the disk.
            if (known != null) {
                forget(known);
            }
            return unkept(path, root.find(path), now);
        }
        return keep(known, version(path, found, body, now));
    }

    private CachedFile unkept(String path) {
        return unkept(path, root.find(path), nanoClock.getAsLong());
    }

    private CachedFile unkept(String path, Found found, long now) {
        if (!found.isFile()) {
            return null;
        }
        CachedFile file = version(path, found, null, now);
        file.retire();
        return file;
    }

    private CachedFile version(String path, Found found, ByteBuffer body, long now) {
        String type = types.of(path);
        long modified = found.modified().toMillis();
        Representation representation =
                Representation.of(type, found.size(), modified, wallClock.getAsLong());
        return new CachedFile(path, found, representation, body, now);
    }

    private boolean isSettled(Found found) {
        return Representation.settled(found.modified().toMillis(), wallClock.getAsLong());
    }

    /** The whole content, read-only; null when it is not as long as it was, or memory is short. */
    private static ByteBuffer content(Found found) throws IOException {
        OpenFile file = OpenFile.open(found.path());
        try {
            FileChannel channel = file.channel();
            ByteBuffer buffer = ByteBuffer.allocateDirect((int) found.size());
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, buffer.position()) < 0) {
                    return null;
                }
            }
            return buffer.flip().asReadOnlyBuffer();
        } catch (OutOfMemoryError e) {
            // Direct memory has a limit of its own: without it files still leave from the disk.
            return null;
        } finally {
            file.release();
        }
    }

    private void remember(String path, Found found, long now) {
        if (settings.cachingAllowed() && !closed && !found.isFile()) {
            others.put(path, found, now);
        }
    }

    private CachedFile keep(CachedFile old, CachedFile file) {
        if (old != null) {
            forget(old);
        }
        others.remove(file.name());
        CachedFile previous = files.put(file.name(), file);
        charge(file);
        if (previous != null) {
            discharge(previous);
        }
        trim(file);
        if (closed) {
            forget(file);
        }
        return file;
    }

    private void charge(CachedFile file) {
        weight.addAndGet(file.weight());
        if (file.isOnDisk()) {
            onDisk.incrementAndGet();
        }
    }

    private void discharge(CachedFile file) {
        weight.addAndGet(-file.weight());
        if (file.isOnDisk()) {
            onDisk.decrementAndGet();
        }
        file.retire();
    }

    /** Makes room: down to seven eighths, so that the walk over all entries is a rare one. */
    private void trim(CachedFile latest) {
        if (weight.get() <= settings.cacheBytes() && onDisk.get() <= MOST_OPEN) {
            return;
        }
        trimming.lock();
        try {
            boolean heavy = weight.get() > settings.cacheBytes();
            boolean many = onDisk.get() > MOST_OPEN;
            if (!heavy && !many) {
                return;
            }
            long target = trimmedBytes();
            for (CachedFile file : oldestFirst()) {
                boolean relieves =
                        heavy && weight.get() > target
                                || many && file.isOnDisk() && onDisk.get() > MOST_OPEN / 8 * 7;
                if (relieves && file != latest) {
                    forget(file);
                }
            }
            // An entry that alone is too much is used once and not kept.
            if (weight.get() > settings.cacheBytes()) {
                forget(latest);
            }
        } finally {
            trimming.unlock();
        }
    }

    private long trimmedBytes() {
        return settings.cacheBytes() / 8 * 7;
    }

    private List<CachedFile> oldestFirst() {
        // Sorted by a copy of the times, which go on changing.
        record Use(CachedFile file, long age) {}
        long now = nanoClock.getAsLong();
        List<Use> uses = new ArrayList<>(files.size());
        for (CachedFile file : files.values()) {
            uses.add(new Use(file, now - file.used()));
        }
        uses.sort(Comparator.comparingLong(Use::age).reversed());
        List<CachedFile> sorted = new ArrayList<>(uses.size());
        for (Use use : uses) {
            sorted.add(use.file());
        }
        return sorted;
    }
}

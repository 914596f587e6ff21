package dev.serval.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The recently requested files of one directory. Thread-safe. Look-ups may access the disk and must
 * not run on an I/O thread.
 *
 * <p>A name is looked up on the disk at most once per {@code cacheTtl}, by one thread however many
 * ask. Contents are bounded by {@code cacheMaxSize}, open files and other names by number; the
 * least recently used are dropped first. A full cache takes in no more than its own size in {@value
 * #CHURN_SECONDS} seconds, so that a crawl of a large site neither empties it nor fills native
 * memory; other files are sent from the disk.
 *
 * <p>The cache checks the disk again and does not watch it: a check costs some microseconds per
 * file and {@code cacheTtl}, whereas a watch per directory has limits in the system, reports late,
 * and misses changes of others on a network file system. Changes by clients here ({@link #changed})
 * take effect at once.
 */
public final class FileCache implements AutoCloseable {
    static final int CHURN_SECONDS = 8;

    private final ResourceRoot root;
    private final MimeTypes types;
    private volatile FileSettings settings;
    private final LongSupplier nanoClock;
    private final LongSupplier wallClock;
    private final long ttlNanos;
    private final KeptFiles kept;
    private final SingleFlight loads = new SingleFlight();
    private final NegativeCache others;
    private final TokenBucket churn;
    private final AtomicLong changes = new AtomicLong();
    private final EncodedFiles encoded;
    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private volatile Predicate<String> pages = path -> false;
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
        this.ttlNanos = Math.min(settings.cacheTtl(), Long.MAX_VALUE / 2_000_000) * 1_000_000;
        this.kept = new KeptFiles(settings.cacheBytes(), nanoClock);
        this.others = new NegativeCache(ttlNanos, nanoClock.getAsLong());
        this.churn = new TokenBucket(settings.cacheBytes() / CHURN_SECONDS, nanoClock.getAsLong());
        this.encoded = new EncodedFiles(this, root);
    }

    ResourceRoot root() {
        return root;
    }

    FileSettings settings() {
        return settings;
    }

    /** The further fields and addresses of files. */
    public SiteSettings site() {
        return settings.site();
    }

    /** Sets other settings than those of the cache itself; call it before the first look-up. */
    void configure(FileSettings other) {
        settings = other;
    }

    /** Sets which files are sources of pages, besides those whose names tell; call it likewise. */
    public void pages(Predicate<String> sources) {
        pages = sources;
    }

    /** Whether a path names the source of a page, or an encoded form of one: it is never sent. */
    boolean isSource(String path) {
        return SafePath.isPageSource(path)
                || pages.test(path)
                || settings.precompressed().isEncoded(path)
                        && settings.precompressed().filesOf(path).stream().anyMatch(this::isSource);
    }

    /** What it has done so far. */
    public CacheStats stats() {
        return new CacheStats(
                hits.sum(), misses.sum(), kept.evictions(), kept.size(), kept.weight());
    }

    /** Counts a response without access to the disk. */
    void hit() {
        hits.increment();
    }

    /** The bytes that the files in this cache are counted with. */
    long weight() {
        return kept.weight();
    }

    /** The number of files in this cache. */
    int size() {
        return kept.size();
    }

    /** Nanoseconds after which the disk must be asked again. */
    long ttlNanos() {
        return ttlNanos;
    }

    long now() {
        return nanoClock.getAsLong();
    }

    /**
     * What a decoded path names, as it was at most {@code cacheTtl} ago. See {@link ResourceRoot}.
     */
    public Resource find(String path) {
        long now = nanoClock.getAsLong();
        CachedFile file = kept.get(path);
        if (file != null && file.isFresh(now, ttlNanos)) {
            return file.found();
        }
        Resource known = others.get(path, now);
        if (known != null) {
            return known;
        }
        long before = changes.get();
        Resource found = look(path);
        remember(path, found, now);
        if (changes.get() != before) {
            others.remove(path);
        }
        return found;
    }

    /**
     * The file that a decoded path names; null if it names none. The content of a small file is in
     * memory. Throws if it cannot be read.
     */
    CachedFile file(String path) throws IOException {
        long now = nanoClock.getAsLong();
        CachedFile file = kept.get(path);
        if (file != null && file.isFresh(now, ttlNanos)) {
            file.touch(now);
            hit();
            return file;
        }
        if (others.get(path, now) != null) {
            hit();
            return null;
        }
        misses.increment();
        if (!settings.cachingAllowed() || closed) {
            return unkept(path);
        }
        return loads.once(path, () -> load(path));
    }

    /**
     * Like {@link #file} for a file below WEB-INF or META-INF, which only an application may ask
     * for, by a dispatch. It is not kept: a client's request must never find it here.
     */
    CachedFile privateFile(String path) throws IOException {
        Resource found = root.findForDispatch(path);
        return found.isFile()
                ? unkept(new Subject(path, path, found, null, Subject.NOTHING))
                : null;
    }

    /** The chosen encoded form of a file; null if it is not available. */
    CachedFile encoded(CachedFile file, int index) throws IOException {
        return encoded.load(file, index);
    }

    /** Drops a file that has changed; the next look-up checks the disk. */
    void forget(CachedFile file) {
        kept.remove(file);
    }

    /**
     * A client has changed what is at that path, or below it: later requests see the change. A
     * look-up in progress keeps nothing, since it may have seen the old state.
     *
     * @param path without slash at the end
     */
    void changed(String path) {
        changes.incrementAndGet();
        loads.forget(name -> SafePath.isAtOrBelow(name, path));
        kept.removeTree(path);
        others.removeTree(path);
        // It may be an encoded form, a.css.gz, on which responses for a.css depend.
        for (String whole : settings.precompressed().filesOf(path)) {
            loads.forget(whole::equals);
            CachedFile file = kept.get(whole);
            if (file != null) {
                forget(file);
            }
        }
    }

    /** The metadata for HTTP of a file that was just found, without a tag of its content. */
    Representation representation(String path, Resource found) {
        return representation(path, found, null);
    }

    /** The same with the tag that its responses have. Accesses the disk. */
    Representation tagged(String path, Resource found) {
        boolean hashed = settings.servlet().useStrongETags();
        if (!hashed || !found.isFile() || found.size() > settings.objectBytes()) {
            return representation(path, found);
        }
        try {
            return representation(path, found, FileContent.of(found, ByteBuffer::allocate));
        } catch (IOException e) {
            return representation(path, found); // It was deleted: its tag is unknown.
        }
    }

    private Representation representation(String path, Resource found, ByteBuffer body) {
        Subject subject = new Subject(path, path, found, null, Subject.NOTHING);
        return version(subject, body, nanoClock.getAsLong()).representation();
    }

    /**
     * Drops everything and closes the open files, each after its last use, and the jars behind the
     * directory.
     */
    @Override
    public void close() {
        closed = true;
        kept.clear();
        others.clear();
        root.close();
    }

    /** Accesses the disk. */
    private Resource look(String path) {
        return settings.site().hides(path) ? Resource.NOTHING : root.find(path);
    }

    // ---- for the encoded forms

    /** The entry of a name, however old; null if there is none. */
    CachedFile kept(String name) {
        return kept.get(name);
    }

    /** Looks something up, by one thread however many ask. */
    CachedFile once(String name, SingleFlight.Load load) throws IOException {
        return loads.once(name, load);
    }

    /** Whether the forms of a file are kept like the file. */
    boolean keeps(CachedFile file) {
        return settings.cachingAllowed() && !closed && !file.isRetired();
    }

    /** Whether the cache takes in so many more bytes. */
    boolean admits(long bytes) {
        return !kept.isFullWith(bytes) || churn.admits(bytes, nanoClock.getAsLong());
    }

    private CachedFile load(String path) throws IOException {
        long before = changes.get();
        CachedFile file = loaded(path);
        if (changes.get() != before) {
            others.remove(path);
            if (file != null) {
                forget(file);
            }
        }
        return file;
    }

    private CachedFile loaded(String path) throws IOException {
        long now = nanoClock.getAsLong();
        CachedFile known = kept.get(path);
        if (known != null && known.isFresh(now, ttlNanos)) {
            return known;
        }
        Resource found = look(path);
        if (!found.isFile()) {
            if (known != null) {
                forget(known);
            }
            remember(path, found, now);
            return null;
        }
        return current(file(path, found));
    }

    /** The version that was found: the one that is kept, or a new one. */
    CachedFile current(Subject subject) throws IOException {
        long now = nanoClock.getAsLong();
        Resource found = subject.found();
        CachedFile known = kept.get(subject.name());
        if (known != null && known.isSame(found)) {
            if (known.variants().isSame(subject.beside())
                    && (known.representation().settled() || !isSettled(found))) {
                known.confirm(now);
                known.touch(now);
                known.variants().dropWeak();
                return known;
            }
            ByteBuffer body = known.body();
            if (body != null || known.isOnDisk()) {
                // Now old enough for a strong tag, or with other forms; the content stays.
                return keep(version(subject, body, now));
            }
        }
        return read(subject, known, now);
    }

    private CachedFile read(Subject subject, CachedFile known, long now) throws IOException {
        Resource found = subject.found();
        if (found.size() > settings.objectBytes()) {
            return keep(version(subject, null, now));
        }
        if (!admits(found.size())) {
            if (known != null) {
                forget(known);
            }
            return unkept(subject);
        }
        ByteBuffer body = FileContent.of(found, ByteBuffer::allocateDirect);
        if (body == null || !found.isSame(found.again())) {
            // It is being written, or memory is short: this response comes from the disk.
            if (known != null) {
                forget(known);
            }
            return subject.coding() == null ? unkept(subject.path()) : null;
        }
        return keep(version(subject, body, now));
    }

    private Subject file(String path, Resource found) {
        return new Subject(path, path, found, null, encoded.beside(path, found));
    }

    private CachedFile unkept(String path) throws IOException {
        Resource found = look(path);
        return found.isFile() ? unkept(file(path, found)) : null;
    }

    /** To be used once. */
    CachedFile unkept(Subject subject) throws IOException {
        Resource found = subject.found();
        long now = nanoClock.getAsLong();
        boolean hashed = settings.servlet().useStrongETags();
        if (found.size() <= settings.objectBytes() && (found.member() != null || hashed)) {
            // Not worth a temporary copy; its time is the oldest possible, so that it is not kept.
            ByteBuffer body = FileContent.of(found, ByteBuffer::allocate);
            if (body != null && found.isSame(found.again())) {
                return version(subject, body, now - ttlNanos);
            }
        }
        CachedFile file = version(subject, null, now);
        file.retire();
        return file;
    }

    private CachedFile version(Subject subject, ByteBuffer body, long now) {
        Resource found = subject.found();
        Representation representation =
                Representation.of(
                                types.of(subject.path()),
                                found,
                                body,
                                settings.servlet(),
                                wallClock.getAsLong())
                        .of(subject.path(), settings.site());
        if (subject.coding() != null) {
            representation = representation.encoded(subject.coding(), found.size(), true);
        }
        Variants variants = encoded.variants(subject.beside());
        return new CachedFile(subject.name(), found, representation, body, now, variants);
    }

    private boolean isSettled(Resource found) {
        return found.checksum() != null
                || Representation.settled(found.modified().toMillis(), wallClock.getAsLong());
    }

    private void remember(String path, Resource found, long now) {
        if (settings.cachingAllowed() && !closed && !found.isFile()) {
            others.put(path, found, now);
        }
    }

    /** Keeps a version in place of another one. */
    CachedFile keep(CachedFile file) {
        others.remove(file.name());
        kept.put(file);
        if (closed) {
            kept.remove(file);
        }
        return file;
    }
}

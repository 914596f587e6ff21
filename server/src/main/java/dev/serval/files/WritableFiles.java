package dev.serval.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Changes the files of an application for its clients. Thread-safe; accesses the disk.
 *
 * <p>A client cannot change what it cannot see: WEB-INF and META-INF, with {@code dotFiles} off all
 * names that begin with a dot, links and their targets, and files of jars. Sources of server pages
 * are not accepted, since they would be executed (CVE-2017-12615). New content is written aside,
 * forced to the disk, and takes its name by one atomic rename: readers see the complete old or new
 * content, even after a power failure. A response does not wait until the rename itself is on the
 * disk. The caches are notified of a change before the response.
 */
public final class WritableFiles {
    /** Decides under the lock of a path whether the resource there may be changed. */
    @FunctionalInterface
    public interface Check {
        /**
         * @param current the resource that is there now; {@code NOTHING} if there is none
         */
        void check(Resource current) throws WriteRefused;
    }

    /**
     * The members of a directory.
     *
     * @param names of those that clients see, sorted
     * @param hidden whether there are others
     */
    public record Members(List<String> names, boolean hidden) {}

    private static final int LOCKS = 64;
    private static final int BLOCK = 16 * 1024;

    private final ResourceRoot root;
    private final WriteTargets targets;
    private final List<FileCache> caches;
    private final FileCache own;
    private final Uploads uploads;
    private final ReentrantLock[] locks;

    /**
     * What servlets share, each by its {@link #of}.
     *
     * @param caches all that have files of that directory; may grow until the first request
     */
    public WritableFiles(ResourceRoot root, List<FileCache> caches) {
        this.root = root;
        this.targets = null;
        this.caches = caches;
        this.own = null;
        this.uploads = root.docBase() == null ? null : new Uploads(root.docBase());
        this.locks = new ReentrantLock[LOCKS];
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
        if (uploads != null) {
            uploads.sweep();
        }
    }

    private WritableFiles(WritableFiles shared, FileCache own) {
        this.root = shared.root;
        this.targets = new WriteTargets(shared.root, own);
        this.caches = shared.caches;
        this.own = own;
        this.uploads = shared.uploads;
        this.locks = shared.locks;
    }

    /** The same for a servlet, whose clients see the files and tags of its cache. */
    public WritableFiles of(FileCache cache) {
        return new WritableFiles(this, cache);
    }

    /** Whether its servlet refuses to change anything. */
    public boolean readonly() {
        return own.settings().readonly();
    }

    /** Bytes that one file may have; negative for no limit. */
    public long maxPutSize() {
        return own.settings().maxPutSize();
    }

    /** What a path names for clients, by a look at the disk. Sources of pages are nothing. */
    public Resource find(String path) {
        return targets.find(path);
    }

    /** Whether a file at a path is the source of a page, which would be executed. */
    public boolean isSource(String path) {
        return own.isSource(path);
    }

    /** The entity tag of a file that was found (RFC 9110 §8.8.3). */
    public String etag(String path, Resource file) {
        return tagged(path, file).etag();
    }

    /** The Last-Modified date of a file that was found. */
    public String lastModified(String path, Resource file) {
        return own.representation(path, file).lastModified();
    }

    /** The Content-Type of a file that was found; null if unknown. */
    public String contentType(String path, Resource file) {
        return own.representation(path, file).type();
    }

    Representation tagged(String path, Resource file) {
        return own.tagged(path, file);
    }

    /** The members of a directory. */
    public Members members(String path) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        TreeSet<String> hidden = new TreeSet<>();
        String prefix = path.endsWith("/") ? path : path + "/";
        root.names(
                prefix,
                name -> {
                    boolean seen = find(prefix + name).kind() != Resource.ResourceType.NOTHING;
                    (seen ? names : hidden).add(name);
                    return true;
                });
        hidden.remove(SafePath.UPLOADS);
        return new Members(new ArrayList<>(names), !hidden.isEmpty());
    }

    /**
     * Puts content at a path, in place of the file that is there. A failure leaves the old file as
     * it was.
     *
     * @param most bytes; negative for no limit
     * @return whether there was none before
     * @throws IOException if the content cannot be read
     */
    public boolean put(String path, InputStream content, long most, Check check)
            throws IOException, WriteRefused {
        check.check(targets.file(path).found());
        return store(
                path,
                check,
                target -> {
                    byte[] block = new byte[BLOCK];
                    long left = most;
                    for (int n; (n = content.read(block)) >= 0; ) {
                        left -= n;
                        if (most >= 0 && left < 0) {
                            throw new WriteRefused(413, "The file is larger than is allowed here.");
                        }
                        Uploads.write(target, ByteBuffer.wrap(block, 0, n));
                    }
                });
    }

    /** Copies a file to a path, in place of the file that is there; true if there was none. */
    public boolean copy(Resource file, String path, Check check) throws IOException, WriteRefused {
        try (InputStream content = file.stream()) {
            return put(path, content, -1, check);
        }
    }

    /**
     * Gives a file or directory another path, in one step. A file replaces another file; the new
     * path of a directory must be free.
     */
    public void move(String from, String to, Check check) throws WriteRefused {
        WriteTargets.Target source = targets.existing(from);
        WriteTargets.Target target = source.found().isFile() ? targets.file(to) : targets.any(to);
        ReentrantLock lock = lock(to);
        lock.lock();
        try {
            check.check(target.found());
            Files.move(source.place(), target.place(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw WriteRefused.by(e, to);
        } finally {
            changed(from);
            changed(to);
            lock.unlock();
        }
    }

    /** Deletes a file, or a directory that is empty. */
    public void delete(String path, Check check) throws WriteRefused {
        ReentrantLock lock = lock(path);
        lock.lock();
        try {
            WriteTargets.Target target = targets.existing(path);
            check.check(target.found());
            Files.delete(target.place());
        } catch (DirectoryNotEmptyException e) {
            throw new WriteRefused(409, "The directory is not empty.");
        } catch (IOException e) {
            throw WriteRefused.by(e, path);
        } finally {
            changed(path);
            lock.unlock();
        }
    }

    /** Makes an empty directory. */
    public void createDirectory(String path) throws WriteRefused {
        WriteTargets.Target target = targets.any(path);
        try {
            Files.createDirectory(target.place());
        } catch (FileAlreadyExistsException e) {
            throw new WriteRefused(405, "There is something already.");
        } catch (IOException e) {
            throw WriteRefused.by(e, path);
        } finally {
            changed(path);
        }
    }

    private interface Content {
        void to(FileChannel target) throws IOException, WriteRefused;
    }

    private boolean store(String path, Check check, Content content)
            throws IOException, WriteRefused {
        Path upload;
        FileChannel channel;
        try {
            upload = uploads.next();
            channel = uploads.create(upload);
        } catch (IOException e) {
            throw WriteRefused.by(e, path);
        }
        try {
            try (channel) {
                content.to(channel);
                Uploads.force(channel, path);
            }
            return commit(upload, path, check);
        } finally {
            uploads.end(upload);
        }
    }

    private boolean commit(Path upload, String path, Check check) throws WriteRefused {
        ReentrantLock lock = lock(path);
        lock.lock();
        try {
            // Checked again: the body may have taken long.
            WriteTargets.Target target = targets.file(path);
            check.check(target.found());
            boolean replaces = target.found().isFile();
            if (replaces) {
                Uploads.keepRights(target.place(), upload);
            }
            Files.move(upload, target.place(), StandardCopyOption.ATOMIC_MOVE);
            return !replaces;
        } catch (IOException e) {
            throw WriteRefused.by(e, path);
        } finally {
            changed(path);
            lock.unlock();
        }
    }

    private void changed(String path) {
        boolean slash = path.length() > 1 && path.endsWith("/");
        String name = slash ? path.substring(0, path.length() - 1) : path;
        caches.forEach(cache -> cache.changed(name));
    }

    /**
     * There are few locks for all paths: two paths may share one, and wait for each other's rename.
     */
    private ReentrantLock lock(String path) {
        return locks[Math.floorMod(path.hashCode(), LOCKS)];
    }
}

package dev.serval.files;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Says where clients may write, for {@link WritableFiles}. Thread-safe; accesses the disk. All
 * refusals are made here.
 */
final class WriteTargets {
    /** A place that may be written, and what is there. */
    record Target(Path place, Resource found) {}

    private final ResourceRoot root;
    private final FileCache shown;

    /**
     * @param shown decides which names its clients do not see
     */
    WriteTargets(ResourceRoot root, FileCache shown) {
        this.root = root;
        this.shown = shown;
    }

    /** What clients see at a path. */
    Resource find(String path) {
        return shown.isSource(path) || shown.site().hides(path)
                ? Resource.NOTHING
                : root.find(path);
    }

    /** Where a file may be put. */
    Target file(String path) throws WriteRefused {
        Target target = any(path);
        if (target.found().isDirectory()) {
            throw new WriteRefused(409, "A directory is there.");
        }
        return target;
    }

    Target existing(String path) throws WriteRefused {
        if (find(path).kind() == Resource.ResourceType.NOTHING) {
            throw new WriteRefused(404, "There is nothing here.");
        }
        boolean slash = path.length() > 1 && path.endsWith("/");
        Target target = any(slash ? path.substring(0, path.length() - 1) : path);
        if (target.found().kind() == Resource.ResourceType.NOTHING) {
            throw new WriteRefused(404, "There is nothing here.");
        }
        return target;
    }

    Target any(String path) throws WriteRefused {
        if (!SafePath.accepts(path, false) || shown.site().hides(path)) {
            throw new WriteRefused(404, "There is nothing here.");
        }
        if (path.endsWith("/")) {
            throw new WriteRefused(409, "This is the name of a directory.");
        }
        if (shown.isSource(path)) {
            throw new WriteRefused(403, "Server pages are not taken in: they would be executed.");
        }
        int slash = path.lastIndexOf('/');
        Resource parent = root.findToWrite(slash == 0 ? "/" : path.substring(0, slash));
        if (!parent.isDirectory()) {
            throw new WriteRefused(409, "The directory for it is not there.");
        }
        try {
            Path place = parent.path().resolve(path.substring(slash + 1));
            Resource there = there(place);
            boolean covered = root.beforeDirectory(path).kind() != Resource.ResourceType.NOTHING;
            boolean below = root.behindDirectory(path).kind() != Resource.ResourceType.NOTHING;
            if (covered || there.kind() == Resource.ResourceType.NOTHING && below) {
                throw new WriteRefused(403, "This belongs to the application.");
            }
            return new Target(place, there);
        } catch (IOException | InvalidPathException e) {
            throw new WriteRefused(403, "This name cannot be used here.");
        }
    }

    /**
     * Throws for a link, for a name with another spelling, and for anything but a file or
     * directory.
     */
    private static Resource there(Path place) throws IOException {
        try {
            Path real = place.toRealPath(LinkOption.NOFOLLOW_LINKS);
            Resource found =
                    real.toString().equals(place.toString()) ? Resource.at(real) : Resource.NOTHING;
            if (found.kind() == Resource.ResourceType.NOTHING) {
                throw new IOException("not for clients");
            }
            return found;
        } catch (NoSuchFileException e) {
            return Resource.NOTHING;
        }
    }
}

package dev.serval.files;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;

/** What a path names. Immutable. */
public final class Resource {
    /** The kinds of things that a path can name. */
    public enum ResourceType {
        FILE,
        DIRECTORY,
        NOTHING
    }

    public static final Resource NOTHING =
            new Resource(ResourceType.NOTHING, null, 0, null, null, null);

    private final ResourceType kind;
    private final Path path;
    private final long size;
    private final FileTime modified;
    private final Object key;
    private final JarMember member;

    /**
     * @param path the canonical path; null if there is nothing, and in a jar
     * @param key what the file system knows the file by, the checksum in a jar; may be null
     * @param member null if it is not in a jar
     */
    Resource(
            ResourceType kind,
            Path path,
            long size,
            FileTime modified,
            Object key,
            JarMember member) {
        this.kind = kind;
        this.path = path;
        this.size = size;
        this.modified = modified;
        this.key = key;
        this.member = member;
    }

    public ResourceType kind() {
        return kind;
    }

    public boolean isFile() {
        return kind == ResourceType.FILE;
    }

    public boolean isDirectory() {
        return kind == ResourceType.DIRECTORY;
    }

    /** The canonical path; null if there is nothing, and in a jar. */
    public Path path() {
        return path;
    }

    /** Bytes; 0 if it is not a file. */
    public long size() {
        return size;
    }

    /** The last modification; null if there is nothing, or if it is unknown. */
    public FileTime modified() {
        return modified;
    }

    /** A {@code file:} or {@code jar:} URL; null if there is nothing. */
    public URL url() throws MalformedURLException {
        if (member != null) {
            return member.url();
        }
        return path == null ? null : path.toUri().toURL();
    }

    /**
     * The content of a file, to be closed by the caller. Throws if it is not a file, or is gone.
     */
    public InputStream stream() throws IOException {
        if (!isFile()) {
            throw new IOException("no file");
        }
        return member != null ? member.stream() : Files.newInputStream(path);
    }

    JarMember member() {
        return member;
    }

    /** The checksum that identifies the content in an entity tag; null if the date does. */
    Long checksum() {
        return member != null && key instanceof Long sum ? sum : null;
    }

    /** What is at a canonical path now. */
    static Resource at(Path real) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        ResourceType kind;
        if (attributes.isRegularFile()) {
            kind = ResourceType.FILE;
        } else if (attributes.isDirectory()) {
            kind = ResourceType.DIRECTORY;
        } else {
            return NOTHING;
        }
        if (!Files.isReadable(real)) {
            return NOTHING;
        }
        long size = kind == ResourceType.FILE ? attributes.size() : 0;
        return new Resource(
                kind, real, size, attributes.lastModifiedTime(), attributes.fileKey(), null);
    }

    /** What is there now. Accesses the disk, but for a jar, whose files do not change. */
    Resource again() throws IOException {
        return member != null ? this : at(path);
    }

    /** Whether it is the same version of the same file. */
    boolean isSame(Resource other) {
        return kind == other.kind
                && size == other.size
                && Objects.equals(path, other.path)
                && Objects.equals(modified, other.modified)
                && (key == null || key.equals(other.key))
                && Objects.equals(member, other.member);
    }

    @Override
    public String toString() {
        return kind + " " + (member != null ? member.path() : String.valueOf(path));
    }
}

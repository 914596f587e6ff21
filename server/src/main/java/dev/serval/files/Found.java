package dev.serval.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * What a path names. Immutable.
 *
 * @param kind file, directory or nothing that may be served
 * @param path the canonical path; null for nothing
 * @param size bytes; 0 for what is no file
 * @param modified the last modification; null for nothing
 * @param key what the file system knows the file by, for example device and inode; may be null
 */
public record Found(Kind kind, Path path, long size, FileTime modified, Object key) {
    /** The kinds of things that a path can name. */
    public enum Kind {
        FILE,
        DIRECTORY,
        NOTHING
    }

    static final Found NOTHING = new Found(Kind.NOTHING, null, 0, null, null);

    public boolean isFile() {
        return kind == Kind.FILE;
    }

    public boolean isDirectory() {
        return kind == Kind.DIRECTORY;
    }
}

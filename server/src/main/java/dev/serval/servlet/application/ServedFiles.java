package dev.serval.servlet.application;

import dev.serval.files.EarlyHintsOver;
import dev.serval.files.FileCache;

/**
 * What a call needs to know of the files that clients may have. Thread-safe; accesses the disk.
 *
 * @param cache null if there are none
 * @param hints to which clients early hints are sent
 */
public record ServedFiles(FileCache cache, EarlyHintsOver hints) {
    /** True if a decoded path names a file that clients may have. */
    public boolean hasFile(String decodedPath) {
        return cache != null && cache.find(decodedPath).isFile();
    }

    /** The same for a directory; the root always is one. */
    boolean hasDirectory(String decodedPath) {
        return decodedPath.equals("/") || cache != null && cache.find(decodedPath).isDirectory();
    }

    /** To which clients early hints are sent. */
    public EarlyHintsOver earlyHints() {
        return cache == null ? hints : cache.site().earlyHints();
    }
}

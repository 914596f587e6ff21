package dev.serval.servlet.application;

import dev.serval.files.EarlyHintsOver;
import dev.serval.files.FileCache;

/**
 * What a call asks of the files that clients may have. Thread-safe; touches the disk.
 *
 * @param cache null where there are none
 * @param hints to which clients early hints are sent where there are none
 */
public record ServedFiles(FileCache cache, EarlyHintsOver hints) {
    /** True when a decoded path names a file that clients may have. */
    public boolean hasFile(String decodedPath) {
        return cache != null && cache.find(decodedPath).isFile();
    }

    /** The same of a directory; the root always is one. */
    boolean hasDirectory(String decodedPath) {
        return decodedPath.equals("/") || cache != null && cache.find(decodedPath).isDirectory();
    }

    /** To which clients early hints are sent. */
    public EarlyHintsOver earlyHints() {
        return cache == null ? hints : cache.site().earlyHints();
    }
}

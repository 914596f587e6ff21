package dev.serval.files;

import java.io.IOException;
import java.util.function.Predicate;

/**
 * One of the places of files that make up a {@link ResourceRoot}. Thread-safe; accesses the disk.
 */
interface ResourceSet extends AutoCloseable {
    /**
     * What a name has here; {@link Resource#NOTHING} for anything doubtful.
     *
     * @param name decoded, with a slash at its begin and none at its end, but for the root
     * @param privateToo whether links may lead to WEB-INF and META-INF
     */
    Resource find(String name, boolean privateToo);

    /**
     * Passes the names of the members of a directory here, in no order and without slashes.
     *
     * @param wanted takes each name, and returns whether to pass another
     * @return false if it stopped early
     */
    boolean names(String name, Predicate<String> wanted) throws IOException;

    /** Closes the set: resources that were found here cannot be read any more. */
    @Override
    default void close() {}
}

package dev.serval.files;

import java.io.IOException;
import java.util.function.Predicate;

/**
 * One place of files among those that make a {@link ResourceRoot}. Thread-safe; accesses the disk.
 */
interface ResourceSet extends AutoCloseable {
    /**
     * What a name has here; {@link Resource#NOTHING} for everything doubtful.
     *
     * @param name decoded, with a slash at its begin and none at its end, but for the root
     * @param privateToo whether links may lead to WEB-INF and META-INF
     */
    Resource find(String name, boolean privateToo);

    /**
     * Names of what a directory has here, in no order and without slashes.
     *
     * @param wanted is given each, and says whether there may be another
     * @return false if no more was wanted
     */
    boolean names(String name, Predicate<String> wanted) throws IOException;

    /** After that nothing can be read from what was found here. */
    @Override
    default void close() {}
}

package dev.serval.webapp;

import java.util.List;

/**
 * The names of the files of an archive that may be looked up. Immutable.
 *
 * @param tagLibraries descriptors of tag libraries, META-INF/….tld
 * @param settings META-INF/web-fragment.xml and the lists of initializers, where it has them
 * @param resources the files below META-INF/resources
 * @param packages packages of the classes that were not read, with slashes
 */
record ArchiveFiles(
        List<String> tagLibraries,
        List<String> settings,
        List<String> resources,
        List<String> packages) {
    static final String FRAGMENT = "META-INF/web-fragment.xml";
    static final String RESOURCES = "META-INF/resources/";

    /** Where initializers are listed. */
    static final String INITIALIZERS =
            "META-INF/services/jakarta.servlet.ServletContainerInitializer";

    /** The same in libraries from before Servlet 5.0; initializers listed there are not called. */
    static final String JAVAX_INITIALIZERS =
            "META-INF/services/javax.servlet.ServletContainerInitializer";

    /** Whether it has one of the files of {@link #settings}. */
    boolean has(String name) {
        return settings.contains(name);
    }
}

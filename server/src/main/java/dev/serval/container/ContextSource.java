package dev.serval.container;

import dev.serval.config.ContextConfig;

/**
 * What a context is made of. Immutable; holds nothing of the application.
 *
 * @param config as it was given, without what its files say
 * @param place of its files
 * @param discovered whether it was found in the appBase
 */
record ContextSource(ContextConfig config, WebappPaths place, boolean discovered) {
    /** Whether it has that path and version. */
    boolean names(String path, String version) {
        return config.path().equals(path) && place.version().equals(version);
    }
}

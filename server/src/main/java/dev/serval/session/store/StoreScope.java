package dev.serval.session.store;

import java.nio.file.Path;

/**
 * The application whose sessions a store keeps; a service of its place. Immutable.
 *
 * @param application the name of the application, unique among all applications that share a store:
 *     engine, host, path and version, as in {@code Catalina/localhost/shop##2}
 * @param workDir the directory for its scratch files, whether or not it exists; null if there is
 *     none
 */
public record StoreScope(String application, Path workDir) {}

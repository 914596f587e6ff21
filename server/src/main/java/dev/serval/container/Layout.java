package dev.serval.container;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where files are. Immutable.
 *
 * @param home the installation
 * @param base what relative paths begin at; null when there is none (embedded)
 * @param loaders what applications have in common
 * @param tls whether a connector of their service has TLS
 */
record Layout(Path home, Path base, Loaders loaders, boolean tls) {
    Layout(Path home, Path base) {
        this(home, base, new Loaders(), false);
    }

    /** The same for the applications of a service. */
    Layout tls(boolean has) {
        return new Layout(home, base, loaders, has);
    }

    /** A path of the configuration. */
    Path resolve(String path) {
        return base == null
                ? Path.of(path).toAbsolutePath().normalize()
                : base.resolve(path).toAbsolutePath().normalize();
    }

    /** A file of {@code conf}: the base's, else the home's, else null. */
    Path conf(String name) {
        for (Path root : new Path[] {base, home}) {
            if (root != null && Files.isRegularFile(root.resolve("conf").resolve(name))) {
                return root.resolve("conf").resolve(name);
            }
        }
        return null;
    }
}

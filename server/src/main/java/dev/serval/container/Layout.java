package dev.serval.container;

import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where files are. Immutable.
 *
 * @param home the installation
 * @param base what relative paths begin at; null when there is none (embedded)
 * @param loaders what applications have in common
 * @param databases of users
 * @param services all that are configured
 * @param tls whether a connector of their service has TLS
 */
record Layout(
        Path home,
        Path base,
        SharedLibraries loaders,
        Realms.Databases databases,
        List<ServiceConfig> services,
        boolean tls) {
    Layout(Path home, Path base, ServerConfig config) {
        this(
                home,
                base,
                new SharedLibraries(config.extensions()),
                new Realms.Databases(config.userDatabases()),
                config.services(),
                false);
    }

    /** The same for the applications of a service. */
    Layout tls(boolean has) {
        return new Layout(home, base, loaders, databases, services, has);
    }

    /** The same with other databases of users, by their names. */
    Layout with(Map<String, String> userDatabases) {
        return new Layout(home, base, loaders, databases.with(userDatabases), services, tls);
    }

    /** For what is made for an element within the parent. */
    ElementPlace place(String parent) {
        return new ElementPlace(parent, this, null);
    }

    /** A path of the configuration. */
    Path resolve(String path) {
        return base == null
                ? Path.of(path).toAbsolutePath().normalize()
                : base.resolve(path).toAbsolutePath().normalize();
    }

    /** Of what was found in jars; null when nothing is to be kept (embedded). */
    Path indexes() {
        return base == null ? null : resolve("work").resolve(".indexes");
    }

    /**
     * The same; that of the home where the base has neither it nor a {@code conf} of its own: users
     * of another instance are not let in for want of a file.
     */
    Path resolveEither(String path) {
        Path own = resolve(path);
        boolean elsewhere =
                home != null
                        && !Files.exists(own)
                        && !Files.isDirectory(resolve("conf"))
                        && Files.exists(home.resolve(path));
        return elsewhere ? home.resolve(path).toAbsolutePath().normalize() : own;
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

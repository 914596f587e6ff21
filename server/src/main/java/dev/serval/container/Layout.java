package dev.serval.container;

import dev.serval.config.Compatibility;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.config.UserDatabaseConfig;
import dev.serval.monitor.StartedWith;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The places of files. Immutable.
 *
 * @param home the installation
 * @param base of relative paths; null if there is none (embedded)
 * @param loaders the classes that applications share
 * @param databases of users
 * @param services all configured ones
 * @param route of the ids of sessions of their service; null if it has none
 * @param tls whether a connector of their service has TLS
 * @param statuses of the applications
 * @param operations for privileged applications
 * @param compatibility how much is as in Tomcat
 * @param monitored what monitoring sees
 * @param orders the certificates that a Listener obtains
 */
record Layout(
        Path home,
        Path base,
        SharedLibraries loaders,
        Realms.Databases databases,
        List<ServiceConfig> services,
        String route,
        boolean tls,
        Statuses statuses,
        GivenOperations operations,
        Compatibility compatibility,
        Monitored monitored,
        OrderedCertificates orders) {
    Layout(Path home, Path base, ServerConfig config) {
        this(home, base, config, StartedWith.NOTHING);
    }

    /**
     * @param given for monitoring
     */
    Layout(Path home, Path base, ServerConfig config, StartedWith given) {
        this(
                home,
                base,
                new SharedLibraries(config),
                new Realms.Databases(config.userDatabases()),
                config.services(),
                null,
                false,
                new Statuses(),
                new GivenOperations(),
                config.compatibility(),
                new Monitored(given),
                new OrderedCertificates());
    }

    /** The same for the applications of a service. */
    Layout of(ServiceConfig service, boolean has) {
        return new Layout(
                home,
                base,
                loaders,
                databases,
                services,
                service.engine().jvmRoute(),
                has,
                statuses,
                operations,
                compatibility,
                monitored,
                orders);
    }

    /** The same with other databases of users, by their names. */
    Layout with(Map<String, UserDatabaseConfig> userDatabases) {
        return new Layout(
                home,
                base,
                loaders,
                databases.with(userDatabases),
                services,
                route,
                tls,
                statuses,
                operations,
                compatibility,
                monitored,
                orders);
    }

    /** The place of an element within the parent. */
    ElementPlace place(String parent) {
        return new ElementPlace(parent, this, null, null, null);
    }

    /**
     * The same for an element with files of its own.
     *
     * @param names of the element and its parents, below {@code conf}
     */
    ElementPlace place(String parent, String... names) {
        Path own = base == null ? null : resolve("conf");
        for (int i = 0; own != null && i < names.length; i++) {
            own = own.resolve(names[i]);
        }
        return new ElementPlace(parent, this, null, own, names.length > 1 ? names[1] : null);
    }

    /** A path of the configuration. */
    Path resolve(String path) {
        return base == null
                ? Path.of(path).toAbsolutePath().normalize()
                : base.resolve(path).toAbsolutePath().normalize();
    }

    /** The directory for indexes of jars; null if none are kept (embedded). */
    Path indexes() {
        return base == null ? null : work().resolve(".indexes");
    }

    /** The directory for scratch files, where there is a base. */
    Path work() {
        return resolve(compatibility.isAdopted() ? Compatibility.WORK : "work");
    }

    /**
     * A path of the configuration; in the home if the base has neither the file nor a {@code conf}
     * of its own: a missing file must not admit the users of another instance.
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

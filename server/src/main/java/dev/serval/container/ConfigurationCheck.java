package dev.serval.container;

import dev.serval.builtin.UserRealm;
import dev.serval.config.ConnectorEntry;
import dev.serval.config.HostConfig;
import dev.serval.config.ListenerConfig;
import dev.serval.config.RealmConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.config.UserDatabaseConfig;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.webapp.AppBaseEntry;
import dev.serval.webapp.AppBaseScan;
import dev.serval.webapp.AppName;
import dev.serval.webapp.DefaultDescriptors;
import dev.serval.webapp.DeployerSettings;
import dev.serval.webapp.SharedLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the problems of a start beyond those in server.xml: addresses, users, directories, jars,
 * and the descriptors of all applications. One use, one thread. It opens no port, loads no class of
 * an application and writes nothing.
 */
public final class ConfigurationCheck {
    private final ServerConfig config;
    private final Layout layout;
    private final Collection<Problem> problems = new LinkedHashSet<>();
    // By file: whether a realm has a CredentialHandler for its users.
    private final Map<Path, Boolean> users = new LinkedHashMap<>();
    private ClassLoader parent; // null while a jar of lib cannot be read

    private ConfigurationCheck(ServerConfig config, Path home, Path base) {
        this.config = config;
        this.layout = new Layout(home, base, config);
    }

    /**
     * All problems, file by file.
     *
     * @param config the readable part
     * @param home the installation
     * @param base of relative paths
     */
    public static List<Problem> of(ServerConfig config, Path home, Path base) {
        ConfigurationCheck check = new ConfigurationCheck(config, home, base);
        try {
            check.all();
        } finally {
            check.layout.loaders().close();
        }
        return List.copyOf(check.problems);
    }

    private void all() {
        libraries();
        if (parent != null) {
            problems.addAll(DriverCheck.of(config.globals().values(), parent, null));
        }
        certificates();
        for (ListenerConfig listener : config.listeners()) {
            if (listener.factory() != null) {
                listener.factory()
                        .mistakes(layout.place("Server"))
                        .forEach((at, what) -> add(Severity.ERROR, at, what));
            }
        }
        for (ServiceConfig service : config.services()) {
            service.connectors().forEach(this::address);
            if (service.engine() != null) {
                realm(service.engine().realm());
                ElementPlace place = layout.place("Engine", service.engine().name());
                problems.addAll(RewriteCheck.of(service.engine().valves(), place, this::shown));
                service.engine().hosts().forEach(host -> host(host, service));
            }
        }
        problems.addAll(new UnreadDescriptors(layout).problems());
        users.forEach(
                (file, hashes) -> problems.addAll(UserFileCheck.of(file, shown(file), hashes)));
    }

    /**
     * Problems that a start itself does not find, as warnings: descriptors of applications in
     * directories that no host reads, and errors in files of users.
     *
     * @param config without errors
     */
    public static List<Problem> unread(ServerConfig config, Path home, Path base) {
        ConfigurationCheck check = new ConfigurationCheck(config, home, base);
        for (ServiceConfig service : config.services()) {
            if (service.engine() != null) {
                check.realm(service.engine().realm());
                for (HostConfig host : service.engine().hosts()) {
                    check.realm(host.realm());
                    host.contexts().forEach(context -> check.realm(context.realm()));
                }
            }
        }
        List<Problem> found = new ArrayList<>(new UnreadDescriptors(check.layout).problems());
        for (Map.Entry<Path, Boolean> each : check.users.entrySet()) {
            Path file = each.getKey();
            for (Problem problem : UserFileCheck.of(file, check.shown(file), each.getValue())) {
                found.add(
                        problem.severity() == Severity.WARNING
                                ? problem
                                : Problem.of(
                                        Severity.WARNING,
                                        problem.at(),
                                        "SRV-0543 "
                                                + problem.message()
                                                + ": its users cannot log in until it is"
                                                + " repaired"));
            }
        }
        return found;
    }

    private void add(Severity severity, Location at, String message) {
        problems.add(Problem.of(severity, at, message));
    }

    /** Relative to the base if the file is inside. */
    private String shown(Path file) {
        Path base = layout.resolve("");
        return (file.startsWith(base) ? base.relativize(file) : file).toString();
    }

    private void libraries() {
        try {
            List<String> broken = SharedLoader.unreadable(layout.loaders().classPath(layout));
            broken.forEach(reason -> add(Severity.ERROR, new Location("lib", 0, 0), reason));
            if (broken.isEmpty()) {
                parent = layout.loaders().parent(layout);
            }
        } catch (IOException e) {
            add(Severity.ERROR, new Location("lib", 0, 0), "cannot be read: " + e);
        }
    }

    private void address(ConnectorEntry entry) {
        String address = entry.config().address();
        if (address != null && !address.isEmpty()) {
            try {
                InetAddress.getByName(address);
            } catch (UnknownHostException e) {
                add(Severity.ERROR, entry.at(), "address " + address + " of Connector is unknown");
            }
        }
    }

    /**
     * Whether a Listener obtains the certificates that are to be obtained: it says so when it is
     * made.
     */
    private void certificates() {
        List<ConnectorEntry> wanting =
                config.services().stream()
                        .flatMap(service -> service.connectors().stream())
                        .filter(ConfigurationCheck::wantsCertificates)
                        .toList();
        if (wanting.isEmpty()) {
            return;
        }
        try {
            new ServerListeners(config.listeners(), layout); // they are not started
        } catch (LifecycleException e) {
            add(Severity.ERROR, config.at(), e.getMessage());
            return;
        }
        if (!layout.orders().isClaimed()) {
            wanting.forEach(
                    entry ->
                            add(
                                    Severity.ERROR,
                                    entry.at(),
                                    "Connector: " + OrderedCertificates.UNCLAIMED));
        }
    }

    private static boolean wantsCertificates(ConnectorEntry entry) {
        return entry.tls() != null
                && entry.tls().hosts().stream()
                        .flatMap(host -> host.certificates().stream())
                        .anyMatch(certificate -> !certificate.obtainFor().isEmpty());
    }

    /** The databases of a realm must exist, and their files are checked. */
    private void realm(RealmConfig realm) {
        if (realm == null) {
            return;
        }
        for (UserRealm its : realm.ofFiles()) {
            String file = its.pathname();
            if (its.resourceName() != null) {
                UserDatabaseConfig named = config.userDatabases().get(its.resourceName());
                if (named instanceof UserDatabaseConfig.OfTables) {
                    continue; // it has no file
                }
                file = named instanceof UserDatabaseConfig.OfFile found ? found.pathname() : null;
            }
            if (file != null) {
                users.merge(
                        layout.resolveEither(file), its.credentials() != null, Boolean::logicalOr);
                continue;
            }
            add(
                    Severity.ERROR,
                    its.at(),
                    "resourceName of Realm is \""
                            + its.resourceName()
                            + "\", but GlobalNamingResources of server.xml has no UserDatabase of"
                            + " that name"
                            + NearestName.hint(
                                    its.resourceName(), config.userDatabases().keySet()));
        }
    }

    private void host(HostConfig host, ServiceConfig service) {
        realm(host.realm());
        ElementPlace own = layout.place("Host", service.engine().name(), host.name());
        problems.addAll(RewriteCheck.of(host.valves(), own, this::shown));
        Path appBase = host.appBase() == null ? null : layout.resolve(host.appBase());
        HostPaths places = new HostPaths(host, service.engine().name(), layout, appBase);
        ApplicationCheck applications = new ApplicationCheck(defaults(places), parent, this::shown);
        Set<String> taken = new HashSet<>();
        host.contexts()
                .forEach(
                        context -> {
                            taken.add(context.path());
                            realm(context.realm());
                            applications.declared(context, places.declared(context));
                        });
        if (appBase != null && isDirectory(host, appBase)) {
            applications(host, places, appBase, taken, applications);
        }
        applications.realms().forEach(this::realm);
        problems.addAll(applications.problems());
    }

    private DefaultDescriptors defaults(HostPaths places) {
        WebappPaths any = places.of(AppName.ofPath(""), null, null);
        DefaultDescriptors defaults =
                DefaultDescriptors.of(
                        SharedLibraries.files(any), any.layout().loaders().haveEngine());
        problems.addAll(defaults.refresh());
        return defaults;
    }

    private boolean isDirectory(HostConfig host, Path appBase) {
        if (Files.isDirectory(appBase)) {
            return true;
        }
        if (Files.exists(appBase)) {
            add(Severity.ERROR, host.at(), "appBase " + appBase + " is not a directory");
        } else {
            add(
                    Severity.WARNING,
                    host.at(),
                    "appBase "
                            + appBase
                            + " does not exist"
                            + NearestName.hint(
                                    String.valueOf(appBase.getFileName()),
                                    ApplicationCheck.siblings(appBase))
                            + (host.createDirs()
                                    ? "; the start creates it"
                                    : "; no application is found there"));
        }
        return false;
    }

    private void applications(
            HostConfig host,
            HostPaths places,
            Path appBase,
            Set<String> taken,
            ApplicationCheck applications) {
        DeployerSettings settings =
                new DeployerSettings(
                        host.name(),
                        appBase,
                        places.legacyAppBase(),
                        places.descriptors(),
                        host.deployIgnore(),
                        taken,
                        false,
                        1);
        AppBaseScan scan =
                new AppBaseScan(
                        settings,
                        new Discovery(host, places, null, appBase),
                        (number, file, reason) ->
                                add(
                                        Severity.WARNING,
                                        new Location(shown(file), 0, 0),
                                        number + " " + reason));
        try {
            for (AppBaseEntry found : scan.look().values()) {
                applications.found(found, places.of(found.name(), found.file(), null));
            }
        } catch (IOException e) {
            add(Severity.ERROR, host.at(), "appBase " + appBase + " cannot be read: " + e);
        }
    }
}

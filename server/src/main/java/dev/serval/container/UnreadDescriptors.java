package dev.serval.container;

import dev.serval.config.EngineConfig;
import dev.serval.config.HostConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.config.xml.Problem;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.config.xml.SecureXml;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLStreamException;

/**
 * Finds descriptors in directories like {@code conf/Catalina/localhost} that no host reads, because
 * the engine or host has another name. Immutable; reads the disk at each call.
 *
 * <p>It fails closed. Tomcat's directory has the name of its engine, Catalina: an administrator who
 * copies it without the {@code server.xml} that names the engine must not learn from a break-in
 * that a valve was not read. Such an application is not served. A directory of any other name may
 * be an old copy, so it only causes a warning.
 */
final class UnreadDescriptors {
    private static final String OF_TOMCAT = "Catalina";
    private static final String DEFAULT = ".default";

    private final Layout layout;

    UnreadDescriptors(Layout layout) {
        this.layout = layout;
    }

    /**
     * Why an application is not served: its protection may be in a file that is not read. Null if
     * there is no such file, if one of the same name is read, and if xmlBase of the host names the
     * directory of descriptors.
     */
    static String refusal(WebappPaths place) {
        if (place.layout().base() == null) {
            return null;
        }
        UnreadDescriptors unread = new UnreadDescriptors(place.layout());
        Path read = unread.conf().resolve(place.engine()).resolve(place.host());
        Path others = unread.conf().resolve(OF_TOMCAT);
        if (!read.equals(place.descriptors()) || Files.notExists(others)) {
            return null;
        }
        String own = place.base() + ".xml";
        if (!Files.isReadable(others) || !Files.isExecutable(others)) {
            return place.engine().equals(OF_TOMCAT)
                    ? null // its own directory is found by name
                    : unread.shown(others) + " may protect it, and cannot be read";
        }
        Set<Path> directories = unread.read();
        for (Path other : list(others)) {
            boolean same = other.equals(others.resolve(place.host()));
            if (directories.contains(other) || !same && unread.isHost(other)) {
                continue;
            }
            List<String> names =
                    same
                            ? List.of(own, "context.xml" + DEFAULT, "web.xml" + DEFAULT)
                            : List.of(own);
            for (String name : names) {
                // An unreadable directory counts as one with descriptors.
                if (!Files.notExists(other.resolve(name))
                        && !Files.isRegularFile(read.resolve(name))) {
                    return unread.shown(other.resolve(name))
                            + " may protect it, and "
                            + unread.why(OF_TOMCAT, other.getFileName().toString());
                }
            }
        }
        return null;
    }

    /** Whether that is the directory of a host, by its name. */
    private boolean isHost(Path directory) {
        String name = directory.getFileName().toString();
        return engines().stream().anyMatch(engine -> named(name, engine) != null);
    }

    /** One warning for each file. */
    List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        if (layout.base() == null) {
            return problems;
        }
        Set<Path> read = read();
        for (Path engine : list(conf())) {
            for (Path host : Files.isDirectory(engine) ? list(engine) : List.<Path>of()) {
                if (!Files.isDirectory(host) || read.contains(host)) {
                    continue;
                }
                String why = why(engine.getFileName().toString(), host.getFileName().toString());
                for (Path file : list(host)) {
                    if (isDescriptor(file)) {
                        Location at = new Location(shown(file), 0, 0);
                        problems.add(Problem.of(Severity.WARNING, at, why));
                    }
                }
            }
        }
        return problems;
    }

    private Path conf() {
        return layout.resolve("conf");
    }

    /** The directories that hosts read. */
    private Set<Path> read() {
        Set<Path> read = new HashSet<>();
        for (EngineConfig engine : engines()) {
            engine.hosts().forEach(h -> read.add(HostPaths.descriptors(h, engine.name(), layout)));
        }
        return read;
    }

    private List<EngineConfig> engines() {
        return layout.services().stream()
                .map(ServiceConfig::engine)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Why conf/engine/host is not read, and what to do. */
    private String why(String engineName, String hostName) {
        for (EngineConfig engine : engines()) {
            HostConfig host = named(hostName, engine);
            if (engine.name().equals(engineName)) {
                return host != null
                        ? "is not read: xmlBase of Host "
                                + hostName
                                + " names "
                                + host.deployment().xmlBase()
                                + "; move it there"
                        : "is not read: the Engine "
                                + engineName
                                + " of server.xml has no Host "
                                + hostName
                                + NearestName.hint(hostName, hosts(engine))
                                + "; move it to the directory of the Host that it is for, or remove"
                                + " it";
            }
        }
        for (EngineConfig engine : engines()) {
            if (named(hostName, engine) != null) {
                return "is not read: the Engine of server.xml is named "
                        + engine.name()
                        + "; move it to conf/"
                        + engine.name()
                        + "/"
                        + hostName
                        + ", or name the Engine "
                        + engineName;
            }
        }
        return "is not read: server.xml has neither an Engine "
                + engineName
                + " nor a Host "
                + hostName
                + NearestName.hint(
                        hostName, engines().stream().flatMap(e -> hosts(e).stream()).toList())
                + "; move it to conf/<Engine>/<Host>, or remove it";
    }

    private static HostConfig named(String name, EngineConfig engine) {
        return engine.hosts().stream().filter(h -> h.name().equals(name)).findFirst().orElse(null);
    }

    private static List<String> hosts(EngineConfig engine) {
        return engine.hosts().stream().map(HostConfig::name).toList();
    }

    private String shown(Path file) {
        return layout.resolve("").relativize(file).toString().replace('\\', '/');
    }

    /** Other XML files may be below conf, too. */
    private static boolean isDescriptor(Path file) {
        String name = file.getFileName().toString();
        if (!Files.isRegularFile(file) || !name.endsWith(".xml")) {
            return name.equals("context.xml" + DEFAULT) || name.equals("web.xml" + DEFAULT);
        }
        List<String> elements = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            SecureXml.scan(in, (element, attributes) -> elements.add(element));
        } catch (IOException | XMLStreamException e) {
            // Errors in it are reported where it is read.
        }
        return elements.isEmpty() || elements.get(0).equals("Context");
    }

    /** Sorted, without hidden ones; empty if it cannot be read. */
    private static List<Path> list(Path directory) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream =
                Files.newDirectoryStream(
                        directory, file -> !file.getFileName().toString().startsWith("."))) {
            stream.forEach(entries::add);
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // unreadable ones protect nothing elsewhere either
        }
        entries.sort(null);
        return entries;
    }
}

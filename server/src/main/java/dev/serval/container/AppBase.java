package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.ContextNames;
import dev.serval.config.HostConfig;
import dev.serval.config.Location;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directory of a host's web applications. Used once, by the host that is started. */
final class AppBase {
    private static final Logger LOG = LoggerFactory.getLogger(AppBase.class);
    private static final Set<String> NEVER = Set.of("META-INF", "WEB-INF");

    private final Path directory;
    private final HostConfig host;
    private final Path descriptors;

    /**
     * @param descriptors where Tomcat keeps a host's context descriptors; may be null
     */
    AppBase(Path directory, HostConfig host, Path descriptors) {
        this.directory = directory;
        this.host = host;
        this.descriptors = descriptors;
    }

    /** A context for every directory that is a web application and not declared by itself. */
    List<ContextConfig> directories() throws LifecycleException {
        Set<String> taken = new HashSet<>();
        host.contexts().forEach(context -> taken.add(context.path()));
        List<ContextConfig> found = new ArrayList<>();
        for (Path entry : sorted(directory)) {
            String name = entry.getFileName().toString();
            if (name.startsWith(".") || NEVER.contains(name.toUpperCase(Locale.ROOT))) {
                continue;
            }
            if (host.deployIgnore() != null && host.deployIgnore().matcher(name).matches()) {
                continue;
            }
            if (!Files.isDirectory(entry)) {
                if (name.toLowerCase(Locale.ROOT).endsWith(".war")) {
                    LOG.warn("SRV-0510 {} is not deployed: WAR deployment is not there yet", entry);
                }
            } else if (name.contains("##")) {
                LOG.warn(
                        "SRV-0511 {} is not deployed: versions of applications are not there yet",
                        entry);
            } else if (!ContextNames.isPath(ContextNames.path(name))) {
                LOG.warn("SRV-0515 {} is not deployed: its name cannot be a path", entry);
            } else if (taken.add(ContextNames.path(name))) {
                Location at = new Location(entry.toString(), 0, 0);
                found.add(ContextConfig.of(at, ContextNames.path(name), name));
            }
        }
        descriptors(found);
        return found;
    }

    /** Descriptors without a directory deploy something in Tomcat, and nothing here. */
    private void descriptors(List<ContextConfig> found) throws LifecycleException {
        if (descriptors == null || !Files.isDirectory(descriptors)) {
            return;
        }
        Set<String> directories = new HashSet<>();
        found.forEach(context -> directories.add(context.docBase() + ".xml"));
        for (Path entry : sorted(descriptors)) {
            String name = entry.getFileName().toString();
            if (name.endsWith(".xml") && !directories.contains(name)) {
                LOG.warn(
                        "SRV-0512 {} deploys nothing: context descriptors are not there yet;"
                                + " a Context in server.xml does it",
                        entry);
            }
        }
    }

    private static List<Path> sorted(Path directory) throws LifecycleException {
        List<Path> entries = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return entries;
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            stream.forEach(entries::add);
        } catch (IOException e) {
            throw new LifecycleException(directory + " cannot be read: " + e, e);
        }
        entries.sort(null);
        return entries;
    }
}

package dev.serval.startup;

import dev.serval.config.Compatibility;
import dev.serval.config.ConfigurationChanges.Change;
import dev.serval.config.ServerXml;
import dev.serval.config.Surroundings;
import dev.serval.container.Server;
import dev.serval.extension.Extensions;
import dev.serval.lifecycle.LifecycleException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads server.xml again for a running server, which applies the changes that it can apply without
 * loss. Thread-safe; one at a time.
 */
final class ConfigurationReload {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationReload.class);

    private final Path serverXml;
    private final Extensions extensions;
    private final Compatibility compatibility;
    private final Server server;
    private final Consumer<StopTimes> stop;

    /**
     * @param extensions the extensions with which the configuration of the start was read
     * @param stop takes the limits of the stop
     */
    ConfigurationReload(
            Path serverXml,
            Extensions extensions,
            Compatibility compatibility,
            Server server,
            Consumer<StopTimes> stop) {
        this.serverXml = serverXml;
        this.extensions = extensions;
        this.compatibility = compatibility;
        this.server = server;
        this.stop = stop;
    }

    /**
     * Returns lines for operators: problems of the file, the differences, and which of them are in
     * effect now.
     *
     * @throws LifecycleException if the file has errors, or a part of it cannot be started, with a
     *     line for each reason; nothing has changed then
     */
    synchronized List<String> run() throws LifecycleException {
        ServerXml.Result read =
                ServerXml.read(serverXml, Surroundings.ofProcess(), extensions, compatibility);
        List<String> lines = new ArrayList<>();
        read.problems().forEach(problem -> lines.add(Configuration.line(problem)));
        ServerXml.taken(extensions).forEach(problem -> lines.add(Configuration.line(problem)));
        try {
            if (read.config() == null) {
                throw new LifecycleException(String.join("\n", lines));
            }
            List<Change> changes = server.reload(read.config());
            // What has no effect does not count at the next start either.
            Set<String> vain =
                    read.findings().get().stream()
                            .filter(each -> !each.verdict().counts())
                            .map(each -> each.at().toString())
                            .collect(Collectors.toSet());
            changes.stream()
                    .filter(change -> !vain.contains(change.at().toString()))
                    .forEach(change -> lines.add(change.toString()));
            if (changes.isEmpty()) {
                lines.add(serverXml + " says what it said before.");
            }
        } catch (LifecycleException e) {
            LOG.warn(
                    "SRV-0761 {} was read anew, and nothing has changed: {}",
                    serverXml,
                    e.getMessage());
            throw e;
        }
        stop.accept(StopTimes.of(read.config()));
        LOG.info("{} was read anew", serverXml);
        lines.forEach(LOG::info);
        return lines;
    }
}

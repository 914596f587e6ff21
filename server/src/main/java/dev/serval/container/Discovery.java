package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.ContextXml;
import dev.serval.config.HostConfig;
import dev.serval.config.xml.Problem;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.Location;
import dev.serval.webapp.AppBaseEntry;
import dev.serval.webapp.AppName;
import dev.serval.webapp.Deployments;
import dev.serval.webapp.WarFiles;
import dev.serval.webapp.WatchedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the applications that the deployer of a host finds. Thread-safe. */
final class Discovery implements Deployments {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
    private static final String OWN = "META-INF/context.xml";

    private final HostConfig host;
    private final HostPaths places;
    private final Applications applications;
    private final Path appBase;

    Discovery(HostConfig host, HostPaths places, Applications applications, Path appBase) {
        this.host = host;
        this.places = places;
        this.applications = applications;
        this.appBase = appBase;
    }

    @Override
    public Runnable deploy(AppBaseEntry found) {
        WebappPaths place = places.of(found.name(), found.file(), null);
        Location at = new Location(found.file().toString(), 0, 0);
        ContextConfig plain = ContextConfig.of(at, found.name().path(), found.file().toString());
        try {
            return applications.deploy(new Context(plain, place, applications, true));
        } catch (LifecycleException e) {
            // Thrown only for applications given in Java; if it happens, the others go on.
            return () -> LOG.error("SRV-0521 {} could not be deployed", found.file(), e);
        }
    }

    @Override
    public void undeploy(AppName name) {
        applications.undeploy(name.path(), name.version());
    }

    @Override
    public void remove(AppBaseEntry found) {
        undeploy(found.name());
        if (places.holds(found.file())) {
            WarFiles.remove(found.file());
        }
        if (found.descriptor() != null) {
            WarFiles.remove(found.descriptor());
        }
    }

    @Override
    public boolean isSuperseded(AppName name) {
        return applications.isSuperseded(name.path(), name.version());
    }

    @Override
    public boolean isStopped(AppName name) {
        return applications.stopped().find(name.path(), name.version()) != null;
    }

    @Override
    public boolean isReloadable(AppName name) {
        Context context = applications.find(name.path(), name.version());
        return context != null && context.isReloadable();
    }

    @Override
    public WatchedFiles watched(AppName name) {
        Context context = applications.find(name.path(), name.version());
        return context == null ? WatchedFiles.NONE : context.watched();
    }

    @Override
    public NamedDocBase docBase(Path descriptor) {
        if (!Files.isRegularFile(descriptor)) {
            return NamedDocBase.NONE;
        }
        ContextXml.Source source = new ContextXml.Source(descriptor, descriptor.toString());
        ContextXml.Result result = ContextXml.read(source, "", places.extensions());
        if (result.config() == null) {
            return new NamedDocBase(null, firstError(result.problems()));
        }
        String docBase = result.config().docBase();
        return docBase == null
                ? NamedDocBase.NONE
                : new NamedDocBase(appBase.resolve(docBase).normalize(), null);
    }

    private static String firstError(List<Problem> problems) {
        return problems.stream()
                .filter(problem -> problem.severity() == Problem.Severity.ERROR)
                .findFirst()
                .map(Problem::toString)
                .orElse(null);
    }

    @Override
    public Path descriptor(AppBaseEntry found) {
        boolean copies = host.deployment().copyXml() && host.deployment().deployXml();
        if (found.descriptor() != null || !copies) {
            return found.descriptor();
        }
        if (UnreadDescriptors.refusal(places.of(found.name(), found.file(), null)) != null) {
            return null; // the copy would replace a protecting one
        }
        Path copy = places.descriptors().resolve(found.name().base() + ".xml");
        try {
            byte[] own = WarFiles.read(found.file(), OWN);
            if (own == null) {
                return null;
            }
            Files.createDirectories(copy.getParent());
            Files.write(copy, own);
            return copy;
        } catch (IOException e) {
            LOG.warn("SRV-0535 {} of {} is not copied: {}", OWN, found.file(), e.toString());
            return null;
        }
    }
}

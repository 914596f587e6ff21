package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.ContextXml;
import dev.serval.config.Location;
import dev.serval.config.Problem;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.webapp.AppName;
import dev.serval.webapp.Deployments;
import dev.serval.webapp.Found;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes applications of what the deployer of a host finds. Used by one thread at a time. */
final class Discovery implements Deployments {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    private final Places places;
    private final Applications applications;
    private final Path appBase;

    Discovery(Places places, Applications applications, Path appBase) {
        this.places = places;
        this.applications = applications;
        this.appBase = appBase;
    }

    @Override
    public void deploy(Found found) {
        Place place = places.of(found.name(), found.file(), null);
        Location at = new Location(found.file().toString(), 0, 0);
        ContextConfig plain = ContextConfig.of(at, found.name().path(), found.file().toString());
        try {
            applications.deploy(new Context(plain, place, true));
        } catch (LifecycleException e) {
            // Nothing of it was given in Java; should it happen, the others go on.
            LOG.error("SRV-0521 {} could not be deployed", found.file(), e);
        }
    }

    @Override
    public void undeploy(AppName name) {
        applications.undeploy(name.path(), name.version());
    }

    @Override
    public boolean isReloadable(AppName name) {
        Context context = applications.find(name.path(), name.version());
        return context != null && context.isReloadable();
    }

    @Override
    public Path docBase(Path descriptor) {
        if (!Files.isRegularFile(descriptor)) {
            return null;
        }
        ContextXml.Result result = ContextXml.read(descriptor, descriptor.toString(), "");
        if (result.config() == null || result.config().docBase() == null) {
            return null;
        }
        return appBase.resolve(result.config().docBase()).normalize();
    }

    /**
     * What the descriptor of an application says, the host's before its own; null when there is
     * none. Throws LifecycleException when it has errors.
     */
    static ContextConfig descriptor(Place place, String path) throws LifecycleException {
        Path file = place.descriptor();
        if (file == null || !Files.isRegularFile(file)) {
            file = place.own();
        }
        if (!Files.isRegularFile(file)) {
            return null;
        }
        boolean own = file.startsWith(place.docBase());
        String shown = own ? place.docBase().relativize(file).toString() : file.toString();
        ContextXml.Result result = ContextXml.read(file, shown, path);
        for (Problem problem : result.problems()) {
            if (problem.severity() == Problem.Severity.ERROR) {
                throw new LifecycleException(problem.toString());
            }
            LOG.warn("SRV-0522 [{}] {}", path.isEmpty() ? "/" : path, problem);
        }
        return result.config();
    }
}

package dev.serval.container;

import dev.serval.config.ContextConfig;
import dev.serval.config.ContextXml;
import dev.serval.config.xml.Problem;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.settings.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the files with a {@code Context} element say of one application; for {@link Context}.
 * Stateless. In Tomcat's order, the later counts more: conf/context.xml, context.xml.default of the
 * host, then the descriptor of the host for this application or, if there is none, its own.
 */
final class ContextDescriptors {
    private static final Logger LOG = LoggerFactory.getLogger(ContextDescriptors.class);

    private ContextDescriptors() {}

    /** Why the application is not served, since its own descriptor must not count; or null. */
    static String refusal(WebappPaths place) {
        return !place.deployXml() && has(place.own()) && !has(place.descriptor())
                ? "its META-INF/context.xml must not count (deployXML=\"false\" of the Host): put"
                        + " what is right of it into "
                        + place.descriptor()
                : null;
    }

    /** Of an application that was found. Throws LifecycleException for an error. */
    static ContextConfig found(WebappPaths place, String path) throws LifecycleException {
        return read(place, source(place), path);
    }

    /**
     * Of one that server.xml declares: the parameters and entries that hold for all are added.
     * Throws LifecycleException for an error.
     */
    static ContextConfig declared(WebappPaths place, ContextConfig config)
            throws LifecycleException {
        if (config.at() == Location.NONE) {
            return config;
        }
        return config.after(read(place, null, config.path()));
    }

    private static ContextConfig read(WebappPaths place, ContextXml.Source own, String path)
            throws LifecycleException {
        List<ContextXml.Source> defaults =
                place.defaults().map(file -> new ContextXml.Source(file, file.toString())).toList();
        ContextXml.Result result =
                ContextXml.read(defaults, own, path, place.layout().loaders().extensions());
        for (Problem problem : result.problems()) {
            if (problem.severity() == Problem.Severity.ERROR) {
                throw new LifecycleException(problem.toString());
            }
            boolean its = own != null && problem.file().equals(own.shown());
            if (its) {
                LOG.warn("SRV-0522 [{}] {}", path.isEmpty() ? "/" : path, problem);
            } else if (place.layout().loaders().isNews(problem.toString())) {
                LOG.warn("SRV-0522 {}", problem);
            }
        }
        return result.config();
    }

    private static ContextXml.Source source(WebappPaths place) {
        if (has(place.descriptor())) {
            return new ContextXml.Source(place.descriptor(), shown(place, place.descriptor()));
        }
        return has(place.own())
                ? new ContextXml.Source(place.own(), shown(place, place.own()))
                : null;
    }

    /** How problems call a file: one of the application without the way to it. */
    static String shown(WebappPaths place, Path file) {
        return file.equals(place.own())
                ? place.docBase().relativize(file).toString()
                : file.toString();
    }

    private static boolean has(Path file) {
        return file != null && Files.isRegularFile(file);
    }
}

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
 * Reads the files with a {@code Context} element for one application; for {@link Context}.
 * Stateless. In Tomcat's order, where later files override: conf/context.xml, context.xml.default
 * of the host, then the descriptor of the host for this application or, if there is none, its own.
 */
final class ContextDescriptors {
    private static final Logger LOG = LoggerFactory.getLogger(ContextDescriptors.class);

    private ContextDescriptors() {}

    /**
     * Why the application is not served: its own descriptor must not be read; null if it is served.
     */
    static String refusal(WebappPaths place) {
        return !place.deployXml() && has(place.own()) && !has(place.descriptor())
                ? "its META-INF/context.xml must not be read (deployXML=\"false\" of the Host):"
                        + " copy its valid settings to "
                        + place.descriptor()
                : null;
    }

    /** For an application that was found. Throws LifecycleException for an error. */
    static ContextConfig found(WebappPaths place, String path) throws LifecycleException {
        return read(place, source(place), path);
    }

    /**
     * For an application in server.xml: the parameters and entries of all files are added. Throws
     * LifecycleException for an error.
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
                ContextXml.read(
                        defaults,
                        own,
                        path,
                        place.layout().loaders().extensions(),
                        place.layout().compatibility(),
                        place.inherited());
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
        if (result.config().realm() != null) {
            Layout layout = place.layout();
            layout.databases().announce(result.config().realm(), layout, false);
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

    /** The name of a file in problems: without the path of the application. */
    static String shown(WebappPaths place, Path file) {
        return file.equals(place.own())
                ? place.root().relativize(file).toString()
                : file.toString();
    }

    private static boolean has(Path file) {
        return file != null && Files.isRegularFile(file);
    }
}

package dev.serval.config;

import java.nio.file.Path;
import java.util.List;

/**
 * Reads a {@code Context} element that stands in a file of its own: {@code META-INF/context.xml},
 * {@code conf/engine/host/name.xml}. Stateless, thread-safe.
 */
public final class ContextXml {
    private ContextXml() {}

    /**
     * What came of a file. Immutable.
     *
     * @param config null when there is an error among the problems
     * @param problems in the order of the file
     */
    public record Result(ContextConfig config, List<Problem> problems) {}

    /**
     * Reads a file; never throws for what is in it, or for its absence. Its valves are not looked
     * at.
     *
     * @param shown how problems call it
     * @param path where the application answers
     */
    public static Result read(Path file, String shown, String path) {
        Reading reading =
                new Reading(new Placeholders(Placeholders.of(System::getProperty, System::getenv)));
        XmlElement root = XmlFile.read(file, shown, reading);
        if (root == null) {
            return new Result(null, reading.problems());
        }
        if (!root.name.equals("Context")) {
            reading.error(root.at, "the root element is " + root.name + ", it should be Context");
            return new Result(null, reading.problems());
        }
        ContextConfig config = ContextReader.descriptor(root, reading, path);
        return new Result(reading.failed() ? null : config, reading.problems());
    }

    /**
     * What has no effect in the file for all applications, {@code conf/context.xml}: all of it but
     * valves, which whoever deploys an application judges, and what is watched anyway.
     */
    public static List<Problem> defaults(Path file, String shown) {
        Reading reading =
                new Reading(new Placeholders(Placeholders.of(System::getProperty, System::getenv)));
        XmlElement root = XmlFile.read(file, shown, reading);
        if (root == null) {
            return reading.problems();
        }
        String where = " has no effect in " + shown + " yet; ";
        for (XmlElement.Attr attribute : root.attributes.values()) {
            reading.warning(
                    attribute.at(),
                    attribute.name()
                            + " of Context"
                            + where
                            + "say it in descriptors of applications");
        }
        for (XmlElement child : root.children) {
            if (child.name.equals("WatchedResource")) {
                ContextReader.watched(child, reading);
            } else if (!child.name.equals("Valve")) {
                reading.warning(
                        child.at,
                        child.name
                                + " in Context"
                                + where
                                + "say it in descriptors of applications");
            }
        }
        return reading.problems();
    }
}

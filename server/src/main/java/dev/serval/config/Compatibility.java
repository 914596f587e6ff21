package dev.serval.config;

import java.nio.file.Path;
import java.util.List;

/**
 * How much of a server is as Tomcat has it. Immutable.
 *
 * @param defaults whether Tomcat's defaults count where Serval's are stricter; null for what {@code
 *     compat} of {@code Server} says
 * @param classPath what all applications see of the directory of Tomcat that is served: jars, and
 *     directories of classes; null where none is. Nothing is written there but below {@code logs},
 *     {@code temp} and {@link #WORK}.
 */
public record Compatibility(Boolean defaults, List<Path> classPath) {
    /** Where scratch files are in a directory of Tomcat, relative to it. */
    public static final String WORK = "work/serval";

    /** A server of its own kind. */
    public static final Compatibility NONE = new Compatibility(null, null);

    public Compatibility {
        classPath = classPath == null ? null : List.copyOf(classPath);
    }

    /** Whether a directory of Tomcat is served as it is. */
    public boolean isAdopted() {
        return classPath != null;
    }

    /** Whether Tomcat's defaults count. */
    public boolean asTomcat() {
        return defaults != null && defaults;
    }

    /** The same with other defaults. */
    Compatibility with(boolean tomcatDefaults) {
        return new Compatibility(tomcatDefaults, classPath);
    }
}

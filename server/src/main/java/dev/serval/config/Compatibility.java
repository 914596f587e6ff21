package dev.serval.config;

import java.nio.file.Path;
import java.util.List;

/**
 * How far a server follows Tomcat. Immutable.
 *
 * @param defaults whether Tomcat's defaults count where Serval's are stricter; null for the value
 *     of {@code compat} of {@code Server}
 * @param classPath the jars and directories of classes in the served Tomcat directory that all
 *     applications see; null if none is served. Nothing is written in it except below {@code logs},
 *     {@code temp} and {@link #WORK}.
 */
public record Compatibility(Boolean defaults, List<Path> classPath) {
    /** The directory of scratch files in a Tomcat directory, relative to it. */
    public static final String WORK = "work/serval";

    /** No Tomcat directory is served, and server.xml chooses the defaults. */
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

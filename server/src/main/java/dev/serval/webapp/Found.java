package dev.serval.webapp;

import java.nio.file.Path;

/**
 * An application as it lies in the file system at one moment. Immutable.
 *
 * @param name its path and version
 * @param kind what {@code file} is
 * @param file the WAR or the directory; it may have gone since
 * @param descriptor of the host for this application; null when there is none
 * @param stamp equal as long as nothing has changed that asks for a new deployment
 */
public record Found(AppName name, Kind kind, Path file, Path descriptor, String stamp) {
    /** How an application comes. */
    public enum Kind {
        DIRECTORY,
        WAR
    }
}

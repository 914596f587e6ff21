package dev.serval.webapp;

import java.nio.file.Path;

/**
 * The files of an application at one moment. Immutable.
 *
 * @param name its path and version
 * @param kind what {@code file} is
 * @param file the WAR or the directory; it may have gone since
 * @param descriptor of the host for this application; null if there is none
 * @param stamp equal as long as nothing has changed that requires a new deployment
 */
public record AppBaseEntry(AppName name, Packaging kind, Path file, Path descriptor, String stamp) {
    /** The form of an application. */
    public enum Packaging {
        DIRECTORY,
        /** Any change requires a new deployment: a converted copy is served. */
        CONVERTED_DIRECTORY,
        WAR
    }

    static AppBaseEntry of(AppName name, Packaging kind, Path file, Path descriptor) {
        String stamp =
                switch (kind) {
                    case DIRECTORY -> Stamps.ofApplication(file);
                    case CONVERTED_DIRECTORY -> Stamps.of(file) + " " + Stamps.ofTree(file);
                    case WAR -> Stamps.of(file);
                };
        String described = descriptor == null ? "" : " " + Stamps.of(descriptor);
        return new AppBaseEntry(name, kind, file, descriptor, file + " " + stamp + described);
    }

    /** The same files with another descriptor of the host. */
    AppBaseEntry with(Path other) {
        return other == descriptor ? this : of(name, kind, file, other);
    }

    /** Equal as long as its classes have not changed; empty if they cannot change alone. */
    String classes() {
        return kind == Packaging.DIRECTORY ? Stamps.ofClasses(file) : "";
    }
}

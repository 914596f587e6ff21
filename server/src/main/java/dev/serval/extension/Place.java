package dev.serval.extension;

import java.nio.file.Path;

/** The place of an object in the server. Thread-safe. */
public interface Place {
    /** The parent element, for example {@code Host}. */
    String parent();

    /** A file from the configuration: absolute, or relative to the base of the server. */
    Path file(String path);

    /**
     * The directory for files of that element: {@code conf/Catalina} of an Engine, {@code
     * conf/Catalina/localhost} of a Host, the WEB-INF of a Context, whether or not it exists; null
     * if there is none.
     */
    default Path directory() {
        return null;
    }

    /**
     * A service of the server for all of its parts or, for those of an application, the
     * configuration of its login.
     *
     * @param type for example {@link dev.serval.security.UserFiles}, {@link
     *     dev.serval.security.RealmResources}, {@link dev.serval.security.LoginConfig}, {@link
     *     dev.serval.lifecycle.ApplicationStatuses}; a {@link ClassLoader} is that of the classes
     *     that all applications see
     * @throws IllegalArgumentException if there is no such service
     */
    <S> S service(Class<S> type);
}

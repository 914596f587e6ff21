package dev.serval.extension;

import java.nio.file.Path;

/** Where something is made. Thread-safe. */
public interface Place {
    /** The element that it stands in, for example {@code Host}. */
    String parent();

    /** A file that the configuration names: absolute, or relative to the base of the server. */
    Path file(String path);

    /**
     * What the server has for all of its parts, and for those of an application what that says of
     * logins.
     *
     * @param type for example {@link dev.serval.security.UserFiles}, {@link
     *     dev.serval.security.LoginConfig}
     * @throws IllegalArgumentException when it has no such thing
     */
    <S> S service(Class<S> type);
}

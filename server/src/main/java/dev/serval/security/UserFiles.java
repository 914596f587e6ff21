package dev.serval.security;

import java.util.function.Supplier;

/** The files of users that the realms of one server share. Thread-safe. */
public interface UserFiles {
    /**
     * The users of a file, which is read again when it changes.
     *
     * @param file in Tomcat's form, absolute or relative to the base
     */
    Supplier<Users> users(String file);

    /** A UserDatabase in GlobalNamingResources; null if there is none of that name. */
    UserDatabase database(String name);

    /** The threads that hash slowly. */
    LoginThreads hashThreads();
}

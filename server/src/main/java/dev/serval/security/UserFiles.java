package dev.serval.security;

import java.util.function.Supplier;

/** What realms with files of users share in one server. Thread-safe. */
public interface UserFiles {
    /**
     * The users of a file, read anew when it changes.
     *
     * @param file in Tomcat's form, absolute or relative to the base
     */
    Supplier<Users> users(String file);

    /** The file of a UserDatabase in GlobalNamingResources; null if there is none of that name. */
    String database(String name);

    /** The threads that hash slowly. */
    HashThreads hashThreads();
}

package dev.serval.config;

import dev.serval.builtin.resource.NamedDataSource;
import dev.serval.security.UserSchema;

/** A UserDatabase in GlobalNamingResources. Immutable. */
public sealed interface UserDatabaseConfig {
    /**
     * Users of a file. Immutable.
     *
     * @param pathname of the file, absolute or relative to the base
     * @param readonly whether programs cannot change it; default true
     * @param watchSource whether the file is read anew when it changes; default true
     */
    record OfFile(String pathname, boolean readonly, boolean watchSource)
            implements UserDatabaseConfig {}

    /**
     * Users of the tables of a database, which are only read. Immutable.
     *
     * @param source in GlobalNamingResources
     */
    record OfTables(NamedDataSource source, UserSchema schema) implements UserDatabaseConfig {}
}

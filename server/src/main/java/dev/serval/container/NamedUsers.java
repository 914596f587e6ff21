package dev.serval.container;

import dev.serval.config.UserDatabaseConfig;
import dev.serval.security.UserDatabase;
import dev.serval.security.UserTable;
import dev.serval.security.Users;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** A UserDatabase of GlobalNamingResources, in a file. Thread-safe. */
record NamedUsers(String name, UserDatabaseConfig.OfFile config, UserFile file)
        implements UserDatabase {
    @Override
    public UserTable table() {
        return file.table();
    }

    @Override
    public Users users() {
        return file.get();
    }

    @Override
    public boolean isReadOnly() {
        return config.readonly();
    }

    @Override
    public void change(UnaryOperator<UserTable> change) throws IOException {
        if (isReadOnly()) {
            throw new IOException(
                    "the UserDatabase " + name + " has not readonly=\"false\" in server.xml");
        }
        file.change(change);
    }

    @Override
    public String toString() {
        return "UserDatabase " + name;
    }
}

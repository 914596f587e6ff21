package dev.serval.container;

import dev.serval.config.RealmConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServiceConfig;
import dev.serval.config.UserDatabaseConfig;
import dev.serval.security.UserTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The file of users that a configuration names, for a command that changes it while the server runs
 * or not. Immutable.
 *
 * @param path of the file, which may be missing
 */
public record StoredUsers(Path path) {
    /**
     * The file of a configuration: of its UserDatabase, or else of a MemoryRealm of an Engine; null
     * if there is none.
     *
     * @throws IOException if there are several
     */
    public static StoredUsers of(ServerConfig config, Path home, Path base) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (UserDatabaseConfig database : config.userDatabases().values()) {
            if (database instanceof UserDatabaseConfig.OfFile file) {
                names.add(file.pathname());
            }
        }
        if (names.isEmpty()) {
            for (ServiceConfig service : config.services()) {
                RealmConfig realm = service.engine().realm();
                if (realm != null) {
                    realm.ofFiles().stream()
                            .filter(users -> users.pathname() != null)
                            .forEach(users -> names.add(users.pathname()));
                }
            }
        }
        if (names.size() > 1) {
            throw new IOException("there are several files of users: " + names);
        }
        return names.isEmpty()
                ? null
                : new StoredUsers(
                        new Layout(home, base, config).resolveEither(names.iterator().next()));
    }

    /** The content of the file. */
    public UserTable table() {
        return Files.exists(path) ? new UserFile(path, false, false).table() : UserTable.EMPTY;
    }

    /**
     * Changes the file as a whole: a reader sees the former content, or all of the new one.
     *
     * @throws IOException when it cannot be read or written; nothing has changed then
     */
    public void change(UnaryOperator<UserTable> change) throws IOException {
        new UserFile(path, false, false).change(change);
    }
}

package dev.serval.container;

import dev.serval.builtin.UserRealm;
import dev.serval.config.RealmConfig;
import dev.serval.config.UserDatabaseConfig;
import dev.serval.config.UserDatabaseConfig.OfFile;
import dev.serval.config.UserDatabaseConfig.OfTables;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.HostLogins;
import dev.serval.security.LoginThreads;
import dev.serval.security.Realm;
import dev.serval.security.TableUsers;
import dev.serval.security.UserDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes realms from their configuration. Stateless. */
final class Realms {
    private Realms() {}

    /** What the realms of one server share: user files, and threads. Thread-safe. */
    static final class Databases {
        private final Map<String, UserDatabaseConfig> names;
        private final LoginThreads hashThreads;
        // By the path, and whether the file is watched.
        private final Map<String, UserFile> files;

        /**
         * @param names by the names of databases
         */
        Databases(Map<String, UserDatabaseConfig> names) {
            this(names, new LoginThreads(), new ConcurrentHashMap<>());
        }

        private Databases(
                Map<String, UserDatabaseConfig> names,
                LoginThreads hashThreads,
                Map<String, UserFile> files) {
            this.names = Map.copyOf(names);
            this.hashThreads = hashThreads;
            this.files = files;
        }

        /** The same under other names. */
        Databases with(Map<String, UserDatabaseConfig> others) {
            return new Databases(others, hashThreads, files);
        }

        /** Null if there is none of that name. */
        UserDatabase named(String name, ElementPlace place) {
            UserDatabaseConfig config = names.get(name);
            if (config instanceof OfTables tables) {
                return new TableUsers(
                        "the UserDatabase " + name + " of " + tables.source().name(),
                        false,
                        () -> tables.source().find(place),
                        tables.schema());
            }
            return config instanceof OfFile file
                    ? new NamedUsers(name, file, of(file, place.layout(), true))
                    : null;
        }

        LoginThreads hashThreads() {
            return hashThreads;
        }

        /**
         * @param told whether the start has reported its problems
         */
        UserFile of(OfFile config, Layout layout, boolean told) {
            Path file = layout.resolveEither(config.pathname());
            boolean watched = config.watchSource();
            return files.computeIfAbsent(
                    file + " " + watched, key -> new UserFile(file, told, watched));
        }

        /** The user file of a realm that names the file itself. */
        UserFile of(String file, Layout layout) {
            return of(new OfFile(file, true, true), layout, true);
        }

        /**
         * Tells the files of a realm which hashes the realm accepts.
         *
         * @param told whether the start has reported their problems; otherwise they are read now
         */
        void announce(RealmConfig realm, Layout layout, boolean told) {
            for (UserRealm each : realm.ofFiles()) {
                String name = each.resourceName();
                UserDatabaseConfig config =
                        name == null ? new OfFile(each.pathname(), true, true) : names.get(name);
                if (config instanceof OfFile file) {
                    UserFile database = of(file, layout, told);
                    if (each.credentials() != null) {
                        database.takesHashes();
                    }
                    if (!told) {
                        database.get();
                    }
                }
            }
        }
    }

    /**
     * How users log in where that is configured.
     *
     * @param config null if it is not
     * @param outer used then; its shared logins apply in any case
     * @param host the name of the host; empty outside of one
     * @param parts makes the realm, starts and stops it
     */
    static HostLogins logins(
            RealmConfig config, HostLogins outer, ElementPlace place, String host, Parts parts)
            throws LifecycleException {
        if (config == null) {
            return outer;
        }
        place.layout().databases().announce(config, place.layout(), true);
        // The element may name a database, whose file is configured elsewhere.
        List<?> madeOf = List.of(host, config.factory(), place.layout().databases().names);
        Realm realm =
                parts.current(
                                madeOf,
                                () -> place.make(config.factory(), config.at(), "Realm"),
                                Run::new)
                        .made();
        return new HostLogins(realm, config.settings(), outer.singleSignOn());
    }

    private record Run(Realm realm) implements Component {
        @Override
        public void start() throws LifecycleException {
            try {
                realm.start();
            } catch (RuntimeException | Error e) {
                throw new LifecycleException("SRV-0544 the Realm cannot start: " + e, e);
            }
        }

        @Override
        public void stop(Duration within) {
            realm.stop();
        }
    }
}

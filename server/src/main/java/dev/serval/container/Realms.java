package dev.serval.container;

import dev.serval.config.RealmConfig;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.HashThreads;
import dev.serval.security.HostLogins;
import dev.serval.security.Realm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes realms of their configuration. Stateless. */
final class Realms {
    private Realms() {}

    /** What the realms of one server share: user files, and threads. Thread-safe. */
    static final class Databases {
        private final Map<String, String> names;
        private final HashThreads hashThreads;
        private final Map<Path, UserDatabase> files;

        /**
         * @param names path names by the names of databases
         */
        Databases(Map<String, String> names) {
            this(names, new HashThreads(), new ConcurrentHashMap<>());
        }

        private Databases(
                Map<String, String> names, HashThreads hashThreads, Map<Path, UserDatabase> files) {
            this.names = Map.copyOf(names);
            this.hashThreads = hashThreads;
            this.files = files;
        }

        /** The same under other names. */
        Databases with(Map<String, String> others) {
            return new Databases(others, hashThreads, files);
        }

        /** The file of a database; null if there is none of that name. */
        String path(String name) {
            return names.get(name);
        }

        HashThreads hashThreads() {
            return hashThreads;
        }

        UserDatabase of(Path file) {
            return files.computeIfAbsent(file, UserDatabase::new);
        }
    }

    /**
     * By what users log in where that is configured.
     *
     * @param config null where nothing is
     * @param outer what counts then; its logins that applications share count in any case
     * @param host the name of the host; empty where it is none
     * @param parts makes the realm, starts and stops it
     */
    static HostLogins logins(
            RealmConfig config, HostLogins outer, ElementPlace place, String host, Parts parts)
            throws LifecycleException {
        if (config == null) {
            return outer;
        }
        // The element may name a database, whose file is said elsewhere.
        List<?> madeOf = List.of(host, config.factory(), place.layout().databases().names);
        Realm realm =
                parts.part(
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

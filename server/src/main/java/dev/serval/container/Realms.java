package dev.serval.container;

import dev.serval.config.RealmConfig;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.CombinedRealm;
import dev.serval.security.HashThreads;
import dev.serval.security.LockOutRealm;
import dev.serval.security.MemoryRealm;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SingleSignOn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A realm, made of its configuration. Immutable.
 *
 * @param realm that knows the users
 * @param settings what it says of applications
 * @param singleSignOn the logins that the applications of the host share; null for none
 */
record Realms(Realm realm, RealmSettings settings, SingleSignOn singleSignOn) {
    /** Where none is configured nobody can log in. */
    static final Realms NONE = new Realms(Realm.NOBODY, RealmSettings.DEFAULTS, null);

    /** What the realms of one server share: user files, and threads. Thread-safe. */
    static final class Databases {
        private final Map<String, String> names;
        private final HashThreads hashThreads = new HashThreads();
        private final Map<Path, UserDatabase> files = new ConcurrentHashMap<>();

        /**
         * @param names path names by the names of databases
         */
        Databases(Map<String, String> names) {
            this.names = Map.copyOf(names);
        }

        private UserDatabase of(Path file) {
            return files.computeIfAbsent(file, UserDatabase::new);
        }
    }

    /**
     * @param outer where the configuration is null
     */
    static Realms of(RealmConfig config, Realms outer, Layout layout) throws LifecycleException {
        return config == null
                ? outer
                : new Realms(realm(config, layout), config.settings(), outer.singleSignOn);
    }

    /**
     * The same for a host whose applications share their logins.
     *
     * @param settings null where they do not
     */
    Realms sharing(SingleSignOn.Settings settings) {
        return settings == null
                ? this
                : new Realms(realm, this.settings, new SingleSignOn(settings));
    }

    private static Realm realm(RealmConfig config, Layout layout) throws LifecycleException {
        return switch (config.kind()) {
            case GIVEN -> config.given();
            case NULL -> Realm.NOBODY;
            case MEMORY -> memory(config, config.pathname(), layout);
            case USER_DATABASE -> memory(config, database(config, layout), layout);
            case COMBINED -> new CombinedRealm(all(config, layout));
            case LOCK_OUT ->
                    new LockOutRealm(new CombinedRealm(all(config, layout)), config.lockOut());
        };
    }

    private static List<Realm> all(RealmConfig config, Layout layout) throws LifecycleException {
        List<Realm> realms = new ArrayList<>();
        for (RealmConfig inner : config.realms()) {
            realms.add(realm(inner, layout));
        }
        return realms;
    }

    private static String database(RealmConfig config, Layout layout) throws LifecycleException {
        String path = layout.databases().names.get(config.resourceName());
        if (path == null) {
            throw new LifecycleException(
                    config.at()
                            + ": resourceName of Realm is \""
                            + config.resourceName()
                            + "\", but GlobalNamingResources of server.xml has no UserDatabase of"
                            + " that name");
        }
        return path;
    }

    private static Realm memory(RealmConfig config, String path, Layout layout) {
        UserDatabase users = layout.databases().of(layout.resolveEither(path));
        return new MemoryRealm(
                users,
                config.credentials(),
                config.validate(),
                layout.databases().hashThreads,
                config.limits());
    }
}

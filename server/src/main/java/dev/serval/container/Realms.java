package dev.serval.container;

import dev.serval.config.RealmConfig;
import dev.serval.extension.Offer.Factory;
import dev.serval.lifecycle.Component;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.security.HashThreads;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SingleSignOn;
import dev.serval.settings.Location;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A realm, made of its configuration. Thread-safe.
 *
 * @param realm that knows the users
 * @param settings what it says of applications
 * @param singleSignOn the logins that the applications of the host share; null if there is none
 * @param own starts and stops it; null where that is done further out
 */
record Realms(Realm realm, RealmSettings settings, SingleSignOn singleSignOn, Lifecycle own)
        implements Component {
    /** Where none is configured nobody can log in. */
    static final Realms NONE = new Realms(Realm.NOBODY, RealmSettings.DEFAULTS, null, null);

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
     * @param outer where the configuration is null
     */
    static Realms of(RealmConfig config, Realms outer, ElementPlace place)
            throws LifecycleException {
        return config == null
                ? new Realms(outer.realm, outer.settings, outer.singleSignOn, null)
                : new Realms(
                        place.make(config.factory(), config.at(), "Realm"),
                        config.settings(),
                        outer.singleSignOn,
                        new Lifecycle("The realm of " + place.parent()));
    }

    /**
     * The same for a host whose applications share their logins.
     *
     * @param logins null where they do not
     */
    Realms sharing(Factory<SingleSignOn> logins, ElementPlace place) throws LifecycleException {
        return logins == null
                ? this
                : new Realms(realm, settings, place.make(logins, Location.NONE, "Valve"), own);
    }

    @Override
    public void start() throws LifecycleException {
        if (own != null) {
            try {
                own.start(List.of(new Run(realm)));
            } catch (RuntimeException | Error e) {
                throw new LifecycleException("SRV-0544 the Realm cannot start: " + e, e);
            }
        }
    }

    /** Once, and only when it was started; what the realm throws is in the log. */
    @Override
    public void stop(Duration within) {
        if (own != null) {
            own.stop(within);
        }
    }

    private record Run(Realm realm) implements Component {
        @Override
        public void start() {
            realm.start();
        }

        @Override
        public void stop(Duration within) {
            realm.stop();
        }
    }
}

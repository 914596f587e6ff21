package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.settings.Location;
import java.util.List;
import java.util.stream.Stream;

/**
 * The element {@code Realm}: who the users are. Immutable.
 *
 * @param at where it stands
 * @param factory makes it
 * @param settings for applications that use it
 */
public record RealmConfig(Location at, Factory<Realm> factory, RealmSettings settings) {
    /** Where users are looked for when nothing else is said. */
    public static final String USER_FILE = "conf/tomcat-users.xml";

    /** One from Java. */
    public static RealmConfig of(Realm realm) {
        return new RealmConfig(Location.NONE, place -> realm, RealmSettings.DEFAULTS);
    }

    /** Those in it, or itself, whose users are those of a file. */
    public List<UserRealm> ofFiles() {
        return ofFiles(factory).toList();
    }

    private static Stream<UserRealm> ofFiles(Factory<Realm> given) {
        Factory<Realm> factory =
                given instanceof ElementFactory<Realm> element ? element.factory() : given;
        return factory instanceof UserRealm realm
                ? Stream.of(realm)
                : factory instanceof NestingRealm nesting
                        ? nesting.realms().stream().flatMap(RealmConfig::ofFiles)
                        : Stream.of();
    }
}

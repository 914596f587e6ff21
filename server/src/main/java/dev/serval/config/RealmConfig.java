package dev.serval.config;

import dev.serval.builtin.NestingRealm;
import dev.serval.builtin.RealmReader;
import dev.serval.builtin.UserRealm;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.settings.Location;
import java.util.List;
import java.util.stream.Stream;

/**
 * The element {@code Realm}: a source of users. Immutable.
 *
 * @param at its place
 * @param factory makes it
 * @param settings for applications that use it
 */
public record RealmConfig(Location at, Factory<Realm> factory, RealmSettings settings) {
    /**
     * Reads it; an unknown class is an error.
     *
     * @param before the realm before it in the same element, or in a file with lower precedence,
     *     which is replaced; null if there is none
     * @return null when there is an error
     */
    static RealmConfig read(XmlElement xml, RealmConfig before, Reading reading) {
        if (before != null && before.at().file().equals(xml.at.file())) {
            reading.error(xml.at, "there is a Realm in this element already, at " + before.at());
        }
        OfferReader.Read<Realm> read = OfferReader.read(Kind.REALM, xml, reading);
        return read == null
                ? null
                : new RealmConfig(xml.at, read.factory(), RealmReader.settings(read.values()));
    }

    /** A realm from Java. */
    public static RealmConfig of(Realm realm) {
        return new RealmConfig(Location.NONE, new GivenFactory<>(realm), RealmSettings.DEFAULTS);
    }

    /** The realms with users from a file: those nested in it, or itself. */
    public List<UserRealm> ofFiles() {
        return ofFiles(factory).toList();
    }

    private static Stream<UserRealm> ofFiles(Factory<Realm> factory) {
        if (factory instanceof ElementFactory<Realm> element) {
            return ofFiles(element.factory());
        }
        return factory instanceof UserRealm realm
                ? Stream.of(realm)
                : factory instanceof NestingRealm nesting
                        ? nesting.realms().stream().flatMap(RealmConfig::ofFiles)
                        : Stream.of();
    }
}

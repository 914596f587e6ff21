package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.security.CredentialHandler;
import dev.serval.security.LockOutRealm;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.RealmSettings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code Realm} and the realms in it. Stateless. One that is not there is an error. */
final class RealmReader {
    private static final String PACKAGE = "org.apache.catalina.realm.";
    private static final String USER_DATABASE = PACKAGE + "UserDatabaseRealm";
    private static final String MEMORY = PACKAGE + "MemoryRealm";
    private static final String LOCK_OUT = PACKAGE + "LockOutRealm";
    private static final String COMBINED = PACKAGE + "CombinedRealm";
    private static final String NULL = PACKAGE + "NullRealm";
    private static final LockOutRealm.Settings LOCK = LockOutRealm.Settings.DEFAULTS;

    private static final Attribute<String> CLASS_NAME =
            Attribute.of(
                            "className",
                            new Format<>(
                                    Stream.of(USER_DATABASE, MEMORY, LOCK_OUT, COMBINED, NULL)
                                            .sorted()
                                            .collect(Collectors.joining(", ")),
                                    text -> text),
                            null,
                            "What kind of realm it is.")
                    .needed();
    private static final Attribute<String> RESOURCE_NAME =
            Attribute.of(
                    "resourceName",
                    Format.text(),
                    "UserDatabase",
                    "Of a UserDatabaseRealm: the UserDatabase in GlobalNamingResources.");
    private static final Attribute<String> PATHNAME =
            Attribute.of(
                    "pathname",
                    Format.text(),
                    RealmConfig.USER_FILE,
                    "Of a MemoryRealm: the file of its users, absolute or relative to the base."
                            + " Read anew when it changes.");
    private static final Attribute<Integer> FAILURE_COUNT =
            Attribute.of(
                    "failureCount",
                    Format.integer(Unit.NONE, 1, 1_000_000),
                    LOCK.failureCount(),
                    "Of a LockOutRealm: failures in a row after which a user is locked.");
    private static final Attribute<Integer> LOCK_OUT_TIME =
            Attribute.of(
                    "lockOutTime",
                    Format.integer(Unit.SECONDS, 1, 1_000_000),
                    LOCK.lockOutTime(),
                    "Of a LockOutRealm: how long; a further attempt begins it anew.");
    private static final Attribute<Integer> CACHE_SIZE =
            Attribute.of(
                    "cacheSize",
                    Format.integer(Unit.NONE, 1, 1_000_000),
                    LOCK.cacheSize(),
                    "Of a LockOutRealm: users whose failures are remembered; those that are locked"
                            + " are forgotten last.");
    private static final Attribute<Boolean> CASE_SENSITIVE =
            Attribute.of(
                    "caseSensitive",
                    Format.bool(),
                    LOCK.caseSensitive(),
                    "Of a LockOutRealm: whether a name in another case is another user.");
    private static final Attribute<Boolean> VALIDATE =
            Attribute.of(
                    "validate",
                    Format.bool(),
                    true,
                    "Whether certificates of users must not be used before or after their time.");
    private static final Attribute<Integer> MAX_QUEUE_SIZE =
            Attribute.of(
                    "maxQueueSize",
                    Format.integer(Unit.NONE, 0, 10_000),
                    RealmLimits.DEFAULTS.maxQueueSize(),
                    "Logins that wait until their password can be hashed: half of the processors"
                            + " hash at once. Further ones are answered with 503 and Retry-After at"
                            + " once; a client address (IPv6: its /64) that has fewer of the places"
                            + " than another takes one from the one that has most. Serval's own.");
    private static final Attribute<Integer> MAX_QUEUE_TIME =
            Attribute.of(
                    "maxQueueTime",
                    Format.integer(Unit.MILLISECONDS, 0, 600_000),
                    RealmLimits.DEFAULTS.maxQueueTime(),
                    "How long one of them waits before it is answered with 503. Serval's own.");
    private static final Attribute<RealmSettings.AllRoles> ALL_ROLES_MODE =
            Attribute.of(
                            "allRolesMode",
                            Format.choice(RealmSettings.AllRoles.NAMES),
                            RealmSettings.AllRoles.STRICT,
                            "Who has the role *: who has one of the roles that the application"
                                    + " names; who has logged in (authOnly); who has logged in if it"
                                    + " names none (strictAuthOnly).")
                    .shown("strict");
    private static final Attribute<Integer> REDIRECT_STATUS =
            Attribute.of(
                    "transportGuaranteeRedirectStatus",
                    Format.integer(Unit.NONE, 300, 399),
                    302,
                    "Of the redirect to TLS.");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Realm",
                    "Who the users are, their passwords and roles: in Engine, Host or Context,"
                            + " where the innermost counts, and in a LockOutRealm or CombinedRealm.",
                    List.of(
                            CLASS_NAME,
                            RESOURCE_NAME,
                            PATHNAME,
                            FAILURE_COUNT,
                            LOCK_OUT_TIME,
                            CACHE_SIZE,
                            CASE_SENSITIVE,
                            VALIDATE,
                            MAX_QUEUE_SIZE,
                            MAX_QUEUE_TIME,
                            ALL_ROLES_MODE,
                            REDIRECT_STATUS));

    /** What all realms say of the applications that use them, those of extensions, too. */
    private static final List<Attribute<?>> COMMON = List.of(ALL_ROLES_MODE, REDIRECT_STATUS);

    static final List<Offer<Realm>> OFFERS =
            List.of(
                    offer(USER_DATABASE, Kind.CREDENTIAL_HANDLER, given -> users(given, true)),
                    offer(MEMORY, Kind.CREDENTIAL_HANDLER, given -> users(given, false)),
                    offer(LOCK_OUT, Kind.REALM, given -> nesting(given, LOCK_OUT, lockOut(given))),
                    offer(COMBINED, Kind.REALM, given -> nesting(given, COMBINED, null)),
                    offer(NULL, Kind.CREDENTIAL_HANDLER, given -> place -> Realm.NOBODY));

    private RealmReader() {}

    private static Offer<Realm> offer(String name, Kind<?> part, Offer.Reader<Realm> reader) {
        return new Offer<>(
                Kind.REALM,
                List.of(name),
                () -> new Offer.Declaration<>(TABLE, Set.of(part), reader));
    }

    /**
     * @param before one that stands in the same element; null if there is none
     * @return null when there is an error
     */
    static RealmConfig read(XmlElement xml, RealmConfig before, Reading reading) {
        if (before != null) {
            reading.error(xml.at, "there is a Realm in this element already, at " + before.at());
        }
        OfferReader.Read<Realm> read = OfferReader.read(Kind.REALM, xml, COMMON, reading);
        return read == null
                ? null
                : new RealmConfig(
                        xml.at,
                        ElementFactory.of(xml, read.factory(), reading),
                        new RealmSettings(
                                read.values().get(ALL_ROLES_MODE),
                                read.values().get(REDIRECT_STATUS)));
    }

    private static Factory<Realm> users(Settings given, boolean named) {
        List<Factory<CredentialHandler>> credentials = given.parts(Kind.CREDENTIAL_HANDLER);
        return new UserRealm(
                given.at(),
                named ? given.get(RESOURCE_NAME) : null,
                named ? null : given.get(PATHNAME),
                credentials.isEmpty()
                        ? place -> Pbkdf2Credentials.DEFAULT
                        : credentials.get(credentials.size() - 1),
                given.get(VALIDATE),
                new RealmLimits(given.get(MAX_QUEUE_SIZE), given.get(MAX_QUEUE_TIME)));
    }

    private static Factory<Realm> nesting(
            Settings given, String name, LockOutRealm.Settings lockOut) {
        // Logins wait where passwords are looked at.
        for (Attribute<?> attribute : List.of(MAX_QUEUE_SIZE, MAX_QUEUE_TIME)) {
            if (given.has(attribute)) {
                given.warning(
                        given.at(attribute),
                        attribute.name()
                                + " of Realm "
                                + name
                                + " has no effect: put it on the Realm within that knows the"
                                + " users");
            }
        }
        if (given.parts(Kind.REALM).isEmpty()) {
            given.error(given.at(), "this Realm needs an element Realm: nobody could log in");
        }
        return new NestingRealm(given.parts(Kind.REALM), lockOut);
    }

    private static LockOutRealm.Settings lockOut(Settings given) {
        return new LockOutRealm.Settings(
                given.get(FAILURE_COUNT),
                given.get(LOCK_OUT_TIME),
                given.get(CACHE_SIZE),
                given.get(CASE_SENSITIVE));
    }
}

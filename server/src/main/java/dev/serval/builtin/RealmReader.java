package dev.serval.builtin;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.security.LockOutRealm;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a {@code Realm}, and the realms in it. Stateless. */
public final class RealmReader {
    private static final String PACKAGE = "org.apache.catalina.realm.";
    private static final String USER_DATABASE = PACKAGE + "UserDatabaseRealm";
    private static final String MEMORY = PACKAGE + "MemoryRealm";
    private static final String LOCK_OUT = PACKAGE + "LockOutRealm";
    private static final String COMBINED = PACKAGE + "CombinedRealm";
    private static final String NULL = PACKAGE + "NullRealm";
    private static final LockOutRealm.LockOutSettings LOCK = LockOutRealm.LockOutSettings.DEFAULTS;

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
    private static final Attribute<Boolean> LOCAL =
            Attribute.flag(
                    "localJndiResource",
                    false,
                    "Of a UserDatabaseRealm: whether it is what the application whose user logs in"
                            + " has by that name, by a ResourceLink.");
    private static final Attribute<Boolean> STATIC_PRINCIPAL =
            Attribute.flag(
                    "useStaticPrincipal",
                    false,
                    "Of a UserDatabaseRealm: whether users keep the roles that they had when they"
                            + " logged in; else those of the present count, and a user who is"
                            + " removed has to log in again.");
    private static final Attribute<String> PATHNAME =
            Attribute.of(
                    "pathname",
                    Format.text(),
                    UserRealm.FILE,
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
    public static final AttributeTable TABLE =
            new AttributeTable(
                    "Realm",
                    "Who the users are, their passwords and roles: in Engine, Host or Context,"
                            + " where the innermost counts, and in a LockOutRealm or CombinedRealm.",
                    List.of(
                            CLASS_NAME,
                            RESOURCE_NAME,
                            LOCAL,
                            STATIC_PRINCIPAL,
                            PATHNAME,
                            FAILURE_COUNT,
                            LOCK_OUT_TIME,
                            CACHE_SIZE,
                            CASE_SENSITIVE,
                            RealmAttributes.VALIDATE,
                            RealmAttributes.RETRIEVER,
                            RealmAttributes.RETRIEVER_TOO,
                            RealmAttributes.MAX_QUEUE_SIZE,
                            RealmAttributes.MAX_QUEUE_TIME,
                            ALL_ROLES_MODE,
                            REDIRECT_STATUS));

    /**
     * Attributes of all realms, including those of extensions, for the applications that use them.
     */
    public static final List<Attribute<?>> COMMON = List.of(ALL_ROLES_MODE, REDIRECT_STATUS);

    public static final List<Offer<Realm>> OFFERS =
            List.of(
                    offer(USER_DATABASE, Kind.CREDENTIAL_HANDLER, given -> users(given, true)),
                    offer(MEMORY, Kind.CREDENTIAL_HANDLER, given -> users(given, false)),
                    offer(LOCK_OUT, Kind.REALM, given -> nesting(given, LOCK_OUT, lockOut(given))),
                    offer(COMBINED, Kind.REALM, given -> nesting(given, COMBINED, null)),
                    offer(NULL, Kind.CREDENTIAL_HANDLER, given -> place -> Realm.NOBODY),
                    offer("DataSourceRealm", () -> DataSourceRealmReader.DECLARATION),
                    offer("JNDIRealm", () -> LdapRealmReader.DECLARATION),
                    offer("JAASRealm", () -> JaasRealmReader.DECLARATION));

    private RealmReader() {}

    private static Offer<Realm> offer(String name, Kind<?> part, Offer.Reader<Realm> reader) {
        return new Offer<>(
                Kind.REALM,
                List.of(name),
                () -> new Offer.Declaration<>(TABLE, Set.of(part), reader));
    }

    /** An offer whose reader is loaded when an element names it. */
    private static Offer<Realm> offer(String name, Supplier<Offer.Declaration<Realm>> declaration) {
        return new Offer<>(Kind.REALM, List.of(PACKAGE + name), declaration);
    }

    /** The settings for the applications that use a realm. */
    public static RealmSettings settings(Values values) {
        return new RealmSettings(values.get(ALL_ROLES_MODE), values.get(REDIRECT_STATUS));
    }

    private static Factory<Realm> users(Settings given, boolean named) {
        if (named && given.get(LOCAL)) {
            return new LocalUserRealm(
                    given.get(RESOURCE_NAME),
                    RealmAttributes.credentials(given),
                    RealmAttributes.certificates(given),
                    RealmAttributes.limits(given),
                    given.get(STATIC_PRINCIPAL));
        }
        return new UserRealm(
                given.at(),
                named ? given.get(RESOURCE_NAME) : null,
                named ? null : given.get(PATHNAME),
                RealmAttributes.credentials(given),
                RealmAttributes.certificates(given),
                RealmAttributes.limits(given),
                !named || given.get(STATIC_PRINCIPAL));
    }

    private static Factory<Realm> nesting(
            Settings given, String name, LockOutRealm.LockOutSettings lockOut) {
        // The realms within check passwords and certificates.
        for (Attribute<?> attribute : RealmAttributes.OF_USERS) {
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

    private static LockOutRealm.LockOutSettings lockOut(Settings given) {
        return new LockOutRealm.LockOutSettings(
                given.get(FAILURE_COUNT),
                given.get(LOCK_OUT_TIME),
                given.get(CACHE_SIZE),
                given.get(CASE_SENSITIVE));
    }
}

package dev.serval.config;

import dev.serval.security.CredentialHandler;
import dev.serval.security.LockOutRealm;
import dev.serval.security.Pbkdf2Credentials;
import dev.serval.security.RealmLimits;
import dev.serval.security.RealmSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads {@code Realm} and the realms in it. Stateless. One that is not there is an error. */
final class RealmReader {
    private static final String PACKAGE = "org.apache.catalina.realm.";
    private static final int MOST_LEVELS = 3;
    private static final Map<String, RealmConfig.Kind> KINDS =
            Map.of(
                    PACKAGE + "UserDatabaseRealm", RealmConfig.Kind.USER_DATABASE,
                    PACKAGE + "MemoryRealm", RealmConfig.Kind.MEMORY,
                    PACKAGE + "LockOutRealm", RealmConfig.Kind.LOCK_OUT,
                    PACKAGE + "CombinedRealm", RealmConfig.Kind.COMBINED,
                    PACKAGE + "NullRealm", RealmConfig.Kind.NULL);
    private static final LockOutRealm.Settings LOCK = LockOutRealm.Settings.DEFAULTS;

    private static final Attribute<RealmConfig.Kind> CLASS_NAME =
            Attribute.of(
                            "className",
                            Format.choice(KINDS),
                            (RealmConfig.Kind) null,
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

    private RealmReader() {}

    /**
     * @param before one that stands in the same element; null for none
     * @return null when there is an error
     */
    static RealmConfig read(XmlElement xml, RealmConfig before, Reading reading) {
        if (before != null) {
            reading.error(xml.at, "there is a Realm in this element already, at " + before.at());
        }
        return read(xml, 1, reading);
    }

    private static RealmConfig read(XmlElement xml, int level, Reading reading) {
        String name = NamedClasses.className(xml, reading);
        if (name == null) {
            return null;
        }
        if (!KINDS.containsKey(name)) {
            NamedClasses.refuseRealm(xml, name, KINDS.keySet(), reading);
            return null;
        }
        Values values = TABLE.read(xml, reading);
        RealmConfig.Kind kind = KINDS.get(name);
        boolean nests = kind == RealmConfig.Kind.LOCK_OUT || kind == RealmConfig.Kind.COMBINED;
        List<RealmConfig> realms = new ArrayList<>();
        CredentialHandler credentials = Pbkdf2Credentials.DEFAULT;
        for (XmlElement child : xml.children) {
            if (child.name.equals("Realm") && nests && level < MOST_LEVELS) {
                RealmConfig inner = read(child, level + 1, reading);
                if (inner != null) {
                    realms.add(inner);
                }
            } else if (child.name.equals("CredentialHandler") && !nests) {
                credentials = CredentialHandlerReader.read(child, reading);
            } else {
                reading.error(child.at, child.name + " does not belong in this Realm");
            }
        }
        if (nests && xml.children.isEmpty()) {
            reading.error(xml.at, "this Realm needs an element Realm: nobody could log in");
        }
        return new RealmConfig(
                xml.at,
                kind,
                values.get(RESOURCE_NAME),
                values.get(PATHNAME),
                values.get(VALIDATE),
                credentials,
                new RealmLimits(values.get(MAX_QUEUE_SIZE), values.get(MAX_QUEUE_TIME)),
                new LockOutRealm.Settings(
                        values.get(FAILURE_COUNT),
                        values.get(LOCK_OUT_TIME),
                        values.get(CACHE_SIZE),
                        values.get(CASE_SENSITIVE)),
                realms,
                new RealmSettings(values.get(ALL_ROLES_MODE), values.get(REDIRECT_STATUS)),
                null);
    }
}

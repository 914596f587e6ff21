package dev.serval.builtin.manager;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.session.SessionIds;
import dev.serval.session.SessionRules;
import dev.serval.session.saved.AttributeRules;
import dev.serval.session.saved.SessionKeeping;
import dev.serval.session.saved.SharingRules;
import dev.serval.session.saved.SwapRules;
import dev.serval.session.store.SessionStore;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the Manager of a Context. Stateless. */
final class ManagerReader {
    private static final Attribute<String> PATHNAME =
            Attribute.text(
                            "pathname",
                            "The file that has the sessions while the application does not run:"
                                    + " absolute, or relative to its work directory. Empty: they"
                                    + " end with the application, also when it is replaced.")
                    .shown(SessionKeeping.FILE)
                    .differs("none", "sessions are kept over a restart, as Tomcat did up to 9");
    private static final Attribute<Integer> MAX_ACTIVE =
            Attribute.of(
                    "maxActiveSessions",
                    Format.integer(Unit.NONE, 0, Integer.MAX_VALUE, -1, "no limit"),
                    -1,
                    "The limit of sessions in memory: getSession throws IllegalStateException"
                            + " beyond it.");
    private static final Attribute<Integer> EXPIRES =
            Attribute.of(
                    "processExpiresFrequency",
                    Format.integer(Unit.NONE, 1, Integer.MAX_VALUE),
                    6,
                    "Accepted: sessions are looked at each second, in small steps.");
    private static final Attribute<Boolean> PERSIST_AUTHENTICATION =
            Attribute.flag(
                            "persistAuthentication",
                            false,
                            "Whether the name and the roles of a user who has logged in are stored"
                                    + " with the session; without it users log in again after a"
                                    + " restart. A password is never stored.")
                    .shown("false; true where nodes share a store");
    private static final Attribute<Pattern> NAMES =
            Attribute.of(
                            "sessionAttributeNameFilter",
                            Format.regex(),
                            null,
                            "What the whole name of an attribute that is stored or read is.")
                    .shown("all");
    private static final Attribute<Pattern> CLASSES =
            Attribute.of(
                            "sessionAttributeValueClassNameFilter",
                            Format.regex(),
                            null,
                            "What the whole name of each class in such an attribute is.")
                    .shown("all but some that are never read");
    private static final Attribute<Boolean> WARN =
            Attribute.flag(
                    "warnOnSessionAttributeFilterFailure",
                    false,
                    "Whether the log tells which attributes these filters leave out.");
    private static final Attribute<Integer> DEPTH =
            Attribute.of(
                    "sessionAttributeDepth",
                    Format.integer(Unit.NONE, 10, 10_000),
                    AttributeRules.DEPTH,
                    "How deep the objects of an attribute that is read may contain each other;"
                            + " collections a fifth of that.");
    private static final Attribute<Boolean> BINDS_UNCHANGED =
            Attribute.flag(
                    "notifyBindingListenerOnUnchangedValue",
                    false,
                    "Whether a value that is set again is told that it is bound and unbound.");
    private static final Attribute<Boolean> TELLS_UNCHANGED =
            Attribute.flag(
                    "notifyAttributeListenerOnUnchangedValue",
                    true,
                    "Whether listeners are told when a value is set again.");
    private static final Attribute<Boolean> ACTIVITY =
            Attribute.flag(
                            "sessionActivityCheck",
                            true,
                            "Accepted: no session ends by time while a request uses it.")
                    .differs("false", "a session that is used is not idle");
    private static final Attribute<Boolean> FROM_START =
            Attribute.flag(
                    "sessionLastAccessAtStart",
                    false,
                    "Whether a session is idle from the start of its last request, instead of its"
                            + " end.");
    private static final Attribute<Integer> BACKUP =
            seconds(
                    "maxIdleBackup",
                    "After which a session that no request uses is stored and stays in memory.");
    private static final Attribute<Integer> MIN_SWAP =
            seconds(
                    "minIdleSwap",
                    "Before which it does not leave the memory, also if there are too many.");
    private static final Attribute<Integer> MAX_SWAP =
            seconds("maxIdleSwap", "After which it is stored and leaves the memory.");
    private static final Attribute<Boolean> SAVE =
            Attribute.flag(
                    "saveOnRestart",
                    true,
                    "Whether those in memory are stored when the application stops; otherwise they"
                            + " end.");

    private static final List<Attribute<?>> SHARED =
            List.of(
                    MAX_ACTIVE,
                    PERSIST_AUTHENTICATION,
                    NAMES,
                    CLASSES,
                    WARN,
                    DEPTH,
                    RandomReader.LENGTH,
                    RandomReader.ALGORITHM,
                    RandomReader.CLASS,
                    RandomReader.PROVIDER,
                    BINDS_UNCHANGED,
                    TELLS_UNCHANGED,
                    FROM_START,
                    ACTIVITY,
                    EXPIRES);

    static final Declaration<SessionKeeping> STANDARD =
            new Declaration<>(
                    table(
                            "StandardManager",
                            "The Manager of a Context, also without className: sessions in memory,"
                                    + " and in a file while the application does not run. Holds a"
                                    + " SessionIdGenerator.",
                            PATHNAME),
                    Set.of(BuiltInManagers.ID_GENERATOR, Kind.SESSION_STORE),
                    ManagerReader::standard);

    static final Declaration<SessionKeeping> PERSISTENT =
            new Declaration<>(
                    table(
                            "PersistentManager",
                            "A Manager of a Context: sessions in memory, and in its Store when they"
                                    + " are idle, or at a stop. Holds a Store and a"
                                    + " SessionIdGenerator. Requests wait where a session has to be"
                                    + " read.",
                            BACKUP,
                            MIN_SWAP,
                            MAX_SWAP,
                            SAVE,
                            SharingReader.SHARING,
                            SharingReader.WHEN_DOWN,
                            SharingReader.MOST_CALLS),
                    Set.of(BuiltInManagers.ID_GENERATOR, Kind.SESSION_STORE),
                    ManagerReader::persistent);

    static final Declaration<SessionKeeping> CLUSTERED =
            new Declaration<>(
                    table(
                            "DeltaManager",
                            "A Manager of a Context, also as BackupManager: with a Store that nodes"
                                    + " share as a PersistentManager; without one as the"
                                    + " StandardManager, on each node alone.",
                            SharingReader.SHARING,
                            SharingReader.WHEN_DOWN,
                            SharingReader.MOST_CALLS),
                    Set.of(BuiltInManagers.ID_GENERATOR, Kind.SESSION_STORE),
                    ManagerReader::clustered);

    private ManagerReader() {}

    private static Attribute<Integer> seconds(String name, String doc) {
        return Attribute.of(
                name, Format.integer(Unit.SECONDS, 0, Integer.MAX_VALUE, -1, "never"), -1, doc);
    }

    private static AttributeTable table(String name, String doc, Attribute<?>... own) {
        List<Attribute<?>> all = new ArrayList<>(List.of(own));
        all.addAll(SHARED);
        return new AttributeTable(name, doc, all);
    }

    private static Factory<SessionKeeping> standard(Settings given) {
        Factory<SessionRules> rules = rules(given);
        AttributeRules attributes = attributes(given);
        boolean logins = given.get(PERSIST_AUTHENTICATION);
        String pathname = given.isEmpty(PATHNAME) ? "" : given.get(PATHNAME);
        if (!given.parts(Kind.SESSION_STORE).isEmpty()) {
            given.warning(
                    given.at(),
                    "the Store in this StandardManager has no effect: a PersistentManager has one");
        }
        return place -> {
            SessionRules made = rules.make(place);
            return new SessionKeeping(() -> made, attributes, logins, pathname, null, null, null);
        };
    }

    private static Factory<SessionKeeping> persistent(Settings given) {
        List<Factory<SessionStore>> stores = given.parts(Kind.SESSION_STORE);
        if (stores.size() != 1) {
            given.error(
                    given.at(),
                    "PersistentManager needs one Store, and has "
                            + (stores.isEmpty() ? "none" : stores.size()));
            return null;
        }
        SwapRules swaps =
                new SwapRules(
                        given.get(BACKUP),
                        given.get(MIN_SWAP),
                        given.get(MAX_SWAP),
                        given.get(SAVE));
        return stored(given, stores.get(0), swaps);
    }

    /** A Manager that sends sessions to other nodes in Tomcat; here it depends on its Store. */
    private static Factory<SessionKeeping> clustered(Settings given) {
        List<Factory<SessionStore>> stores = given.parts(Kind.SESSION_STORE);
        if (stores.size() == 1) {
            return stored(given, stores.get(0), SwapRules.NEVER);
        }
        given.warning(
                given.at(),
                "this Manager has no Store, so each node has sessions of its own; a Store that nodes"
                        + " share takes the place of the cluster (cluster.html)");
        Factory<SessionRules> rules = rules(given);
        AttributeRules attributes = attributes(given);
        boolean logins = given.get(PERSIST_AUTHENTICATION);
        return place -> {
            SessionRules made = rules.make(place);
            return new SessionKeeping(() -> made, attributes, logins, null, null, null, null);
        };
    }

    /** Sessions in a store. */
    private static Factory<SessionKeeping> stored(
            Settings given, Factory<SessionStore> stores, SwapRules swaps) {
        Factory<SessionRules> rules = rules(given);
        AttributeRules attributes = attributes(given);
        Boolean logins =
                given.has(PERSIST_AUTHENTICATION) ? given.get(PERSIST_AUTHENTICATION) : null;
        SharingReader.Wanted sharing = SharingReader.read(given, swaps);
        return place -> {
            SessionRules made = rules.make(place);
            SessionStore store = stores.make(place);
            SharingRules shared = sharing.of(store);
            return new SessionKeeping(
                    () -> made,
                    attributes,
                    logins == null ? shared != null : logins,
                    "",
                    swaps,
                    shared,
                    store);
        };
    }

    private static AttributeRules attributes(Settings given) {
        return new AttributeRules(
                given.get(NAMES), given.get(CLASSES), given.get(WARN), given.get(DEPTH));
    }

    private static Factory<SessionRules> rules(Settings given) {
        List<Factory<SessionIds>> generators = given.parts(BuiltInManagers.ID_GENERATOR);
        RandomReader.Maker random = RandomReader.read(given);
        int length = given.get(RandomReader.LENGTH);
        int most = given.get(MAX_ACTIVE);
        boolean binds = given.get(BINDS_UNCHANGED);
        boolean tells = given.get(TELLS_UNCHANGED);
        boolean fromStart = given.get(FROM_START);
        return place ->
                new SessionRules(
                        most,
                        generators.isEmpty()
                                ? new SessionIds(random.make(), length)
                                : generators.get(0).make(place),
                        binds,
                        tells,
                        fromStart);
    }
}

package dev.serval.builtin;

import static dev.serval.settings.Attribute.flag;
import static dev.serval.settings.Attribute.text;

import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Declaration;
import dev.serval.extension.Offer.Factory;
import dev.serval.extension.Settings;
import dev.serval.security.CertificateNames;
import dev.serval.security.PasswordCheck;
import dev.serval.security.Realm;
import dev.serval.security.RealmLimits;
import dev.serval.security.ldap.LdapAddress;
import dev.serval.security.ldap.LdapRealm;
import dev.serval.security.ldap.LdapSettings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads a {@code Realm} that is a JNDIRealm; {@link LdapAddressReader} reads how its directory is
 * reached.
 */
final class LdapRealmReader {
    private static final Attribute<String> USER_PATTERN =
            Attribute.of(
                            "userPattern",
                            LdapFormats.text("name of an entry, or several in parentheses"),
                            null,
                            "The name of a user's entry, with {0} for the user; several in"
                                    + " parentheses are tried in their order.")
                    .shown("none");
    private static final Attribute<String> USER_BASE =
            Attribute.of("userBase", LdapFormats.name(), "", "Where users are searched.")
                    .shown("the directory");
    private static final Attribute<String> USER_SEARCH =
            Attribute.of(
                    "userSearch",
                    LdapFormats.text("filter"),
                    null,
                    "A filter, with {0} for the user; without a userPattern. It has to find one"
                            + " entry.");
    private static final Attribute<Boolean> USER_SUBTREE =
            flag("userSubtree", false, "Whether they are searched below entries of userBase, too.");
    private static final Attribute<Boolean> USER_AS_USER =
            flag(
                    "userSearchAsUser",
                    false,
                    "Whether the user searches, by name and password as they were given.");
    private static final Attribute<String> USER_PASSWORD =
            Attribute.of(
                            "userPassword",
                            Format.text(),
                            null,
                            "The attribute that has what is kept of a password, which a"
                                    + " CredentialHandler may know.")
                    .shown("the directory looks at passwords");
    private static final Attribute<String> USER_ROLE_NAME =
            text("userRoleName", "The attribute of a user's entry that has roles.");
    private static final Attribute<String> USER_ROLE_ATTRIBUTE =
            text("userRoleAttribute", "The attribute of a user's entry that is {2} of roleSearch.");
    private static final Attribute<String> ROLE_BASE =
            Attribute.of(
                            "roleBase",
                            LdapFormats.text("text with {0} and so on"),
                            "",
                            "Where roles are searched; {0} and so on are the parts of the name of"
                                    + " the user's entry, from its end.")
                    .shown("the directory");
    private static final Attribute<String> ROLE_SEARCH =
            Attribute.of(
                    "roleSearch",
                    LdapFormats.text("text with {0} and so on"),
                    null,
                    "A filter, with {0} for the name of the user's entry and {1} for the user.");
    private static final Attribute<String> ROLE_NAME =
            text("roleName", "The attribute of what roleSearch finds that has the name of a role.");
    private static final Attribute<Boolean> ROLE_SUBTREE =
            flag("roleSubtree", false, "Whether they are searched below entries of roleBase, too.");
    private static final Attribute<Boolean> ROLE_NESTED =
            flag("roleNested", false, "Whether roles have the roles of which they are members.");
    private static final Attribute<Boolean> ROLE_AS_USER =
            flag("roleSearchAsUser", false, "Whether the user searches roles.");
    private static final Attribute<String> COMMON_ROLE = text("commonRole", "A role of all users.");
    private static final Attribute<Boolean> AD_COMPAT =
            flag(
                    "adCompat",
                    false,
                    "Whether a search ends where it would go on elsewhere; for Active Directory.");
    private static final Attribute<Integer> SIZE_LIMIT =
            limit("sizeLimit", Unit.NONE, "Entries that one search may find; 0: any number.");
    private static final Attribute<Integer> TIME_LIMIT =
            limit(
                    "timeLimit",
                    Unit.MILLISECONDS,
                    "How long the directory may search; 0: as long as it allows.");
    private static final Attribute<Integer> POOL_SIZE =
            Attribute.of(
                            "connectionPoolSize",
                            Format.integer(Unit.NONE, 1, 1000),
                            4,
                            "How many logins ask at a time, each by a connection that is kept, and"
                                    + " by one of the user for the password.")
                    .differs("1", "one slow login does not hold up all others");
    private static final AttributeTable TABLE =
            new AttributeTable(
                    "JNDIRealm",
                    "A Realm whose users are in a directory, by LDAP. Names of users are escaped;"
                            + " an empty password is never right. Where the directory does not"
                            + " answer, logins get 503.",
                    Stream.concat(
                                    LdapAddressReader.ATTRIBUTES.stream(),
                                    Stream.<Attribute<?>>of(
                                            USER_PATTERN,
                                            USER_BASE,
                                            USER_SEARCH,
                                            USER_SUBTREE,
                                            USER_AS_USER,
                                            USER_PASSWORD,
                                            USER_ROLE_NAME,
                                            USER_ROLE_ATTRIBUTE,
                                            ROLE_BASE,
                                            ROLE_SEARCH,
                                            ROLE_NAME,
                                            ROLE_SUBTREE,
                                            ROLE_NESTED,
                                            ROLE_AS_USER,
                                            COMMON_ROLE,
                                            AD_COMPAT,
                                            SIZE_LIMIT,
                                            TIME_LIMIT,
                                            POOL_SIZE,
                                            RealmAttributes.VALIDATE,
                                            RealmAttributes.RETRIEVER,
                                            RealmAttributes.RETRIEVER_TOO,
                                            RealmAttributes.MAX_QUEUE_SIZE,
                                            RealmAttributes.MAX_QUEUE_TIME))
                            .toList());

    static final Declaration<Realm> DECLARATION =
            new Declaration<>(TABLE, Set.of(Kind.CREDENTIAL_HANDLER), LdapRealmReader::read);

    private LdapRealmReader() {}

    private static Attribute<Integer> limit(String name, Unit unit, String doc) {
        return Attribute.of(name, Format.integer(unit, 0, Integer.MAX_VALUE), 0, doc);
    }

    private static Factory<Realm> read(Settings given) {
        LdapAddress address = LdapAddressReader.read(given);
        List<String> patterns = LdapFormats.patterns(given, USER_PATTERN);
        LdapFormats.checked(given, USER_SEARCH, given.get(USER_SEARCH), true);
        LdapFormats.checked(given, ROLE_SEARCH, given.get(ROLE_SEARCH), false);
        LdapFormats.checked(given, ROLE_BASE, given.get(ROLE_BASE), false);
        users(given);
        roles(given);
        if (address == null) {
            return place -> Realm.NOBODY; // an error, which is reported
        }
        LdapSettings settings =
                new LdapSettings(
                        new LdapSettings.Users(
                                patterns,
                                given.get(USER_BASE),
                                given.get(USER_SEARCH),
                                given.get(USER_SUBTREE),
                                given.get(USER_AS_USER),
                                given.get(USER_PASSWORD),
                                given.get(USER_ROLE_NAME),
                                given.get(USER_ROLE_ATTRIBUTE)),
                        given.has(ROLE_SEARCH) && given.has(ROLE_NAME)
                                ? new LdapSettings.Roles(
                                        given.get(ROLE_BASE),
                                        given.get(ROLE_SEARCH),
                                        given.get(ROLE_NAME),
                                        given.get(ROLE_SUBTREE),
                                        given.get(ROLE_NESTED),
                                        given.get(ROLE_AS_USER))
                                : null,
                        given.get(COMMON_ROLE),
                        given.get(SIZE_LIMIT),
                        given.get(TIME_LIMIT),
                        given.get(AD_COMPAT));
        int most = given.get(POOL_SIZE);
        Factory<PasswordCheck> check = RealmAttributes.check(given);
        RealmLimits limits = RealmAttributes.limits(given);
        Factory<CertificateNames> certificates = RealmAttributes.certificates(given);
        return place ->
                new LdapRealm(
                        address,
                        place.service(ClassLoader.class),
                        settings,
                        most,
                        check.make(place),
                        certificates.make(place),
                        limits);
    }

    private static void users(Settings given) {
        boolean patterns = given.has(USER_PATTERN);
        if (!patterns && !given.has(USER_SEARCH)) {
            given.error(
                    given.at(),
                    "JNDIRealm needs the attribute userPattern or userSearch: nobody could log"
                            + " in");
        }
        for (Attribute<?> search : List.of(USER_BASE, USER_SEARCH, USER_SUBTREE, USER_AS_USER)) {
            if (patterns && given.has(search)) {
                vain(given, search, "users have a userPattern");
            }
        }
        if (!given.has(USER_PASSWORD) && !given.parts(Kind.CREDENTIAL_HANDLER).isEmpty()) {
            given.warning(
                    given.at(),
                    "CredentialHandler of JNDIRealm has no effect: without userPassword the"
                            + " directory looks at passwords");
        }
    }

    private static void roles(Settings given) {
        if (given.has(ROLE_SEARCH) != given.has(ROLE_NAME)) {
            Attribute<?> only = given.has(ROLE_SEARCH) ? ROLE_SEARCH : ROLE_NAME;
            Attribute<?> other = given.has(ROLE_SEARCH) ? ROLE_NAME : ROLE_SEARCH;
            vain(given, only, "roles are searched where " + other.name() + " is given, too");
        }
    }

    private static void vain(Settings given, Attribute<?> attribute, String why) {
        given.warning(
                given.at(attribute), attribute.name() + " of JNDIRealm has no effect: " + why);
    }
}

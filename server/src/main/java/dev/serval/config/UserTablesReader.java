package dev.serval.config;

import dev.serval.builtin.resource.NamedDataSource;
import dev.serval.config.xml.XmlElement;
import dev.serval.security.UserSchema;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.List;

/** Reads a UserDatabase whose users are in the tables of a database. Stateless. */
final class UserTablesReader {
    static final String FACTORY = "org.apache.catalina.users.DataSourceUserDatabaseFactory";

    private static final String NO_ROLES = "users have no roles of their own";
    private static final String NO_GROUPS = "users have no groups";

    /** The name of the DataSource. */
    static final Attribute<String> DATA_SOURCE =
            text(
                    "dataSourceName",
                    "the factory needs it",
                    "a DataSource in GlobalNamingResources.");

    private static final Attribute<String> USER_TABLE =
            text("userTable", "the factory needs it", "the table of users.");
    private static final Attribute<String> USER_NAME =
            text(
                    "userNameCol",
                    "the factory needs it",
                    "the column of their names, in all tables that say something of users.");
    private static final Attribute<String> USER_CREDENTIAL =
            text(
                    "userCredCol",
                    "the factory needs it",
                    "the column of what is kept of their passwords.");
    private static final Attribute<String> USER_FULL_NAME =
            text("userFullNameCol", "none", "the column of their full names, for programs.");
    private static final Attribute<String> USER_ROLE_TABLE =
            text("userRoleTable", NO_ROLES, "the table of the roles that users have themselves.");
    private static final Attribute<String> ROLE_NAME =
            text("roleNameCol", NO_ROLES, "the column of roles, in all tables that name them.");
    private static final Attribute<String> ROLE_TABLE =
            text(
                    "roleTable",
                    "every role counts",
                    "the table of the roles that there are; others do not count.");
    private static final Attribute<String> GROUP_TABLE =
            text(
                    "groupTable",
                    NO_GROUPS,
                    "the table of the groups that there are; others do not count.");
    private static final Attribute<String> USER_GROUP_TABLE =
            text("userGroupTable", NO_GROUPS, "the table of the groups in which users are.");
    private static final Attribute<String> GROUP_ROLE_TABLE =
            text(
                    "groupRoleTable",
                    NO_GROUPS,
                    "the table of the roles that groups have, and with them their users.");
    private static final Attribute<String> GROUP_NAME =
            text("groupNameCol", NO_GROUPS, "the column of groups, in all tables that name them.");
    private static final Attribute<String> DESCRIPTION =
            text(
                    "roleAndGroupDescriptionCol",
                    "none",
                    "the column of descriptions in roleTable and groupTable, for programs.");

    private static final List<Attribute<String>> NEEDED =
            List.of(DATA_SOURCE, USER_TABLE, USER_NAME, USER_CREDENTIAL);
    private static final List<Attribute<String>> OF_ROLES = List.of(USER_ROLE_TABLE, ROLE_NAME);
    private static final List<Attribute<String>> OF_GROUPS =
            List.of(GROUP_TABLE, USER_GROUP_TABLE, GROUP_ROLE_TABLE, GROUP_NAME);

    /** In the order of the reference page. */
    static final List<Attribute<String>> ATTRIBUTES =
            List.of(
                    DATA_SOURCE,
                    USER_TABLE,
                    USER_NAME,
                    USER_CREDENTIAL,
                    USER_FULL_NAME,
                    USER_ROLE_TABLE,
                    ROLE_NAME,
                    ROLE_TABLE,
                    GROUP_TABLE,
                    USER_GROUP_TABLE,
                    GROUP_ROLE_TABLE,
                    GROUP_NAME,
                    DESCRIPTION);

    private UserTablesReader() {}

    private static Attribute<String> text(String name, String fallback, String doc) {
        return Attribute.of(name, Format.text(), null, "Of users in a database: " + doc)
                .shown(fallback);
    }

    /** The database that the element describes; problems are reported. */
    static UserDatabaseConfig read(Values values, XmlElement xml, Reading reading) {
        for (Attribute<String> attribute : NEEDED) {
            String written = xml.raw(attribute.name());
            if (written == null || written.isBlank()) {
                reading.error(
                        xml.at,
                        "UserDatabase needs the attribute "
                                + attribute.name()
                                + ": its factory has the users in a database");
            }
        }
        boolean roles = OF_ROLES.stream().allMatch(values::has);
        List<Attribute<String>> everything = new ArrayList<>(OF_GROUPS);
        everything.add(ROLE_TABLE);
        everything.addAll(OF_ROLES);
        halves(OF_ROLES, OF_ROLES, NO_ROLES, values, reading);
        halves(List.of(ROLE_TABLE), OF_ROLES, NO_ROLES, values, reading);
        halves(OF_GROUPS, everything, NO_GROUPS, values, reading);
        boolean grouped = everything.stream().allMatch(values::has);
        return new UserDatabaseConfig.OfTables(
                new NamedDataSource(values.get(DATA_SOURCE), false),
                new UserSchema(
                        values.get(USER_TABLE),
                        values.get(USER_NAME),
                        values.get(USER_CREDENTIAL),
                        values.get(USER_FULL_NAME),
                        values.get(USER_ROLE_TABLE),
                        values.get(ROLE_NAME),
                        roles ? values.get(ROLE_TABLE) : null,
                        grouped
                                ? new UserSchema.Groups(
                                        values.get(GROUP_TABLE),
                                        values.get(GROUP_NAME),
                                        values.get(USER_GROUP_TABLE),
                                        values.get(GROUP_ROLE_TABLE))
                                : null,
                        values.get(DESCRIPTION)));
    }

    /**
     * Warns of the first attribute that is given, if others are missing without which it has no
     * effect.
     */
    private static void halves(
            List<Attribute<String>> some,
            List<Attribute<String>> all,
            String then,
            Values values,
            Reading reading) {
        List<String> missing =
                all.stream().filter(each -> !values.has(each)).map(Attribute::name).toList();
        if (missing.isEmpty()) {
            return;
        }
        some.stream()
                .filter(values::has)
                .findFirst()
                .ifPresent(
                        given ->
                                reading.warning(
                                        values.at(given),
                                        given.name()
                                                + " of UserDatabase has no effect without "
                                                + String.join(", ", missing)
                                                + ": "
                                                + then));
    }
}

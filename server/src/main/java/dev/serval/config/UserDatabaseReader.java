package dev.serval.config;

import dev.serval.builtin.UserRealm;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.ResourceElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;
import java.util.Map;

/** Reads {@code GlobalNamingResources}: UserDatabases, and resources. Stateless. */
final class UserDatabaseReader {
    private static final String TYPE = "org.apache.catalina.UserDatabase";
    private static final String MEMORY = "org.apache.catalina.users.MemoryUserDatabaseFactory";
    private static final Attribute<String> NAME =
            Attribute.of("name", Format.text(), null, "Its name in realms.").needed();
    private static final Attribute<String> PATHNAME =
            Attribute.of(
                    "pathname",
                    Format.text(),
                    UserRealm.FILE,
                    "Of users in a file: the file, absolute or relative to the base.");
    private static final Attribute<Boolean> READONLY =
            Attribute.flag(
                    "readonly",
                    true,
                    "Whether programs that have a ResourceLink to it cannot change it. When they"
                            + " may, the file is replaced as a whole; a database is only read.");
    private static final Attribute<Boolean> WATCH =
            Attribute.flag(
                    "watchSource",
                    true,
                    "Of users in a file: whether it is read anew when it changes.");
    private static final Attribute<String> CLASS =
            Attribute.of(
                    "factory",
                    Format.choice(
                            Map.of(
                                    MEMORY,
                                    MEMORY,
                                    UserTablesReader.FACTORY,
                                    UserTablesReader.FACTORY)),
                    MEMORY,
                    "Where the users are: in a file, or in the tables of a database.");
    static final AttributeTable TABLE =
            new AttributeTable(
                            "UserDatabase",
                            "A Resource of GlobalNamingResources with the type " + TYPE + ".",
                            List.of(NAME, CLASS, PATHNAME, READONLY, WATCH))
                    .with(List.copyOf(UserTablesReader.ATTRIBUTES))
                    .with(
                            List.of(
                                    Attribute.of(
                                            "type",
                                            Format.choice(Map.of(TYPE, TYPE)),
                                            null,
                                            "Distinguishes it from other resources."),
                                    Attribute.of("auth", Format.text(), null, "Has no meaning."),
                                    Attribute.of(
                                            "description", Format.text(), null, "For people.")));

    private UserDatabaseReader() {}

    /** Whether its users are in the tables of a database. */
    static boolean isOfTables(Values values) {
        return UserTablesReader.FACTORY.equals(values.get(CLASS));
    }

    /** Whether an element is a UserDatabase. */
    static boolean is(XmlElement xml) {
        return xml.name.equals("Resource") && TYPE.equals(xml.raw("type"));
    }

    /**
     * @param into by the names of the databases
     * @param globals its other entries, by their names
     */
    static void read(
            XmlElement xml,
            Map<String, UserDatabaseConfig> into,
            Map<String, ContextEntry<Object>> globals,
            Reading reading) {
        reading.judge(xml, Finding.honoured(xml.at, xml.name));
        for (XmlElement child : xml.children) {
            if (!is(child)) {
                if (child.name.equals("Environment")) {
                    EntryReader.environment(child, globals, reading);
                } else if (!ResourceReader.read(child, globals, reading)) {
                    OtherElements.report(xml, child, reading);
                }
                continue;
            }
            Values values = AttributeReader.read(TABLE, child, reading);
            UserDatabaseConfig config = config(values, child, reading);
            if (values.get(NAME) != null) {
                into.put(values.get(NAME), config);
                globals.put(values.get(NAME), ContextEntry.of(hidden(values.get(NAME), child)));
            }
        }
    }

    private static UserDatabaseConfig config(Values values, XmlElement xml, Reading reading) {
        if (values.get(CLASS).equals(MEMORY)) {
            boolean wrong = !values.has(CLASS) && xml.raw(CLASS.name()) != null;
            idle(wrong ? List.of() : UserTablesReader.ATTRIBUTES, "a file", values, reading);
            return new UserDatabaseConfig.OfFile(
                    values.get(PATHNAME), values.get(READONLY), values.get(WATCH));
        }
        idle(List.of(PATHNAME, WATCH), "a database", values, reading);
        if (!values.get(READONLY)) {
            reading.warning(
                    values.at(READONLY),
                    "readonly of UserDatabase is \"false\", but a database of users is only read:"
                            + " its tables are changed in the database");
        }
        return UserTablesReader.read(values, xml, reading);
    }

    private static void idle(
            List<? extends Attribute<?>> attributes, String where, Values values, Reading reading) {
        for (Attribute<?> attribute : attributes) {
            if (values.has(attribute)) {
                reading.warning(
                        values.at(attribute),
                        attribute.name()
                                + " of UserDatabase has no effect: by its factory the users are in "
                                + where);
            }
        }
    }

    /** A look-up fails with this reason: the database contains all passwords. */
    private static ResourceConfig hidden(String name, XmlElement xml) {
        return new ResourceConfig(
                new ResourceElement(name, TYPE, xml.at, Map.of(), null),
                null,
                "it is for realms; an application sees the users by a ResourceLink alone",
                true,
                null);
    }
}

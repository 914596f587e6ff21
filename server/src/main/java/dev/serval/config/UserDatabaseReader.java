package dev.serval.config;

import dev.serval.builtin.UserRealm;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.ResourceElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
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
                    "The file of the users, absolute or relative to the base.");
    private static final Attribute<Boolean> READONLY =
            Attribute.flag(
                    "readonly",
                    true,
                    "Whether programs that have a ResourceLink to it cannot change it. When they"
                            + " may, the file is replaced as a whole.");
    private static final Attribute<Boolean> WATCH =
            Attribute.flag("watchSource", true, "Whether the file is read anew when it changes.");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "UserDatabase",
                    "A Resource of GlobalNamingResources with the type " + TYPE + ".",
                    List.of(
                            NAME,
                            PATHNAME,
                            READONLY,
                            WATCH,
                            Attribute.of(
                                    "type",
                                    Format.choice(Map.of(TYPE, TYPE)),
                                    null,
                                    "Distinguishes it from other resources."),
                            Attribute.of(
                                    "factory",
                                    new Format<>(
                                            MEMORY,
                                            UserDatabaseReader::factory,
                                            List.of(MEMORY),
                                            null),
                                    null,
                                    "There is one."),
                            Attribute.of("auth", Format.text(), null, "Has no meaning."),
                            Attribute.of("description", Format.text(), null, "For people.")));

    private UserDatabaseReader() {}

    private static String factory(String text) throws BadValue {
        if (text.equals("org.apache.catalina.users.DataSourceUserDatabaseFactory")) {
            throw new BadValue(
                    "is not there: the users of a database are those of a DataSourceRealm");
        }
        return Format.choice(Map.of(MEMORY, MEMORY)).parser().parse(text);
    }

    /** Whether a Resource is one. */
    static boolean is(XmlElement xml) {
        return xml.name.equals("Resource") && TYPE.equals(xml.raw("type"));
    }

    /**
     * @param into by the names of the databases
     * @param globals what else it has, by its names
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
            if (values.get(NAME) != null) {
                into.put(
                        values.get(NAME),
                        new UserDatabaseConfig(
                                values.get(PATHNAME), values.get(READONLY), values.get(WATCH)));
                globals.put(values.get(NAME), ContextEntry.of(hidden(values.get(NAME), child)));
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

package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Values;
import java.util.List;
import java.util.Map;

/** Reads {@code GlobalNamingResources}, of which UserDatabases count. Stateless. */
final class UserDatabaseReader {
    private static final String TYPE = "org.apache.catalina.UserDatabase";
    private static final Attribute<String> NAME =
            Attribute.of("name", Format.text(), null, "By which realms name it.").needed();
    private static final Attribute<String> PATHNAME =
            Attribute.of(
                    "pathname",
                    Format.text(),
                    RealmConfig.USER_FILE,
                    "The file of the users, absolute or relative to the base. Read anew when it"
                            + " changes.");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "UserDatabase",
                    "A Resource of GlobalNamingResources with the type " + TYPE + ".",
                    List.of(
                            NAME,
                            PATHNAME,
                            Attribute.of(
                                    "type",
                                    Format.choice(Map.of(TYPE, TYPE)),
                                    null,
                                    "What tells it from other resources."),
                            Attribute.of(
                                    "factory",
                                    Format.choice(
                                            Map.of(
                                                    "org.apache.catalina.users."
                                                            + "MemoryUserDatabaseFactory",
                                                    "")),
                                    null,
                                    "There is one."),
                            Attribute.of("auth", Format.text(), null, "Has no meaning."),
                            Attribute.of("description", Format.text(), null, "For people.")));

    private UserDatabaseReader() {}

    /**
     * @param into path names, by the names of the databases
     */
    static void read(XmlElement xml, Map<String, String> into, Reading reading) {
        for (XmlElement child : xml.children) {
            if (!child.name.equals("Resource") || !TYPE.equals(child.raw("type"))) {
                OtherElements.report(xml, child, reading);
                continue;
            }
            Values values = AttributeReader.read(TABLE, child, reading);
            if (values.get(NAME) != null) {
                into.put(values.get(NAME), values.get(PATHNAME));
            }
        }
    }
}

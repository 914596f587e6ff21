package dev.serval.builtin.resource;

import dev.serval.extension.Place;
import dev.serval.extension.Settings;
import dev.serval.security.RealmResources;
import dev.serval.settings.Attribute;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The DataSource that a Realm, a Store or a UserDatabase names. Immutable.
 *
 * @param name in GlobalNamingResources, or below java:comp/env
 * @param local whether it is that of the application
 */
public record NamedDataSource(String name, boolean local) {
    /** The name; that there is one in server.xml is looked at when all of it is read. */
    public static final Attribute<String> NAME =
            Attribute.text("dataSourceName", "Of a DataSource in GlobalNamingResources.").needed();

    /** What the attribute is called that says whose name it is. */
    public static final String LOCAL = "localDataSource";

    /**
     * That attribute.
     *
     * @param doc for the reference page
     */
    public static Attribute<Boolean> local(String doc) {
        return Attribute.flag(LOCAL, false, doc);
    }

    /**
     * What an element says.
     *
     * @param local the attribute of its table
     */
    public static NamedDataSource read(Settings given, Attribute<Boolean> local) {
        return new NamedDataSource(given.get(NAME), given.get(local));
    }

    /** Finds it; throws with a message where there is none. */
    public DataSource find(Place place) throws NamingException {
        RealmResources resources = place.service(RealmResources.class);
        Object found = local ? resources.ofApplication(name) : resources.global(name);
        if (found instanceof DataSource source) {
            return source;
        }
        throw new NamingException(name + " is no DataSource");
    }
}

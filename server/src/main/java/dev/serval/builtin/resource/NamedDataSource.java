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
 * @param local whether the DataSource is one of the application
 */
public record NamedDataSource(String name, boolean local) {
    /** The name; whether server.xml has such a DataSource is checked when all of it is read. */
    public static final Attribute<String> NAME =
            Attribute.text("dataSourceName", "Of a DataSource in GlobalNamingResources.").needed();

    /** The name of the attribute that says whether the DataSource is one of the application. */
    public static final String LOCAL = "localDataSource";

    /**
     * The attribute of that name.
     *
     * @param doc for the reference page
     */
    public static Attribute<Boolean> local(String doc) {
        return Attribute.flag(LOCAL, false, doc);
    }

    /**
     * The DataSource that an element names.
     *
     * @param local the attribute of its table
     */
    public static NamedDataSource read(Settings given, Attribute<Boolean> local) {
        return new NamedDataSource(given.get(NAME), given.get(local));
    }

    /** Finds the DataSource; throws with a message if there is none. */
    public DataSource find(Place place) throws NamingException {
        RealmResources resources = place.service(RealmResources.class);
        Object found = local ? resources.ofApplication(name) : resources.global(name);
        if (found instanceof DataSource source) {
            return source;
        }
        throw new NamingException(name + " is no DataSource");
    }
}

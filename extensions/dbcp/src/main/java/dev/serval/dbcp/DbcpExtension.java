package dev.serval.dbcp;

import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.extension.Place;
import dev.serval.extension.ResourceElement;
import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import java.util.List;
import java.util.Set;

/** Offers pools for {@code Resource}. */
public final class DbcpExtension implements Extension {
    private static final String DOC =
            "A Resource of the type javax.sql.DataSource: a pool of connections, by commons-dbcp2.";

    @Override
    public List<Offer<?>> offers() {
        return List.of(
                new Offer<>(
                        Kind.RESOURCE,
                        List.of(
                                "javax.sql.DataSource",
                                "org.apache.tomcat.dbcp.dbcp2.BasicDataSourceFactory",
                                "org.apache.commons.dbcp2.BasicDataSourceFactory"),
                        DbcpExtension::dataSource),
                new Offer<>(
                        Kind.RESOURCE,
                        List.of("org.apache.tomcat.jdbc.pool.DataSourceFactory"),
                        DbcpExtension::replaced));
    }

    /** Called where a pool is configured: the classes behind the attributes are loaded then. */
    private static Offer.Declaration<Object> dataSource() {
        return new Offer.Declaration<>(
                table("DataSource", DOC, PoolAttributes.ALL), Set.of(), DbcpExtension::pool);
    }

    private static Offer.Declaration<Object> replaced() {
        String more =
                " It has the attributes and defaults of tomcat-jdbc, whose factory it replaces"
                        + " unless tomcat-jdbc.jar is in WEB-INF/lib or lib.";
        return new Offer.Declaration<>(
                table("TomcatJdbc", DOC + more, TomcatJdbcAttributes.ALL),
                Set.of(),
                DbcpExtension::tomcatJdbc);
    }

    private static AttributeTable table(String name, String doc, List<PoolAttribute<?>> all) {
        return new AttributeTable(
                name, doc, List.copyOf(all.stream().map(PoolAttribute::attribute).toList()));
    }

    private static Offer.Factory<Object> pool(Settings given) {
        for (Attribute<?> older : PoolAttributes.OLDER) {
            if (given.has(older)) {
                given.warning(
                        given.at(older),
                        older.name()
                                + " of DataSource has another name since dbcp2: "
                                + older.doc());
            }
        }
        return place -> made(given, place, PoolAttributes.ALL);
    }

    private static Offer.Factory<Object> tomcatJdbc(Settings given) {
        for (Attribute<?> other : TomcatJdbcAttributes.WITHOUT_COUNTERPART) {
            if (given.has(other)) {
                given.warning(
                        given.at(other),
                        other.name()
                                + " of DataSource has no counterpart in commons-dbcp2, and no"
                                + " effect unless tomcat-jdbc.jar is in WEB-INF/lib or lib");
            }
        }
        return place -> made(given, place, TomcatJdbcAttributes.ALL);
    }

    private static Object made(Settings given, Place place, List<PoolAttribute<?>> attributes)
            throws Exception {
        ResourceElement element = place.service(ResourceElement.class);
        Class<?> brought = brought(element);
        if (brought != null) {
            return element.by(brought);
        }
        Pool pool = new Pool(element);
        attributes.forEach(attribute -> attribute.apply(given, pool));
        pool.findDriver();
        return pool;
    }

    /** The factory itself, if the users have added it; otherwise null. */
    private static Class<?> brought(ResourceElement element) {
        String factory = element.attributes().get("factory");
        if (factory == null) {
            return null;
        }
        try {
            Class<?> found = Class.forName(factory, false, element.loader());
            return found.getClassLoader() == Pool.class.getClassLoader() ? null : found;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}

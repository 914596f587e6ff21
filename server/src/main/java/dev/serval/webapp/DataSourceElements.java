package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Location;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads an application's own definition of a data source, {@code data-source} of a descriptor and
 * {@code @DataSourceDefinition} (Jakarta Annotations 3.0 §3.6), as a {@code Resource}. Stateless.
 */
final class DataSourceElements {
    private static final String PROPERTIES = "dataSourceProperties";

    /** The attributes by the members of the annotation; other members are properties. */
    private static final Map<String, String> ATTRIBUTES =
            Map.of(
                    "className", "dataSourceClassName",
                    "url", "url",
                    "user", "username",
                    "password", "password",
                    "initialPoolSize", "initialSize",
                    "maxPoolSize", "maxTotal",
                    "minPoolSize", "minIdle",
                    "maxStatements", "maxOpenPreparedStatements",
                    "isolationLevel", "defaultTransactionIsolation");

    private static final List<String> PROPERTY =
            List.of("databaseName", "portNumber", "serverName", "loginTimeout");

    private DataSourceElements() {}

    static XmlElement described(XmlElement e, String name, Elements elements) {
        XmlElement resource = resource(name, e.at);
        for (XmlElement child : e.children) {
            if (child.name.equals("property")) {
                property(
                        resource,
                        elements.optional(child, "name"),
                        elements.optional(child, "value"));
            } else {
                add(resource, member(child.name), elements.text(child));
            }
        }
        return resource;
    }

    /** For example maxPoolSize for max-pool-size. */
    private static String member(String element) {
        StringBuilder member = new StringBuilder();
        for (String part : element.split("-")) {
            member.append(
                    member.isEmpty()
                            ? part
                            : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return member.toString();
    }

    static XmlElement annotated(AnnotationValues values, String name, Location at) {
        XmlElement resource = resource(name, at);
        values.all().keySet().forEach(key -> add(resource, key, values.shown(key)));
        for (String each : values.texts("properties")) {
            int end = each.indexOf('=');
            if (end > 0) {
                property(resource, each.substring(0, end).strip(), each.substring(end + 1));
            }
        }
        return resource;
    }

    private static XmlElement resource(String name, Location at) {
        XmlElement resource = new XmlElement("Resource", at);
        put(resource, "name", name.substring(name.lastIndexOf(':') + 1));
        put(resource, "type", "javax.sql.DataSource");
        return resource;
    }

    private static void add(XmlElement resource, String member, String value) {
        if (value == null || value.isEmpty() || value.equals("-1")) {
            return; // the defaults of the annotation
        }
        if (ATTRIBUTES.containsKey(member)) {
            put(resource, ATTRIBUTES.get(member), value.replace("TRANSACTION_", ""));
            if (member.equals("maxStatements")) {
                put(resource, "poolPreparedStatements", "true");
            }
        } else if (member.equals("maxIdleTime")) {
            put(resource, "minEvictableIdleTimeMillis", value + "s");
        } else if (PROPERTY.contains(member)) {
            property(resource, member, value);
        }
    }

    private static void property(XmlElement resource, String name, String value) {
        if (name != null && value != null) {
            String before = resource.raw(PROPERTIES);
            put(resource, PROPERTIES, (before == null ? "" : before + ";") + name + "=" + value);
        }
    }

    private static void put(XmlElement resource, String name, String value) {
        resource.attributes.put(name, new XmlElement.Attr(name, value, resource.at));
    }
}

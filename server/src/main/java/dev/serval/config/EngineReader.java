package dev.serval.config;

import dev.serval.builtin.BuiltInValves;
import dev.serval.builtin.manager.BuiltInManagers;
import dev.serval.config.xml.XmlElement;
import dev.serval.extension.Kind;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.NearestName;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads {@code Engine}. Stateless. */
final class EngineReader {
    private static final Attribute<String> NAME =
            Attribute.of(
                    "name", Format.text(), "Catalina", "For messages and names of directories.");
    private static final Attribute<String> DEFAULT_HOST =
            Attribute.of(
                            "defaultHost",
                            Format.text(),
                            null,
                            "The Host that answers for names that no other Host has.")
                    .needed();
    private static final Attribute<String> JVM_ROUTE =
            Attribute.of(
                            "jvmRoute",
                            BuiltInManagers.ROUTE,
                            null,
                            "The name of this server for a balancer with sticky sessions: the ids"
                                    + " of sessions end in a dot and this.")
                    .shown("the system property jvmRoute");
    static final AttributeTable TABLE =
            new AttributeTable(
                    "Engine",
                    "The virtual hosts of a Service.",
                    List.of(
                            NAME,
                            DEFAULT_HOST,
                            JVM_ROUTE,
                            ClassNames.only("org.apache.catalina.core.StandardEngine")));

    private EngineReader() {}

    static EngineConfig read(XmlElement xml, Reading reading) {
        Values values = AttributeReader.read(TABLE, xml, reading);
        List<HostConfig> hosts = new ArrayList<>();
        ValveElements valves = new ValveElements("Engine", reading);
        RealmConfig realm = null;
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Host" -> hosts.add(HostReader.read(child, reading));
                case "Valve" -> valves.read(child);
                case "Realm" -> realm = RealmConfig.read(child, realm, reading);
                case "Listener" -> NamedClasses.listener(child, reading);
                default -> OtherElements.report(xml, child, reading);
            }
        }
        names(hosts, reading);
        String defaultHost = values.get(DEFAULT_HOST);
        if (hosts.isEmpty()) {
            reading.error(xml.at, "Engine needs an element Host");
        } else if (defaultHost != null) {
            List<String> names = hosts.stream().map(HostConfig::name).toList();
            if (names.stream().noneMatch(defaultHost::equalsIgnoreCase)) {
                reading.error(
                        values.at(DEFAULT_HOST),
                        "defaultHost of Engine is \""
                                + defaultHost
                                + "\", but there is no Host of that name"
                                + NearestName.hint(defaultHost, names));
            }
        }
        return new EngineConfig(
                xml.at,
                values.get(NAME),
                route(xml, values, reading),
                defaultHost,
                hosts,
                valves.all(Kind.VALVE),
                realm,
                valves.last(BuiltInValves.SINGLE_SIGN_ON));
    }

    /** The jvmRoute; null if there is none. */
    private static String route(XmlElement xml, Values values, Reading reading) {
        if (values.has(JVM_ROUTE)) {
            return values.get(JVM_ROUTE);
        }
        try {
            String given = reading.resolve("${jvmRoute:-}");
            return given.isEmpty() ? null : JVM_ROUTE.format().parser().parse(given);
        } catch (BadValue e) {
            reading.error(xml.at, "the system property jvmRoute " + e.getMessage());
            return null;
        }
    }

    private static void names(List<HostConfig> hosts, Reading reading) {
        Map<String, HostConfig> seen = new HashMap<>();
        for (HostConfig host : hosts) {
            List<String> names = new ArrayList<>(host.aliases());
            names.add(0, host.name());
            for (String name : names) {
                HostConfig before = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), host);
                if (before != null) {
                    String where = before == host ? "twice in this Host" : "at " + before.at();
                    reading.error(host.at(), "the name " + name + " is already taken, " + where);
                }
            }
        }
    }
}

package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.net.UnixSocket;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads {@code Server} and {@code Service}. Stateless. */
final class ServerReader {
    private static final Attribute<Integer> PORT =
            Attribute.of(
                            "port",
                            Format.integer(Unit.NONE, 0, 65535, -1, "none"),
                            -1,
                            "The port for the shutdown word. There is none yet: another value than"
                                    + " -1 gives a warning.")
                    .differs(
                            "8005",
                            "a port that stops the server for whoever reaches it is off by"
                                    + " default; bin/shutdown.sh uses a signal");
    private static final Attribute<Integer> PORT_OFFSET =
            Attribute.of(
                    "portOffset",
                    Format.integer(Unit.NONE, 0, 65535),
                    0,
                    "Is added to the port of every connector.");
    static final AttributeTable SERVER =
            new AttributeTable(
                    "Server",
                    "The whole process; the root of the file.",
                    List.of(
                            PORT,
                            PORT_OFFSET,
                            ClassNames.only("org.apache.catalina.core.StandardServer")));

    private static final Attribute<String> NAME =
            Attribute.of("name", Format.text(), "Catalina", "For messages; unique in the server.");
    private static final Attribute<Integer> GRACEFUL_STOP_AWAIT =
            Attribute.of(
                            "gracefulStopAwaitMillis",
                            Format.integer(Unit.MILLISECONDS, 0, Integer.MAX_VALUE),
                            (int) ServiceConfig.GRACEFUL_STOP_AWAIT.toMillis(),
                            "How long requests in flight may take when the server stops; what is"
                                    + " left then is cut. SECONDS of bin/shutdown.sh counts"
                                    + " instead; of several Services the longest does.")
                    .differs("0", "a stop answers what is in flight");
    static final AttributeTable SERVICE =
            new AttributeTable(
                    "Service",
                    "Connectors, and the engine that answers what they receive.",
                    List.of(
                            NAME,
                            GRACEFUL_STOP_AWAIT,
                            ClassNames.only("org.apache.catalina.core.StandardService")));

    private ServerReader() {}

    static ServerConfig read(XmlElement xml, Reading reading) {
        if (!xml.name.equals("Server")) {
            reading.error(xml.at, "the root element is " + xml.name + ", but must be Server");
            return null;
        }
        Values values = AttributeReader.read(SERVER, xml, reading);
        if (values.get(PORT) != -1) {
            reading.warning(
                    values.at(PORT),
                    "port of Server: the shutdown port is not there yet, none is opened;"
                            + " bin/shutdown.sh stops the server");
        }
        List<ListenerConfig> listeners = new ArrayList<>();
        List<ServiceConfig> services = new ArrayList<>();
        Map<String, String> databases = new HashMap<>();
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Listener" -> listeners.addAll(NamedClasses.listener(child, reading));
                case "GlobalNamingResources" -> UserDatabaseReader.read(child, databases, reading);
                case "Service" -> services.add(service(child, values.get(PORT_OFFSET), reading));
                default -> OtherElements.report(xml, child, reading);
            }
        }
        if (services.isEmpty()) {
            reading.error(xml.at, "Server needs an element Service: there is nothing to serve");
        }
        names(services, reading);
        ports(services, reading);
        services.forEach(service -> realms(service, databases, reading));
        return new ServerConfig(xml.at, listeners, services, databases, reading.extensions());
    }

    private static ServiceConfig service(XmlElement xml, int portOffset, Reading reading) {
        Values values = AttributeReader.read(SERVICE, xml, reading);
        ExecutorReader executors = new ExecutorReader();
        xml.children("Executor").forEach(child -> executors.read(child, reading));
        List<ConnectorEntry> connectors = new ArrayList<>();
        EngineConfig engine = null;
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Executor" -> {} // read before, for connectors may stand above
                case "Listener" -> NamedClasses.listener(child, reading);
                case "Connector" ->
                        connectors.addAll(
                                ConnectorReader.read(child, executors, portOffset, reading));
                case "Engine" -> {
                    if (engine != null) {
                        reading.error(child.at, "a Service has one Engine; this is the second");
                    }
                    engine = EngineReader.read(child, reading);
                }
                default -> OtherElements.report(xml, child, reading);
            }
        }
        if (engine == null) {
            reading.error(xml.at, "Service needs an element Engine");
        }
        if (connectors.isEmpty()) {
            reading.warning(
                    xml.at, "Service has no connector that is started: nobody can reach it");
        }
        return new ServiceConfig(
                xml.at,
                values.get(NAME),
                Duration.ofMillis(values.get(GRACEFUL_STOP_AWAIT)),
                executors.all(),
                connectors,
                engine);
    }

    /** Every user database that a realm names must be there. */
    private static void realms(
            ServiceConfig service, Map<String, String> databases, Reading reading) {
        if (service.engine() == null) {
            return;
        }
        database(service.engine().realm(), databases, reading);
        for (HostConfig host : service.engine().hosts()) {
            database(host.realm(), databases, reading);
            host.contexts().forEach(context -> database(context.realm(), databases, reading));
        }
    }

    private static void database(
            RealmConfig realm, Map<String, String> databases, Reading reading) {
        if (realm == null) {
            return;
        }
        for (UserRealm users : realm.ofFiles()) {
            String name = users.resourceName();
            if (name != null && !databases.containsKey(name)) {
                reading.error(
                        users.at(),
                        "resourceName of Realm is \""
                                + name
                                + "\", but GlobalNamingResources has no UserDatabase of that name"
                                + NearestName.hint(name, databases.keySet()));
            }
        }
    }

    private static void names(List<ServiceConfig> services, Reading reading) {
        Map<String, Location> seen = new HashMap<>();
        for (ServiceConfig service : services) {
            Location before = seen.putIfAbsent(service.name(), service.at());
            if (before != null) {
                reading.error(
                        service.at(),
                        "there is a Service named " + service.name() + " already, at " + before);
            }
        }
    }

    /** Two connectors must not want the same port of the same address. */
    private static void ports(List<ServiceConfig> services, Reading reading) {
        List<ConnectorEntry> seen = new ArrayList<>();
        for (ServiceConfig service : services) {
            for (ConnectorEntry entry : service.connectors()) {
                for (ConnectorEntry before : seen) {
                    if (clash(before, entry)) {
                        reading.error(
                                entry.at(),
                                place(entry)
                                        + " is already used by the Connector at "
                                        + before.at());
                        break;
                    }
                }
                seen.add(entry);
            }
        }
    }

    private static String place(ConnectorEntry entry) {
        UnixSocket unix = entry.config().sockets().unixDomainSocket();
        return unix == null ? "port " + entry.config().port() : unix.path().toString();
    }

    private static boolean clash(ConnectorEntry a, ConnectorEntry b) {
        UnixSocket unix = a.config().sockets().unixDomainSocket();
        if (unix != null) {
            UnixSocket other = b.config().sockets().unixDomainSocket();
            return other != null && unix.path().equals(other.path());
        }
        if (a.config().port() != b.config().port() || a.config().port() == 0) {
            return false;
        }
        String first = address(a);
        String second = address(b);
        return first.isEmpty() || second.isEmpty() || first.equals(second);
    }

    private static String address(ConnectorEntry entry) {
        String address = entry.config().address();
        boolean all = address == null || List.of("0.0.0.0", "::", "*").contains(address);
        return all ? "" : address.toLowerCase(Locale.ROOT);
    }
}

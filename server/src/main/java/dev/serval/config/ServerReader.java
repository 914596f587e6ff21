package dev.serval.config;

import dev.serval.builtin.UserRealm;
import dev.serval.config.StopConfig.ShutdownPort;
import dev.serval.config.xml.Problem;
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
import java.util.LinkedHashMap;
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
                            "The TCP port of a loopback address where the word of shutdown stops"
                                    + " the server. portOffset is added.")
                    .stricter(
                            8005,
                            "8005",
                            "a port that stops the server for every user of the machine is off"
                                    + " by default; bin/shutdown.sh uses a signal");
    private static final Attribute<String> SHUTDOWN =
            Attribute.of(
                    "shutdown",
                    Format.text(),
                    "SHUTDOWN",
                    "The word that stops the server when it is sent to port. Whoever may log in to"
                            + " this machine can send it: choose a secret one.");
    private static final Attribute<String> ADDRESS =
            Attribute.of(
                    "address",
                    Format.text(),
                    "localhost",
                    "The loopback address of port. Others are not opened.");
    private static final Attribute<Integer> DRAIN_DELAY =
            Attribute.of(
                    "drainDelayMillis",
                    Format.integer(Unit.MILLISECONDS, 0, 3_600_000),
                    0,
                    "How long ports stay open when the server is told to stop. The server says"
                            + " that it is not ready from the beginning, so that load balancers"
                            + " can choose another one.");
    private static final Attribute<Integer> PORT_OFFSET =
            Attribute.of(
                    "portOffset",
                    Format.integer(Unit.NONE, 0, 65535),
                    0,
                    "Added to the port of every connector.");
    private static final Attribute<Boolean> COMPAT =
            Attribute.of(
                            "compat",
                            Format.choice(Map.of("serval", false, "tomcat", true)),
                            false,
                            "Serval's own. tomcat: where Serval's defaults are the stricter ones, those"
                                    + " of Tomcat count, in all files. With bin/serval.sh adopt the"
                                    + " default is tomcat.")
                    .shown("serval");
    static final AttributeTable SERVER =
            new AttributeTable(
                    "Server",
                    "The whole process; the root of the file.",
                    List.of(
                            PORT,
                            PORT_OFFSET,
                            SHUTDOWN,
                            ADDRESS,
                            DRAIN_DELAY,
                            COMPAT,
                            ClassNames.only("org.apache.catalina.core.StandardServer")));

    private static final Attribute<String> NAME =
            Attribute.of("name", Format.text(), "Catalina", "For messages; unique in the server.");
    private static final Attribute<Integer> GRACEFUL_STOP_AWAIT =
            Attribute.of(
                            "gracefulStopAwaitMillis",
                            Format.integer(Unit.MILLISECONDS, 0, Integer.MAX_VALUE),
                            (int) ServiceConfig.GRACEFUL_STOP_AWAIT.toMillis(),
                            "How long requests in flight may take when the server stops; the rest"
                                    + " is then cut. SECONDS of bin/shutdown.sh counts"
                                    + " instead; of several Services the longest does.")
                    .differs("0", "a stop answers what is in flight");
    static final AttributeTable SERVICE =
            new AttributeTable(
                    "Service",
                    "Connectors, and the engine that answers their requests.",
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
        Compatibility compatibility = reading.compatibility();
        boolean asTomcat =
                values.has(COMPAT) || compatibility.defaults() == null
                        ? values.get(COMPAT)
                        : compatibility.defaults();
        reading.as(compatibility.with(asTomcat));
        List<ListenerConfig> listeners = new ArrayList<>();
        List<ServiceConfig> services = new ArrayList<>();
        Map<String, UserDatabaseConfig> databases = new HashMap<>();
        Map<String, ContextEntry<Object>> globals = new LinkedHashMap<>();
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Listener" -> listeners.addAll(NamedClasses.listener(child, reading));
                case "GlobalNamingResources" ->
                        UserDatabaseReader.read(child, databases, globals, reading);
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
        for (DataSourceUse use : DataSourceUse.in(reading)) {
            Problem missing = use.missing(globals.keySet());
            if (missing != null) {
                reading.add(missing);
            }
        }
        DataSourceUse.outsideOfContexts(xml, reading).forEach(reading::add);
        return new ServerConfig(
                xml.at,
                listeners,
                services,
                databases,
                globals,
                reading.extensions(),
                reading.compatibility(),
                new StopConfig(
                        Duration.ofMillis(values.get(DRAIN_DELAY)),
                        shutdownPort(values, xml.at, services, reading)),
                Outline.of(xml, reading));
    }

    /** Null if there is none. */
    private static ShutdownPort shutdownPort(
            Values values, Location at, List<ServiceConfig> services, Reading reading) {
        if (values.get(PORT) == -1) {
            return null;
        }
        Location place = values.has(PORT) ? values.at(PORT) : at;
        int port = values.get(PORT) + (values.get(PORT) == 0 ? 0 : values.get(PORT_OFFSET));
        String address = values.get(ADDRESS);
        if (port > 65535) {
            reading.error(place, "port of Server is " + port + " with portOffset, above 65535");
        }
        if (!Loopback.is(address)) {
            reading.warning(
                    values.at(ADDRESS),
                    "address of Server is \""
                            + address
                            + "\", which is no loopback address; the shutdown port is opened on"
                            + " localhost alone");
            address = ADDRESS.fallback();
        }
        for (ServiceConfig service : services) {
            for (ConnectorEntry entry : service.connectors()) {
                boolean unix = entry.config().sockets().unixDomainSocket() != null;
                if (port != 0 && !unix && entry.config().port() == port) {
                    reading.error(
                            place,
                            "port of Server is "
                                    + port
                                    + ", which the Connector at "
                                    + entry.at()
                                    + " uses");
                }
            }
        }
        return new ShutdownPort(place, address, port, values.get(SHUTDOWN));
    }

    private static ServiceConfig service(XmlElement xml, int portOffset, Reading reading) {
        Values values = AttributeReader.read(SERVICE, xml, reading);
        ExecutorReader executors = new ExecutorReader();
        xml.children("Executor").forEach(child -> executors.read(child, reading));
        List<ConnectorEntry> connectors = new ArrayList<>();
        EngineConfig engine = null;
        boolean refused = false; // an error says why a connector is not started
        for (XmlElement child : xml.children) {
            switch (child.name) {
                case "Executor" -> {} // read before: connectors may precede it
                case "Listener" -> NamedClasses.listener(child, reading);
                case "Connector" -> {
                    int errors = reading.errors();
                    connectors.addAll(ConnectorReader.read(child, executors, portOffset, reading));
                    refused |= reading.errors() > errors;
                }
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
        if (connectors.isEmpty() && !refused) {
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

    /** Every user database that a realm names has to exist. */
    private static void realms(
            ServiceConfig service, Map<String, UserDatabaseConfig> databases, Reading reading) {
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
            RealmConfig realm, Map<String, UserDatabaseConfig> databases, Reading reading) {
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

    /** Two connectors must not have the same port of the same address. */
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

package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.http.Protocol;
import dev.serval.net.SocketConfig;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import dev.serval.settings.Values;
import dev.serval.tls.TlsConfig;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code Connector}. Stateless. Its attributes are declared in {@link ConnectorTable}. */
final class ConnectorReader {
    private ConnectorReader() {}

    /** The connector; empty when it is one that is not started, or has an error. */
    static List<ConnectorEntry> read(
            XmlElement xml, ExecutorReader executors, int portOffset, Reading reading) {
        String protocol = protocol(xml, reading);
        if (ClassNames.isAjp(protocol)) {
            reading.warning(
                    xml.attributes.get("protocol").at(),
                    "protocol of Connector is \""
                            + protocol
                            + "\": AJP is not there yet; this connector is not started");
            return List.of();
        }
        Values values = AttributeReader.read(ConnectorTable.TABLE, xml, reading);
        boolean encrypted = TlsReader.asked(xml, reading) != null;
        TlsConfig tls = encrypted ? TlsReader.read(xml, values, reading) : null;
        List<Factory<Protocol>> protocols = new ArrayList<>();
        for (XmlElement child : xml.children) {
            if (child.name.equals("Listener")) {
                NamedClasses.listener(child, reading);
            } else if (OfferReader.isFor(Kind.PROTOCOL, child, reading)) {
                OfferReader.Read<Protocol> read =
                        OfferReader.read(Kind.PROTOCOL, child, List.of(), reading);
                if (read != null) {
                    protocols.add(read.factory());
                }
            } else if (!child.name.equals("SSLHostConfig")) {
                OtherElements.report(xml, child, reading);
            }
        }
        replacedProtocol(protocol, values, reading);
        return entry(xml, values, executors, portOffset, tls, protocols, reading);
    }

    private static String protocol(XmlElement xml, Reading reading) {
        String raw = xml.raw("protocol");
        try {
            return raw == null ? "" : reading.resolve(raw).strip();
        } catch (BadValue e) {
            return ""; // reported when the table is read
        }
    }

    private static void replacedProtocol(String protocol, Values values, Reading reading) {
        Location at = values.at(ConnectorTable.PROTOCOL);
        if (protocol.equals(ClassNames.APR)) {
            reading.warning(at, "protocol of Connector: there is no native code; NIO is used");
        }
    }

    private static List<ConnectorEntry> entry(
            XmlElement xml,
            Values values,
            ExecutorReader executors,
            int portOffset,
            TlsConfig tls,
            List<Factory<Protocol>> protocols,
            Reading reading) {
        IoModel io = values.get(ConnectorTable.PROTOCOL);
        SocketConfig sockets = SocketTable.read(values, io, reading);
        requirePort(xml, sockets, reading);
        int given = values.get(ConnectorTable.PORT);
        int offset = portOffset + values.get(SocketTable.PORT_OFFSET);
        int port = given == 0 || sockets.unixDomainSocket() != null ? 0 : given + offset;
        if (port > 65535) {
            reading.error(
                    values.at(ConnectorTable.PORT),
                    "port of Connector is "
                            + given
                            + " plus portOffset "
                            + offset
                            + ", which is out of range: 0 to 65535");
        }
        int maxThreads = values.get(ConnectorTable.MAX_THREADS);
        int minSpareThreads = values.get(ConnectorTable.MIN_SPARE_THREADS);
        boolean virtual = values.get(ConnectorTable.USE_VIRTUAL_THREADS);
        Location virtualAt = values.at(ConnectorTable.USE_VIRTUAL_THREADS);
        ExecutorConfig executor = null;
        String name = values.get(ConnectorTable.EXECUTOR);
        if (name != null) {
            executor = executors.find(name, values.at(ConnectorTable.EXECUTOR), reading);
            if (executor != null) {
                maxThreads = executor.maxThreads();
                minSpareThreads = executor.minSpareThreads();
                virtual = executor.virtual();
                virtualAt = executor.at();
            }
        }
        if (virtual && Runtime.version().feature() < 21) {
            reading.warning(
                    virtualAt, "virtual threads need JDK 21 or newer; platform threads are used");
        }
        if (minSpareThreads > maxThreads) {
            minSpareThreads = maxThreads; // as in Tomcat, where the larger one wins silently
        }
        int connectionTimeout = LoadTable.positive(connectionTimeout(values));
        Integer keepAlive = values.get(ConnectorTable.KEEP_ALIVE_TIMEOUT);
        int keepAliveRequests = values.get(ConnectorTable.MAX_KEEP_ALIVE_REQUESTS);
        return List.of(
                new ConnectorEntry(
                        xml.at,
                        new ConnectorConfig(
                                io,
                                values.get(ConnectorTable.ADDRESS),
                                port,
                                values.get(ConnectorTable.ACCEPT_COUNT),
                                values.get(ConnectorTable.MAX_CONNECTIONS),
                                maxThreads,
                                minSpareThreads,
                                virtual,
                                values.get(ConnectorTable.INLINE_CALLS),
                                connectionTimeout,
                                keepAlive == null
                                        ? connectionTimeout
                                        : LoadTable.positive(keepAlive),
                                keepAliveRequests == 0 ? 1 : keepAliveRequests,
                                tcpNoDelay(values),
                                values.get(ConnectorTable.USE_SENDFILE),
                                values.get(ConnectorTable.SCHEME),
                                values.get(ConnectorTable.SECURE),
                                values.get(ConnectorTable.PROXY_NAME),
                                values.get(ConnectorTable.PROXY_PORT),
                                values.get(ConnectorTable.REDIRECT_PORT),
                                values.get(ConnectorTable.SERVER),
                                LimitsTable.read(values),
                                HttpOptionsReader.read(values),
                                RequestRulesTable.read(values, reading),
                                sockets,
                                LoadTable.read(values, executor),
                                null,
                                null),
                        name,
                        tls,
                        protocols));
    }

    /** The port; the table cannot say when it is needed. */
    private static void requirePort(XmlElement xml, SocketConfig sockets, Reading reading) {
        if (sockets.useInheritedChannel() || sockets.unixDomainSocket() != null) {
            return;
        }
        XmlElement.Attr attr = xml.attributes.get(ConnectorTable.PORT.name());
        try {
            if (attr == null) {
                reading.error(xml.at, "Connector needs the attribute port");
            } else if (reading.resolve(attr.value()).isBlank()) {
                reading.error(attr.at(), "port of Connector is empty");
            }
        } catch (BadValue e) {
            // Reported when the table was read.
        }
    }

    private static int connectionTimeout(Values values) {
        Integer other = values.get(SocketTable.SO_TIMEOUT);
        return other == null || values.has(ConnectorTable.CONNECTION_TIMEOUT)
                ? values.get(ConnectorTable.CONNECTION_TIMEOUT)
                : other;
    }

    private static boolean tcpNoDelay(Values values) {
        Boolean other = values.get(SocketTable.TCP_NO_DELAY);
        return other == null || values.has(ConnectorTable.TCP_NO_DELAY)
                ? values.get(ConnectorTable.TCP_NO_DELAY)
                : other;
    }
}

package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.http.HttpConfig;
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
        HttpConfig http =
                new HttpConfig(
                        LimitsTable.read(values),
                        HttpOptionsTable.read(values),
                        RequestRulesTable.read(values, reading),
                        OriginTable.read(values));
        return List.of(
                new ConnectorEntry(
                        xml.at,
                        new ConnectorConfig(
                                io,
                                values.get(ConnectorTable.ADDRESS),
                                port,
                                http,
                                sockets,
                                LoadTable.read(values, executors, reading),
                                null,
                                null),
                        values.get(LoadTable.EXECUTOR),
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
}

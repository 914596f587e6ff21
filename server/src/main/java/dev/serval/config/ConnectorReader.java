package dev.serval.config;

import dev.serval.ajp.AjpConfig;
import dev.serval.config.xml.XmlElement;
import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer.Factory;
import dev.serval.http.Protocol;
import dev.serval.net.SocketConfig;
import dev.serval.settings.BadValue;
import dev.serval.settings.Values;
import dev.serval.tls.TlsConfig;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code Connector}. Stateless. Its attributes are declared in {@link ConnectorTable}. */
final class ConnectorReader {
    private ConnectorReader() {}

    /** The connector; empty if it is not started, or has an error. */
    static List<ConnectorEntry> read(
            XmlElement xml, ExecutorReader executors, int portOffset, Reading reading) {
        String protocol = protocol(xml, reading);
        Values values = AttributeReader.read(ConnectorTable.TABLE, xml, reading);
        boolean ajp = ClassNames.isAjp(protocol);
        if (ajp) {
            AjpTable.requirePlainText(xml, reading);
        }
        boolean encrypted = !ajp && TlsReader.asked(xml, reading) != null;
        TlsConfig tls = encrypted ? TlsReader.read(xml, values, reading) : null;
        List<Factory<Protocol>> protocols = new ArrayList<>();
        for (XmlElement child : xml.children) {
            if (child.name.equals("Listener")) {
                NamedClasses.listener(child, reading);
            } else if (!ajp && OfferReader.isFor(Kind.PROTOCOL, child, reading)) {
                OfferReader.Read<Protocol> read = OfferReader.read(Kind.PROTOCOL, child, reading);
                if (read != null) {
                    protocols.add(read.factory());
                }
            } else if (!child.name.equals("SSLHostConfig")) {
                OtherElements.report(xml, child, reading);
            }
        }
        Rows rows = new Rows(ConnectorTable.TABLE, values);
        if (protocol.equals(ClassNames.APR) || protocol.equals(ClassNames.AJP_APR)) {
            String what = "protocol of Connector";
            String message = what + ": there is no native code; NIO is used";
            XmlElement.Attr attr = xml.attributes.get("protocol");
            reading.judge(attr, new Finding(attr.at(), what, Verdict.MAPPED, message));
            reading.warning(attr.at(), message);
        }
        ConnectorConfig config = ConnectorTable.read(rows, portOffset, executors, reading);
        requirePort(xml, config.sockets(), reading);
        AjpTable.warnOfOthers(ajp, xml, reading);
        String executor = values.get(LoadTable.EXECUTOR);
        if (!ajp) {
            return List.of(
                    new ConnectorEntry(xml.at, config, executor, tls, Connector.HTTP, protocols));
        }
        AjpConfig own = AjpTable.settings(xml, config, rows, reading);
        return own == null
                ? List.of()
                : List.of(
                        new ConnectorEntry(
                                xml.at,
                                AjpTable.adapted(config, rows),
                                executor,
                                null,
                                Connector.ajp(own),
                                List.of()));
    }

    private static String protocol(XmlElement xml, Reading reading) {
        String raw = xml.raw("protocol");
        try {
            return raw == null ? "" : reading.resolve(raw).strip();
        } catch (BadValue e) {
            return ""; // reported when the table is read
        }
    }

    /** The port; the table cannot express when it is required. */
    private static void requirePort(XmlElement xml, SocketConfig sockets, Reading reading) {
        if (sockets.useInheritedChannel() || sockets.unixDomainSocket() != null) {
            return;
        }
        XmlElement.Attr attr = xml.attributes.get("port");
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

package dev.serval.config;

import dev.serval.connector.IoModel;
import dev.serval.net.AddressBlocks;
import dev.serval.net.SocketConfig;
import dev.serval.net.UnixSocket;

/** Reads what a {@code Connector} says of its sockets; for {@link ConnectorReader}. Stateless. */
final class SocketReader {
    private SocketReader() {}

    static SocketConfig read(Values values, Reading reading) {
        IoModel io = values.get(ConnectorTable.PROTOCOL);
        SocketConfig sockets =
                new SocketConfig(
                        values.get(SocketTable.USE_INHERITED_CHANNEL),
                        unixSocket(values, reading),
                        proxyProtocol(values, reading),
                        values.get(SocketTable.USE_IPV_HOSTS),
                        values.get(SocketTable.THROW_ON_FAILURE),
                        values.get(SocketTable.RX_BUF_SIZE),
                        values.get(SocketTable.TX_BUF_SIZE),
                        values.get(SocketTable.SO_KEEP_ALIVE),
                        values.get(SocketTable.OO_B_INLINE),
                        values.get(SocketTable.SO_REUSE_ADDRESS),
                        linger(values));
        if (io == IoModel.NIO2) {
            warnOfNio2(sockets, values, reading);
        }
        if (io != IoModel.NIO && sockets.unixDomainSocket() != null) {
            reading.error(
                    values.at(SocketTable.UNIX_PATH),
                    "unixDomainSocketPath of Connector needs protocol=\"NIO\": "
                            + io
                            + " has no Unix domain sockets");
        }
        if (sockets.useInheritedChannel()
                && (io == IoModel.NIO2 || sockets.unixDomainSocket() != null)) {
            reading.error(
                    values.at(SocketTable.USE_INHERITED_CHANNEL),
                    "useInheritedChannel of Connector cannot be used with "
                            + (io == IoModel.NIO2 ? "NIO2" : "unixDomainSocketPath"));
        }
        return sockets;
    }

    /** The port; the table cannot say when it is needed. */
    static void requirePort(XmlElement xml, SocketConfig sockets, Reading reading) {
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

    private static UnixSocket unixSocket(Values values, Reading reading) {
        String path = values.get(SocketTable.UNIX_PATH);
        return path == null
                ? null
                : new UnixSocket(
                        reading.path(path).toAbsolutePath().normalize(),
                        values.get(SocketTable.UNIX_PERMISSIONS),
                        values.get(SocketTable.UNIX_PARENT_OWNER),
                        values.get(SocketTable.UNIX_PARENT_PERMISSIONS));
    }

    private static AddressBlocks proxyProtocol(Values values, Reading reading) {
        AddressBlocks trusted = values.get(SocketTable.TRUSTED_PROXIES);
        boolean none = trusted == null || trusted.isEmpty();
        if (values.get(SocketTable.PROXY_PROTOCOL)) {
            if (none) {
                reading.error(
                        values.at(SocketTable.PROXY_PROTOCOL),
                        "proxyProtocol of Connector needs trustedProxies: the addresses of the"
                                + " proxies whose word counts");
            }
            return trusted;
        }
        if (!none) {
            reading.warning(
                    values.at(SocketTable.TRUSTED_PROXIES),
                    "trustedProxies of Connector has no effect without proxyProtocol=\"true\"");
        }
        return null;
    }

    private static int linger(Values values) {
        if (values.has(SocketTable.CONNECTION_LINGER) || !values.get(SocketTable.SO_LINGER_ON)) {
            return values.get(SocketTable.CONNECTION_LINGER);
        }
        return values.get(SocketTable.SO_LINGER_TIME);
    }

    /** What the asynchronous channels of the JDK do not have. */
    private static void warnOfNio2(SocketConfig sockets, Values values, Reading reading) {
        if (sockets.soLingerTime() >= 0) {
            noEffect(
                    values.has(SocketTable.CONNECTION_LINGER)
                            ? SocketTable.CONNECTION_LINGER
                            : SocketTable.SO_LINGER_ON,
                    values,
                    reading);
        }
        if (sockets.ooBInline()) {
            noEffect(SocketTable.OO_B_INLINE, values, reading);
        }
    }

    private static void noEffect(Attribute<?> given, Values values, Reading reading) {
        reading.warning(
                values.at(given),
                given.name()
                        + " of Connector has no effect with NIO2: its sockets have no such"
                        + " option");
    }
}

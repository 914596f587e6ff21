package dev.serval.startup;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The address of a started connector. Immutable.
 *
 * @param shown for messages: an address, or the path of a Unix domain socket
 * @param socket to connect to; null if it answers only proxies
 * @param taken whether the connector has a connection
 */
record ConnectorAddress(String shown, SocketAddress socket, BooleanSupplier taken) {

    static ConnectorAddress of(Connector connector) {
        BooleanSupplier taken = () -> connector.connections() > 0;
        boolean onlyProxies = connector.config().sockets().proxyProtocol() != null;
        if (connector.path() != null) {
            String shown = "unix:" + connector.path();
            SocketAddress socket = UnixDomainSocketAddress.of(connector.path());
            return new ConnectorAddress(shown, onlyProxies ? null : socket, taken);
        }
        String host = host(connector.config());
        String scheme =
                connector.protocol() + (connector.config().tls() == null ? "" : "s"); // never ajps
        String shown =
                scheme
                        + "://"
                        + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
                        + ":"
                        + connector.port()
                        + "/";
        SocketAddress socket = new InetSocketAddress(host, connector.port());
        return new ConnectorAddress(shown, onlyProxies ? null : socket, taken);
    }

    private static String host(ConnectorConfig connector) {
        String host = connector.address();
        boolean all = host == null || host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
        return all ? "localhost" : host;
    }

    /** True if the connector accepts a connection within the time, or cannot be checked. */
    boolean answers(Duration within) {
        return socket == null || Probe.answers(socket, taken, within);
    }
}

package dev.serval.startup;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;

/**
 * Where a connector that was started is reached. Immutable.
 *
 * @param shown for people: an address, or the path of a Unix domain socket
 * @param socket to ask; null where only a proxy is answered
 */
record Reach(String shown, SocketAddress socket) {

    static Reach of(Connector connector) {
        boolean onlyProxies = connector.config().sockets().proxyProtocol() != null;
        if (connector.path() != null) {
            String shown = "unix:" + connector.path();
            SocketAddress socket = UnixDomainSocketAddress.of(connector.path());
            return new Reach(shown, onlyProxies ? null : socket);
        }
        String host = host(connector.config());
        String scheme = connector.config().tls() == null ? "http" : "https";
        String shown =
                scheme
                        + "://"
                        + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
                        + ":"
                        + connector.port()
                        + "/";
        return new Reach(shown, onlyProxies ? null : new InetSocketAddress(host, connector.port()));
    }

    private static String host(ConnectorConfig connector) {
        String host = connector.address();
        boolean all = host == null || host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
        return all ? "localhost" : host;
    }

    /** True when it answers within the time, or cannot be asked. */
    boolean answers(Duration within) {
        return socket == null || Probe.answers(socket, within);
    }
}

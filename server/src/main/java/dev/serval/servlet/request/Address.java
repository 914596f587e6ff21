package dev.serval.servlet.request;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * An end of a connection as the Servlet API shows it. Immutable. No name is ever looked up.
 *
 * @param host the address in numbers, without a scope; empty for what is no internet address
 * @param port 0 for what is no internet address
 */
record Address(String host, int port) {

    static Address of(SocketAddress socket) {
        if (socket instanceof InetSocketAddress internet && internet.getAddress() != null) {
            String host = internet.getAddress().getHostAddress();
            int scope = host.indexOf('%');
            return new Address(scope < 0 ? host : host.substring(0, scope), internet.getPort());
        }
        return new Address("", 0);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}

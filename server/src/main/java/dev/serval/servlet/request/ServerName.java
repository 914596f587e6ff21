package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.http.Origin;
import dev.serval.http.RequestHead;

/**
 * The name and port by which the client of a request addresses the server (Servlet 6.1 §3.6).
 * Stateless. The connector's settings for a proxy override what the client wrote.
 */
final class ServerName {
    private ServerName() {}

    static String of(Exchange exchange, RequestHead head) {
        Origin origin = exchange.origin();
        if (origin.proxyName() != null && !origin.proxyName().isEmpty()) {
            return origin.proxyName();
        }
        String host = head.host();
        return host.isEmpty() ? Address.of(exchange.peer().local()).host() : host;
    }

    static int port(Exchange exchange, RequestHead head) {
        Origin origin = exchange.origin();
        if (origin.proxyPort() > 0) {
            return origin.proxyPort();
        }
        if (head.port() >= 0) {
            return head.port();
        }
        return head.host().isEmpty()
                ? Address.of(exchange.peer().local()).port()
                : usualPort(origin.scheme());
    }

    /** Name and port; the port only if it is not the default. */
    static String withPort(Exchange exchange, RequestHead head) {
        int port = port(exchange, head);
        String name = of(exchange, head);
        return port == usualPort(exchange.origin().scheme()) ? name : name + ":" + port;
    }

    private static int usualPort(String scheme) {
        return scheme.equals("https") ? 443 : 80;
    }
}

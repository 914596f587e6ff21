package dev.serval.valve.address;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Forwarded;
import dev.serval.http.Origin;
import dev.serval.http.Refusal;
import dev.serval.http.RequestHead;
import dev.serval.net.Peer;
import dev.serval.net.TlsSession;
import dev.serval.valve.PreRoutingValve;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The RemoteIpValve: replaces the address of a trusted proxy by that of the client, before routing.
 * Thread-safe.
 */
public final class RemoteIp implements PreRoutingValve {
    private static final String LOG = "org.apache.catalina.AccessLog.";

    private final RemoteIpConfig config;
    private final ProxyChain chain;
    private final FieldName proxies;

    public RemoteIp(RemoteIpConfig config) {
        this.config = config;
        this.chain = new ProxyChain(config);
        proxies = FieldName.of(config.proxiesHeader());
    }

    public RemoteIpConfig config() {
        return config;
    }

    /** Refuses a request whose field Forwarded is malformed. */
    @Override
    public boolean admit(Exchange exchange) throws IOException {
        if (!(exchange.peer().remote() instanceof InetSocketAddress proxy)
                || !chain.trusts(proxy.getAddress())) {
            hideProxies(exchange);
            return true;
        }
        RequestHead head = exchange.request();
        Function<String, List<String>> fields =
                name -> name == null ? List.of() : head.fields(FieldName.of(name));
        Client client = chain.client(proxy.getAddress(), fields);
        if (client == null) {
            exchange.refuse(Refusal.FORWARDED, "");
            return false;
        }
        Origin origin = origin(client, exchange.origin());
        InetSocketAddress remote = client.address() == null ? proxy : client.address();
        Peer peer = new Ends(remote, local(exchange.peer(), client, origin), exchange.peer());
        Forwarded told = exchange.forwarded();
        exchange.forwarded(
                new Forwarded(
                        peer,
                        origin,
                        fields(client),
                        attributes(exchange, remote),
                        told == null ? null : told.login()));
        return true;
    }

    /** Hides the field for trusted proxies, which a client must not set. */
    private void hideProxies(Exchange exchange) {
        if (exchange.request().fields(proxies).isEmpty()) {
            return;
        }
        Forwarded told = exchange.forwarded();
        Map<String, String> fields = new HashMap<>(told == null ? Map.of() : told.fields());
        fields.put(config.proxiesHeader().toLowerCase(Locale.ROOT), "");
        exchange.forwarded(
                new Forwarded(
                        exchange.peer(),
                        exchange.origin(),
                        fields,
                        told == null ? Map.of() : told.attributes(),
                        told == null ? null : told.login()));
    }

    private static Origin origin(Client client, Origin base) {
        String scheme = client.scheme() == null ? base.scheme() : client.scheme();
        int port = client.port();
        if (port == 0) {
            // If a proxy names another host, the port of the request does not belong to it.
            int usual = scheme.equals("https") ? 443 : 80;
            port = client.host() == null || base.proxyPort() > 0 ? base.proxyPort() : usual;
        }
        return new Origin(
                scheme,
                client.scheme() == null ? base.secure() : scheme.equals("https"),
                client.host() == null ? base.proxyName() : client.host(),
                port,
                base.redirectPort(),
                base.useIPVHosts());
    }

    private SocketAddress local(Peer peer, Client client, Origin origin) {
        if (!(peer.local() instanceof InetSocketAddress local)) {
            return peer.local();
        }
        InetAddress address = local.getAddress();
        if (config.changeLocalName() && client.host() != null) {
            try {
                address = InetAddress.getByAddress(client.host(), address.getAddress());
            } catch (UnknownHostException e) {
                throw new AssertionError(e); // only for other lengths
            }
        }
        boolean change = config.changeLocalPort() && origin.proxyPort() > 0;
        return new InetSocketAddress(address, change ? origin.proxyPort() : local.getPort());
    }

    /** The changed fields for the application: trusted entries are removed. */
    private Map<String, String> fields(Client client) {
        Map<String, String> fields = new HashMap<>();
        fields.put(config.proxiesHeader().toLowerCase(Locale.ROOT), client.proxies());
        if (client.address() != null) {
            fields.put(config.remoteIpHeader().toLowerCase(Locale.ROOT), client.rest());
        }
        return fields;
    }

    private Map<String, Object> attributes(Exchange exchange, InetSocketAddress remote) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("org.apache.tomcat.request.forwarded", true);
        if (config.requestAttributesEnabled()) {
            String address = Client.text(remote.getAddress());
            attributes.put(LOG + "RemoteAddr", address);
            attributes.put(LOG + "RemoteHost", address);
            attributes.put("org.apache.tomcat.remoteAddr", address);
            attributes.put(LOG + "Protocol", exchange.request().version().text());
        }
        return attributes;
    }

    /** Whether the access log may show the result of the valve. */
    public static boolean shows(Forwarded forwarded) {
        return forwarded != null && forwarded.attributes().containsKey(LOG + "RemoteAddr");
    }

    /** The client according to proxies, and the connection of the request. */
    private record Ends(SocketAddress remote, SocketAddress local, Peer connection)
            implements Peer {
        @Override
        public boolean secure() {
            return connection.secure();
        }

        @Override
        public TlsSession tls() {
            return connection.tls();
        }
    }
}

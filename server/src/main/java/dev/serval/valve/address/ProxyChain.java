package dev.serval.valve.address;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the client from the fields that proxies add. Thread-safe. The addition of a trusted proxy
 * is trusted; earlier ones only if they came from another trusted proxy. So the hops are checked
 * from the last to the first, up to the first that is not a trusted proxy:
 *
 * <pre>
 *   X-Forwarded-For: made up, CLIENT, internal     and the connection: internal
 *                    rest     ^---------- looked at from right to left
 * </pre>
 */
public final class ProxyChain {
    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}])(?::(\\d{1,5}))?");

    private final RemoteIpConfig config;

    public ProxyChain(RemoteIpConfig config) {
        this.config = config;
    }

    /** Whether a connection from that address comes from a trusted proxy. */
    public boolean trusts(InetAddress connected) {
        return config.internalProxies().contains(connected)
                || config.trustedProxies().contains(connected);
    }

    /**
     * The client by the fields of a request; only for a trusted connection. Null if the field
     * Forwarded is malformed, since it is then unclear which part of it the proxy has added.
     *
     * @param fields all values of a field by its name, empty if there is none
     */
    public Client client(InetAddress connected, Function<String, List<String>> fields) {
        List<ProxyHop> hops = hops(fields.apply(config.remoteIpHeader()));
        if (hops == null) {
            return null;
        }
        Deque<String> proxies = new ArrayDeque<>();
        if (!config.internalProxies().contains(connected)) {
            proxies.addFirst(Client.text(connected));
        }
        InetSocketAddress client = null;
        ProxyHop last = null;
        int at = hops.size() - 1;
        for (boolean believed = true; believed && at >= 0; at--) {
            last = hops.get(at);
            InetSocketAddress address = last.address();
            if (address == null) {
                break; // unknown; earlier hops are not from this proxy
            }
            client = address;
            believed = trusts(address.getAddress());
            if (believed && !config.internalProxies().contains(address.getAddress())) {
                proxies.addFirst(Client.text(address.getAddress()));
            }
        }
        List<String> rest = hops.subList(0, at + 1).stream().map(ProxyHop::text).toList();
        return told(client, last, fields, String.join(", ", rest), String.join(", ", proxies));
    }

    private List<ProxyHop> hops(List<String> values) {
        List<ProxyHop> hops = new ArrayList<>();
        for (String value : values) {
            if (config.readsForwarded()) {
                List<ProxyHop> more = ForwardedField.parse(value);
                if (more == null) {
                    return null;
                }
                hops.addAll(more);
            } else {
                for (String node : value.split(",")) {
                    if (!node.isBlank()) {
                        hops.add(ProxyHop.of(node.strip()));
                    }
                }
            }
        }
        return hops;
    }

    private Client told(
            InetSocketAddress client,
            ProxyHop last,
            Function<String, List<String>> fields,
            String rest,
            String proxies) {
        String scheme;
        String host;
        int port = 0;
        if (config.readsForwarded()) {
            scheme = last == null ? null : scheme(last.proto());
            host = last == null ? null : last.host();
        } else {
            scheme = scheme(fields.apply(config.protocolHeader()));
            host = single(fields.apply(config.hostHeader()));
            port = port(single(fields.apply(config.portHeader())));
        }
        Matcher named = HOST.matcher(host == null ? "" : host);
        String name = null;
        if (named.matches()) {
            name = named.group(1).toLowerCase(Locale.ROOT);
            port = port > 0 ? port : port(named.group(2));
        }
        if (port == 0 && scheme != null) {
            port = scheme.equals("https") ? config.httpsServerPort() : config.httpServerPort();
        }
        return new Client(client, scheme, name, port, rest, proxies);
    }

    private static String scheme(String proto) {
        boolean known = "https".equalsIgnoreCase(proto) || "http".equalsIgnoreCase(proto);
        return known ? proto.toLowerCase(Locale.ROOT) : null;
    }

    /** The whole way must have been confidential. */
    private String scheme(List<String> values) {
        if (values.isEmpty()) {
            return null;
        }
        for (String value : String.join(",", values).split(",", -1)) {
            if (!value.strip().equalsIgnoreCase(config.protocolHeaderHttpsValue())) {
                return "http";
            }
        }
        return "https";
    }

    /** Of several values it is unclear which one the proxy has added. */
    private static String single(List<String> values) {
        return values.size() == 1 ? values.get(0).strip() : null;
    }

    private static int port(String text) {
        if (text == null || !text.matches("[1-9]\\d{0,4}")) {
            return 0;
        }
        int port = Integer.parseInt(text);
        return port > 65535 ? 0 : port;
    }
}

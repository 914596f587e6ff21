package dev.serval.valve.address;

/**
 * The settings of a RemoteIpValve or a RemoteIpFilter, by their names there. Immutable.
 *
 * @param remoteIpHeader the field with the addresses; {@code Forwarded} is read as RFC 7239 says,
 *     with scheme and host; default X-Forwarded-For
 * @param protocolHeader the field with the scheme; null if there is none; default X-Forwarded-Proto
 * @param protocolHeaderHttpsValue its value for https; default https
 * @param hostHeader the field with the host; default null
 * @param portHeader the field with the port; default null
 * @param proxiesHeader the field with the trusted proxies for the application; default
 *     X-Forwarded-By
 * @param internalProxies proxies that are trusted and not reported; default private addresses
 * @param trustedProxies proxies that are trusted; default none
 * @param requestAttributesEnabled whether access logs may show the client; default true
 * @param httpServerPort the port for http if no other is named; default 80
 * @param httpsServerPort the same for https; default 443
 * @param changeLocalName whether the local name is that of the server; default false
 * @param changeLocalPort whether the local port is that of the server; default false
 */
public record RemoteIpConfig(
        String remoteIpHeader,
        String protocolHeader,
        String protocolHeaderHttpsValue,
        String hostHeader,
        String portHeader,
        String proxiesHeader,
        ProxyList internalProxies,
        ProxyList trustedProxies,
        boolean requestAttributesEnabled,
        int httpServerPort,
        int httpsServerPort,
        boolean changeLocalName,
        boolean changeLocalPort) {

    /** All defaults. */
    public static final RemoteIpConfig DEFAULTS =
            new RemoteIpConfig(
                    "X-Forwarded-For",
                    "X-Forwarded-Proto",
                    "https",
                    null,
                    null,
                    "X-Forwarded-By",
                    ProxyList.of(ProxyList.INTERNAL),
                    ProxyList.of(null),
                    true,
                    80,
                    443,
                    false,
                    false);

    /** Whether one field has all values (RFC 7239). */
    public boolean readsForwarded() {
        return remoteIpHeader.equalsIgnoreCase("Forwarded");
    }
}

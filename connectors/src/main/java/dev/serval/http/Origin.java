package dev.serval.http;

import dev.serval.net.Peer;

/**
 * How clients address the server, as the connector or a proxy in front of it tells applications.
 * Immutable. Names and defaults are those of the {@code Connector} attributes.
 *
 * @param scheme what {@code getScheme} answers; default http, with TLS https
 * @param secure what {@code isSecure} answers; default false, with TLS always true
 * @param proxyName the server's name; null, the default, means that of the request
 * @param proxyPort the server's port; 0, the default, means that of the request
 * @param redirectPort the port to which confidential requests are redirected; default 443
 * @param useIPVHosts whether the address that a client has connected to counts as the host name of
 *     its request; default false
 */
public record Origin(
        String scheme,
        boolean secure,
        String proxyName,
        int proxyPort,
        int redirectPort,
        boolean useIPVHosts) {

    public static final Origin DEFAULTS = new Origin("http", false, null, 0, 443, false);

    /** The same for a connection: encrypted if a proxy in front has ended its TLS. */
    Origin on(Peer peer) {
        return secure || !peer.secure() ? this : encrypted();
    }

    /** The same over TLS. */
    public Origin encrypted() {
        String over = scheme.equals("http") ? "https" : scheme;
        return new Origin(over, true, proxyName, proxyPort, redirectPort, useIPVHosts);
    }
}

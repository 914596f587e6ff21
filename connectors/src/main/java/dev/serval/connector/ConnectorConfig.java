package dev.serval.connector;

import dev.serval.http.HttpLimits;

/**
 * The settings of one connector; names and units are those of the {@code Connector} element in
 * server.xml. Immutable.
 *
 * @param io the kind of input and output; default NIO
 * @param address the address to listen on; null or empty means all
 * @param port to listen on; 0 means any free one; default 8080
 * @param acceptCount connections that wait in the operating system's queue; default 100
 * @param maxConnections open connections, beyond which accepting pauses; default 8192; -1 means no
 *     limit
 * @param maxThreads workers that run applications; default 200
 * @param minSpareThreads idle workers that are kept; default 10
 * @param useVirtualThreads NIO: run applications on virtual threads (JDK 21 and newer); default
 *     false
 * @param connectionTimeout milliseconds for a request head to arrive, between two reads of a body,
 *     and for a write to make progress; default 60000; -1 means no limit
 * @param keepAliveTimeout milliseconds that an idle connection is kept; default the
 *     connectionTimeout; -1 means no limit
 * @param maxKeepAliveRequests requests per connection; default 1000; 1 disables keep-alive; -1
 *     means no limit
 * @param tcpNoDelay default true
 * @param useSendfile send large files without copying where the transport can; default true
 * @param scheme what {@code getScheme} answers; default http
 * @param secure what {@code isSecure} answers; default false
 * @param proxyName overrides {@code getServerName} when not null
 * @param proxyPort overrides {@code getServerPort} when above 0
 * @param redirectPort of the confidential connector; default 443
 * @param server value of the Server response field; null means none is sent
 * @param limits what a client may send
 */
public record ConnectorConfig(
        IoModel io,
        String address,
        int port,
        int acceptCount,
        int maxConnections,
        int maxThreads,
        int minSpareThreads,
        boolean useVirtualThreads,
        int connectionTimeout,
        int keepAliveTimeout,
        int maxKeepAliveRequests,
        boolean tcpNoDelay,
        boolean useSendfile,
        String scheme,
        boolean secure,
        String proxyName,
        int proxyPort,
        int redirectPort,
        String server,
        HttpLimits limits) {

    /** A connector with every default, on the given kind and port. */
    public static ConnectorConfig of(IoModel io, int port) {
        return new ConnectorConfig(
                io,
                null,
                port,
                100,
                8192,
                200,
                10,
                false,
                60_000,
                60_000,
                1000,
                true,
                true,
                "http",
                false,
                null,
                0,
                443,
                null,
                HttpLimits.DEFAULTS);
    }
}

package dev.serval.connector;

import dev.serval.http.HttpLimits;
import dev.serval.http.HttpOptions;
import dev.serval.http.RequestRules;
import dev.serval.net.LoadLimits;
import dev.serval.net.SocketConfig;
import dev.serval.tls.TlsEngines;

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
 * @param maxThreads calls of applications at once, those that wait for their clients not counted;
 *     ten times as many on virtual threads; default 200
 * @param minSpareThreads idle workers that are kept; default 10
 * @param useVirtualThreads NIO: run applications on virtual threads (JDK 21 and newer); default
 *     false
 * @param inlineCalls NIO: run calls of servlets whose calls have been short on the thread of the
 *     event loop, which another thread takes over should one wait or last; default true
 * @param connectionTimeout milliseconds for a request head to arrive, for waits for a body, and for
 *     waits for a client that does not read; default 60000; -1 means no limit
 * @param keepAliveTimeout milliseconds that an idle connection is kept; default the
 *     connectionTimeout; -1 means no limit
 * @param maxKeepAliveRequests requests per connection; default 1000; 1 disables keep-alive; -1
 *     means no limit
 * @param tcpNoDelay default true
 * @param useSendfile send large files without copying where the transport can; default true
 * @param scheme what {@code getScheme} answers; default http, with TLS https
 * @param secure what {@code isSecure} answers; default false, with TLS always true
 * @param proxyName overrides {@code getServerName} when not null
 * @param proxyPort overrides {@code getServerPort} when above 0
 * @param redirectPort of the confidential connector; default 443
 * @param server value of the Server response field; null means none is sent
 * @param limits what a client may send
 * @param options what is said in responses, and how applications see requests
 * @param rules where it departs from the rules for requests; default nowhere
 * @param sockets how it listens, and the options of its sockets
 * @param load what keeps it answering under load and with slow clients
 * @param executor its workers, where it shares them with other connectors; default null, which
 *     means that it has its own
 * @param tls where connections get their TLS from; default null, which means plain text
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
        boolean inlineCalls,
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
        HttpLimits limits,
        HttpOptions options,
        RequestRules rules,
        SocketConfig sockets,
        LoadLimits load,
        SharedWorkers executor,
        TlsEngines tls) {

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
                true,
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
                HttpLimits.DEFAULTS,
                HttpOptions.DEFAULTS,
                RequestRules.DEFAULTS,
                SocketConfig.DEFAULTS,
                LoadLimits.DEFAULTS,
                null,
                null);
    }

    /** Starts from these settings; {@link Changes#done} gives the new ones. */
    public Changes change() {
        return new Changes(this);
    }

    /** Settings that are being changed; each method is named after the component that it sets. */
    public static final class Changes {
        private IoModel io;
        private String address;
        private int port;
        private int acceptCount;
        private int maxConnections;
        private int maxThreads;
        private int minSpareThreads;
        private boolean useVirtualThreads;
        private boolean inlineCalls;
        private int connectionTimeout;
        private int keepAliveTimeout;
        private int maxKeepAliveRequests;
        private boolean tcpNoDelay;
        private boolean useSendfile;
        private String scheme;
        private boolean secure;
        private String proxyName;
        private int proxyPort;
        private int redirectPort;
        private String server;
        private HttpLimits limits;
        private HttpOptions options;
        private RequestRules rules;
        private SocketConfig sockets;
        private LoadLimits load;
        private SharedWorkers executor;
        private TlsEngines tls;

        private Changes(ConnectorConfig from) {
            io = from.io;
            address = from.address;
            port = from.port;
            acceptCount = from.acceptCount;
            maxConnections = from.maxConnections;
            maxThreads = from.maxThreads;
            minSpareThreads = from.minSpareThreads;
            useVirtualThreads = from.useVirtualThreads;
            inlineCalls = from.inlineCalls;
            connectionTimeout = from.connectionTimeout;
            keepAliveTimeout = from.keepAliveTimeout;
            maxKeepAliveRequests = from.maxKeepAliveRequests;
            tcpNoDelay = from.tcpNoDelay;
            useSendfile = from.useSendfile;
            scheme = from.scheme;
            secure = from.secure;
            proxyName = from.proxyName;
            proxyPort = from.proxyPort;
            redirectPort = from.redirectPort;
            server = from.server;
            limits = from.limits;
            options = from.options;
            rules = from.rules;
            sockets = from.sockets;
            load = from.load;
            executor = from.executor;
            tls = from.tls;
        }

        public Changes io(IoModel value) {
            io = value;
            return this;
        }

        public Changes address(String value) {
            address = value;
            return this;
        }

        public Changes port(int value) {
            port = value;
            return this;
        }

        public Changes acceptCount(int value) {
            acceptCount = value;
            return this;
        }

        public Changes maxConnections(int value) {
            maxConnections = value;
            return this;
        }

        public Changes maxThreads(int value) {
            maxThreads = value;
            return this;
        }

        public Changes minSpareThreads(int value) {
            minSpareThreads = value;
            return this;
        }

        public Changes useVirtualThreads(boolean value) {
            useVirtualThreads = value;
            return this;
        }

        public Changes inlineCalls(boolean value) {
            inlineCalls = value;
            return this;
        }

        public Changes connectionTimeout(int value) {
            connectionTimeout = value;
            return this;
        }

        public Changes keepAliveTimeout(int value) {
            keepAliveTimeout = value;
            return this;
        }

        public Changes maxKeepAliveRequests(int value) {
            maxKeepAliveRequests = value;
            return this;
        }

        public Changes tcpNoDelay(boolean value) {
            tcpNoDelay = value;
            return this;
        }

        public Changes useSendfile(boolean value) {
            useSendfile = value;
            return this;
        }

        public Changes scheme(String value) {
            scheme = value;
            return this;
        }

        public Changes secure(boolean value) {
            secure = value;
            return this;
        }

        public Changes proxyName(String value) {
            proxyName = value;
            return this;
        }

        public Changes proxyPort(int value) {
            proxyPort = value;
            return this;
        }

        public Changes redirectPort(int value) {
            redirectPort = value;
            return this;
        }

        public Changes server(String value) {
            server = value;
            return this;
        }

        public Changes limits(HttpLimits value) {
            limits = value;
            return this;
        }

        public Changes options(HttpOptions value) {
            options = value;
            return this;
        }

        public Changes rules(RequestRules value) {
            rules = value;
            return this;
        }

        public Changes sockets(SocketConfig value) {
            sockets = value;
            return this;
        }

        public Changes load(LoadLimits value) {
            load = value;
            return this;
        }

        public Changes executor(SharedWorkers value) {
            executor = value;
            return this;
        }

        public Changes tls(TlsEngines value) {
            tls = value;
            return this;
        }

        public ConnectorConfig done() {
            return new ConnectorConfig(
                    io,
                    address,
                    port,
                    acceptCount,
                    maxConnections,
                    maxThreads,
                    minSpareThreads,
                    useVirtualThreads,
                    inlineCalls,
                    connectionTimeout,
                    keepAliveTimeout,
                    maxKeepAliveRequests,
                    tcpNoDelay,
                    useSendfile,
                    scheme,
                    secure,
                    proxyName,
                    proxyPort,
                    redirectPort,
                    server,
                    limits,
                    options,
                    rules,
                    sockets,
                    load,
                    executor,
                    tls);
        }
    }
}

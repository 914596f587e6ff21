package dev.serval.connector;

import dev.serval.http.HttpConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpOptions;
import dev.serval.http.Origin;
import dev.serval.http.RequestRules;
import dev.serval.net.LoadLimits;
import dev.serval.net.SocketConfig;
import dev.serval.thread.ThreadPoolConfig;
import dev.serval.tls.TlsEngines;

/**
 * The settings of one connector; names and units are those of the {@code Connector} element in
 * server.xml. Immutable.
 *
 * @param io the kind of input and output; default NIO
 * @param address the address to listen on; null or empty means all
 * @param port to listen on; 0 means any free one; default 8080
 * @param http what a client may send, and how it is answered
 * @param sockets how it listens, how many connections it has, and the options of its sockets
 * @param load its threads and time-outs: what keeps it answering under load and with slow clients
 * @param executor the workers that it shares with other connectors; default null: it has its own
 * @param tls makes the TLS engines of connections; default null: no TLS
 */
public record ConnectorConfig(
        IoModel io,
        String address,
        int port,
        HttpConfig http,
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
                HttpConfig.DEFAULTS,
                SocketConfig.DEFAULTS,
                LoadLimits.DEFAULTS,
                null,
                null);
    }

    /** Changes a copy of these settings; {@link Changes#done} returns it. */
    public Changes change() {
        return new Changes(this);
    }

    /**
     * Settings that are being changed; each method is named after the attribute or the component
     * that it sets. A whole record replaces what was set of its parts before.
     */
    public static final class Changes {
        private IoModel io;
        private String address;
        private int port;
        private HttpLimits limits;
        private HttpOptions options;
        private RequestRules rules;
        private Origin origin;
        private SocketConfig sockets;
        private LoadLimits load;
        private SharedWorkers executor;
        private TlsEngines tls;

        private Changes(ConnectorConfig from) {
            io = from.io;
            address = from.address;
            port = from.port;
            limits = from.http.limits();
            options = from.http.options();
            rules = from.http.rules();
            origin = from.http.origin();
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

        public Changes origin(Origin value) {
            origin = value;
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

        public Changes acceptCount(int value) {
            return with(
                    value, sockets.maxConnections(), sockets.tcpNoDelay(), sockets.useSendfile());
        }

        public Changes maxConnections(int value) {
            return with(sockets.acceptCount(), value, sockets.tcpNoDelay(), sockets.useSendfile());
        }

        public Changes tcpNoDelay(boolean value) {
            return with(
                    sockets.acceptCount(), sockets.maxConnections(), value, sockets.useSendfile());
        }

        public Changes useSendfile(boolean value) {
            return with(
                    sockets.acceptCount(), sockets.maxConnections(), sockets.tcpNoDelay(), value);
        }

        public Changes maxThreads(int value) {
            return threads(value, pool().minSpareThreads(), pool().useVirtualThreads());
        }

        public Changes minSpareThreads(int value) {
            return threads(pool().maxThreads(), value, pool().useVirtualThreads());
        }

        public Changes useVirtualThreads(boolean value) {
            return threads(pool().maxThreads(), pool().minSpareThreads(), value);
        }

        public Changes inlineCalls(boolean value) {
            return with(pool(), value, load.connectionTimeout(), load.keepAliveTimeout());
        }

        public Changes connectionTimeout(int value) {
            return with(pool(), load.inlineCalls(), value, load.keepAliveTimeout());
        }

        public Changes keepAliveTimeout(int value) {
            return with(pool(), load.inlineCalls(), load.connectionTimeout(), value);
        }

        public Changes maxKeepAliveRequests(int value) {
            return limits(limits.keepAliveRequests(value));
        }

        public Changes server(String value) {
            return options(options.with(value, options.compression()));
        }

        private Changes with(int queue, int connections, boolean noDelay, boolean sendfile) {
            return sockets(sockets.with(queue, connections, noDelay, sendfile));
        }

        private ThreadPoolConfig pool() {
            return load.threads();
        }

        private Changes threads(int max, int spare, boolean virtual) {
            ThreadPoolConfig pool = pool().threads(max, spare, virtual);
            return with(
                    pool, load.inlineCalls(), load.connectionTimeout(), load.keepAliveTimeout());
        }

        private Changes with(ThreadPoolConfig pool, boolean inline, int connection, int keepAlive) {
            return load(load.with(pool, inline, connection, keepAlive));
        }

        public ConnectorConfig done() {
            return new ConnectorConfig(
                    io,
                    address,
                    port,
                    new HttpConfig(limits, options, rules, origin),
                    sockets,
                    load,
                    executor,
                    tls);
        }
    }
}

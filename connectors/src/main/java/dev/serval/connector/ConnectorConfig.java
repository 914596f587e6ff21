package dev.serval.connector;

import dev.serval.http.HttpConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpOptions;
import dev.serval.http.Origin;
import dev.serval.http.Protocol;
import dev.serval.http.RequestRules;
import dev.serval.net.LoadLimits;
import dev.serval.net.SocketConfig;
import dev.serval.net.UnixSocket;
import dev.serval.thread.ThreadPoolConfig;
import dev.serval.tls.TlsEngines;
import java.util.Locale;

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

    /** The beginning of the names of its threads, as Tomcat's: {@code http-nio-8080}. */
    public String name(Protocol first) {
        UnixSocket socket = sockets.unixDomainSocket();
        return first.label()
                + "-"
                + io.name().toLowerCase(Locale.ROOT)
                + "-"
                + (socket == null ? port : socket.path().getFileName());
    }

    /** Changes a copy of these settings; {@link ConnectorChanges#done} returns it. */
    public ConnectorChanges change() {
        return new ConnectorChanges(this);
    }

    /**
     * Settings that are being changed; each method is named after the attribute or the component
     * that it sets. A whole record replaces what was set of its parts before.
     */
    public static final class ConnectorChanges {
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

        private ConnectorChanges(ConnectorConfig from) {
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

        public ConnectorChanges io(IoModel value) {
            io = value;
            return this;
        }

        public ConnectorChanges address(String value) {
            address = value;
            return this;
        }

        public ConnectorChanges port(int value) {
            port = value;
            return this;
        }

        public ConnectorChanges limits(HttpLimits value) {
            limits = value;
            return this;
        }

        public ConnectorChanges options(HttpOptions value) {
            options = value;
            return this;
        }

        public ConnectorChanges rules(RequestRules value) {
            rules = value;
            return this;
        }

        public ConnectorChanges origin(Origin value) {
            origin = value;
            return this;
        }

        public ConnectorChanges sockets(SocketConfig value) {
            sockets = value;
            return this;
        }

        public ConnectorChanges load(LoadLimits value) {
            load = value;
            return this;
        }

        public ConnectorChanges executor(SharedWorkers value) {
            executor = value;
            return this;
        }

        public ConnectorChanges tls(TlsEngines value) {
            tls = value;
            return this;
        }

        public ConnectorChanges acceptCount(int value) {
            return with(
                    value, sockets.maxConnections(), sockets.tcpNoDelay(), sockets.useSendfile());
        }

        public ConnectorChanges maxConnections(int value) {
            return with(sockets.acceptCount(), value, sockets.tcpNoDelay(), sockets.useSendfile());
        }

        public ConnectorChanges tcpNoDelay(boolean value) {
            return with(
                    sockets.acceptCount(), sockets.maxConnections(), value, sockets.useSendfile());
        }

        public ConnectorChanges useSendfile(boolean value) {
            return with(
                    sockets.acceptCount(), sockets.maxConnections(), sockets.tcpNoDelay(), value);
        }

        public ConnectorChanges maxThreads(int value) {
            return threads(value, pool().minSpareThreads(), pool().useVirtualThreads());
        }

        public ConnectorChanges minSpareThreads(int value) {
            return threads(pool().maxThreads(), value, pool().useVirtualThreads());
        }

        public ConnectorChanges useVirtualThreads(boolean value) {
            return threads(pool().maxThreads(), pool().minSpareThreads(), value);
        }

        public ConnectorChanges inlineCalls(boolean value) {
            return with(pool(), value, load.connectionTimeout(), load.keepAliveTimeout());
        }

        public ConnectorChanges connectionTimeout(int value) {
            return with(pool(), load.inlineCalls(), value, load.keepAliveTimeout());
        }

        public ConnectorChanges keepAliveTimeout(int value) {
            return with(pool(), load.inlineCalls(), load.connectionTimeout(), value);
        }

        public ConnectorChanges maxKeepAliveRequests(int value) {
            return limits(limits.keepAliveRequests(value));
        }

        public ConnectorChanges server(String value) {
            return options(options.with(value, options.compression()));
        }

        private ConnectorChanges with(
                int queue, int connections, boolean noDelay, boolean sendfile) {
            return sockets(sockets.with(queue, connections, noDelay, sendfile));
        }

        private ThreadPoolConfig pool() {
            return load.threads();
        }

        private ConnectorChanges threads(int max, int spare, boolean virtual) {
            ThreadPoolConfig pool = pool().threads(max, spare, virtual);
            return with(
                    pool, load.inlineCalls(), load.connectionTimeout(), load.keepAliveTimeout());
        }

        private ConnectorChanges with(
                ThreadPoolConfig pool, boolean inline, int connection, int keepAlive) {
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

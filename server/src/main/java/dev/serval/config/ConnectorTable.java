package dev.serval.config;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of {@code Connector}. Constants. Those of a concern stand in the class that reads
 * them into its record.
 */
final class ConnectorTable {
    private static final int MAX = Integer.MAX_VALUE;
    private static final ConnectorConfig DEFAULTS = ConnectorConfig.of(IoModel.NIO, 8080);

    static final Attribute<IoModel> PROTOCOL =
            Attribute.of(
                            "protocol",
                            Format.choice(ClassNames.protocols()),
                            IoModel.NIO,
                            "NIO: event loops and workers. BIO: a thread per connection, virtual on"
                                    + " JDK 21 and newer. The other names are Tomcat's.")
                    .shown("HTTP/1.1 (= NIO)");
    static final Attribute<Integer> PORT =
            Attribute.of(
                            "port",
                            Format.integer(Unit.NONE, 0, 65535),
                            0,
                            "To listen on; 0 means any free one. Needed, unless"
                                    + " unixDomainSocketPath or useInheritedChannel stands for it.")
                    .shown("");
    static final Attribute<String> ADDRESS =
            Attribute.of("address", Format.text(), null, "To listen on.").shown("all addresses");
    static final Attribute<Integer> ACCEPT_COUNT =
            count("acceptCount", 1, DEFAULTS.acceptCount(), "Connections that the system queues.");
    static final Attribute<Integer> MAX_CONNECTIONS =
            Attribute.of(
                    "maxConnections",
                    Format.integer(Unit.NONE, 1, MAX, -1, "no limit"),
                    DEFAULTS.maxConnections(),
                    "Open connections, beyond which accepting pauses.");
    static final Attribute<String> EXECUTOR =
            Attribute.of(
                    "executor",
                    Format.text(),
                    null,
                    "The name of an Executor, whose workers it shares; its settings replace"
                            + " maxThreads, minSpareThreads, useVirtualThreads, maxQueueSize and"
                            + " threadsMaxIdleTime.");
    static final Attribute<Integer> MAX_THREADS =
            count(
                    "maxThreads",
                    1,
                    DEFAULTS.maxThreads(),
                    "Calls of applications that run at once, each on a worker; those that wait for"
                            + " their clients are not counted. Where threads are virtual, ten times"
                            + " as many.");
    static final Attribute<Integer> MIN_SPARE_THREADS =
            count("minSpareThreads", 0, DEFAULTS.minSpareThreads(), "Idle workers that are kept.");
    static final Attribute<Boolean> USE_VIRTUAL_THREADS =
            flag(
                    "useVirtualThreads",
                    DEFAULTS.useVirtualThreads(),
                    "NIO: run applications on virtual threads (JDK 21 and newer).");
    static final Attribute<Boolean> INLINE_CALLS =
            flag(
                    "inlineCalls",
                    DEFAULTS.inlineCalls(),
                    "NIO: run servlets whose calls have been short on the thread that has read the"
                            + " request. Should one wait or last, another thread takes over what"
                            + " that thread had to do, and the next calls go to workers. false: to"
                            + " workers always.");
    static final Attribute<Integer> CONNECTION_TIMEOUT =
            Attribute.of(
                            "connectionTimeout",
                            Format.integer(Unit.MILLISECONDS, 0, MAX, -1, "no limit"),
                            DEFAULTS.connectionTimeout(),
                            "For a request head to arrive as a whole, for waits for a body, and for"
                                    + " waits for a client that does not read. Bytes give time back"
                                    + " to the last two, see minRequestDataRate and"
                                    + " minResponseDataRate.")
                    .differs(
                            "60000 for each read",
                            "the time counts for the whole head, so that a client cannot hold a"
                                    + " connection by sending a byte now and then");
    static final Attribute<Integer> KEEP_ALIVE_TIMEOUT =
            Attribute.of(
                            "keepAliveTimeout",
                            Format.integer(Unit.MILLISECONDS, 0, MAX, -1, "no limit"),
                            (Integer) null,
                            "How long an idle connection is kept. From three quarters of"
                                    + " maxConnections on, the less the fewer are left.")
                    .shown("connectionTimeout");
    static final Attribute<Integer> MAX_KEEP_ALIVE_REQUESTS =
            Attribute.of(
                            "maxKeepAliveRequests",
                            Format.integer(Unit.NONE, 0, MAX, -1, "no limit"),
                            DEFAULTS.maxKeepAliveRequests(),
                            "Requests on one connection; 0 and 1 disable keep-alive.")
                    .differs(
                            "100",
                            "browsers and proxies send more than 100 requests on a connection, and"
                                    + " every new one costs a handshake");
    static final Attribute<Boolean> TCP_NO_DELAY =
            flag("tcpNoDelay", DEFAULTS.tcpNoDelay(), "Send small packets at once.");
    static final Attribute<Boolean> USE_SENDFILE =
            flag("useSendfile", DEFAULTS.useSendfile(), "Send large files without copying.");
    static final Attribute<String> SCHEME =
            Attribute.of("scheme", Format.text(), DEFAULTS.scheme(), "What getScheme answers.");
    static final Attribute<Boolean> SECURE =
            flag("secure", DEFAULTS.secure(), "What isSecure answers.");
    static final Attribute<String> PROXY_NAME =
            Attribute.of("proxyName", Format.text(), null, "What getServerName answers.")
                    .shown("from the request");
    static final Attribute<Integer> PROXY_PORT =
            Attribute.of(
                    "proxyPort",
                    Format.integer(Unit.NONE, 0, 65535),
                    DEFAULTS.proxyPort(),
                    "What getServerPort answers; 0 means that of the request.");
    static final Attribute<Integer> REDIRECT_PORT =
            Attribute.of(
                    "redirectPort",
                    Format.integer(Unit.NONE, 0, 65535),
                    DEFAULTS.redirectPort(),
                    "The port for what must be confidential.");
    static final Attribute<String> SERVER =
            Attribute.of("server", Format.text(), null, "Value of the Server header field.")
                    .shown("not sent");

    static final AttributeTable TABLE =
            new AttributeTable(
                    "Connector",
                    "A port on which requests are received.",
                    join(
                            List.of(
                                    PORT,
                                    PROTOCOL,
                                    ADDRESS,
                                    ACCEPT_COUNT,
                                    MAX_CONNECTIONS,
                                    EXECUTOR,
                                    MAX_THREADS,
                                    MIN_SPARE_THREADS,
                                    USE_VIRTUAL_THREADS,
                                    INLINE_CALLS,
                                    CONNECTION_TIMEOUT,
                                    KEEP_ALIVE_TIMEOUT),
                            LoadTable.ATTRIBUTES,
                            List.of(MAX_KEEP_ALIVE_REQUESTS),
                            LimitsTable.ATTRIBUTES,
                            List.of(
                                    TCP_NO_DELAY,
                                    USE_SENDFILE,
                                    SCHEME,
                                    SECURE,
                                    PROXY_NAME,
                                    PROXY_PORT,
                                    REDIRECT_PORT,
                                    SERVER),
                            HttpOptionsReader.ATTRIBUTES,
                            List.of(
                                    TlsReader.SSL_ENABLED,
                                    TlsReader.DEFAULT_HOST,
                                    TlsReader.STRICT_SNI),
                            CompressionReader.ATTRIBUTES,
                            RequestRulesTable.ATTRIBUTES,
                            SocketTable.ATTRIBUTES));

    private ConnectorTable() {}

    @SafeVarargs
    private static List<Attribute<?>> join(List<Attribute<?>>... concerns) {
        List<Attribute<?>> all = new ArrayList<>();
        for (List<Attribute<?>> concern : concerns) {
            all.addAll(concern);
        }
        return all;
    }

    private static Attribute<Integer> count(String name, int min, int fallback, String doc) {
        return Attribute.of(name, Format.integer(Unit.NONE, min, 100_000), fallback, doc);
    }

    private static Attribute<Boolean> flag(String name, boolean fallback, String doc) {
        return Attribute.of(name, Format.bool(), fallback, doc);
    }
}

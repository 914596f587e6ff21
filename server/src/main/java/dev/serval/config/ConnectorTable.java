package dev.serval.config;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import java.util.ArrayList;
import java.util.List;

/** The attributes of {@code Connector}. Constants. */
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
                    "The name of an Executor, whose settings replace maxThreads, minSpareThreads,"
                            + " useVirtualThreads, maxQueueSize and threadsMaxIdleTime.");
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
    static final Attribute<Boolean> DISABLE_UPLOAD_TIMEOUT =
            flag(
                    "disableUploadTimeout",
                    true,
                    "With false, connectionUploadTimeout holds for bodies, not connectionTimeout.");
    static final Attribute<Integer> CONNECTION_UPLOAD_TIMEOUT =
            Attribute.of(
                    "connectionUploadTimeout",
                    Format.integer(Unit.MILLISECONDS, 0, MAX, -1, "no limit"),
                    300_000,
                    "For waits for a body, when disableUploadTimeout is false.");
    static final Attribute<Integer> MIN_REQUEST_DATA_RATE =
            rate(
                    "minRequestDataRate",
                    DEFAULTS.load().minRequestDataRate(),
                    "Bytes per second that a body must come with. Waits for it add up, bytes give"
                            + " time back at this rate; who is slower for longer than the time for"
                            + " bodies gets a 408. 0: any byte renews the whole time.");
    static final Attribute<Integer> MIN_RESPONSE_DATA_RATE =
            rate(
                    "minResponseDataRate",
                    DEFAULTS.load().minResponseDataRate(),
                    "The same for a client that reads its response; its connection is reset.");
    static final Attribute<Integer> MAX_QUEUE_SIZE =
            Attribute.of(
                            "maxQueueSize",
                            Format.integer(Unit.NONE, 0, MAX),
                            DEFAULTS.load().maxQueueSize(),
                            "Requests that wait for one of maxThreads; others are answered 503 with"
                                    + " Retry-After.")
                    .differs(
                            "2147483647",
                            "what waits behind thousands is answered when its client has long"
                                    + " gone");
    static final Attribute<Integer> MAX_QUEUE_TIME =
            Attribute.of(
                    "maxQueueTime",
                    Format.integer(Unit.MILLISECONDS, 0, MAX, -1, "no limit"),
                    DEFAULTS.load().maxQueueTime(),
                    "How long a request waits for one of maxThreads before it is answered 503 with"
                            + " Retry-After.");
    static final Attribute<Integer> THREADS_MAX_IDLE_TIME =
            Attribute.of(
                    "threadsMaxIdleTime",
                    Format.integer(Unit.MILLISECONDS, 1, MAX),
                    DEFAULTS.load().threadsMaxIdleTime(),
                    "After which an idle worker ends, beyond minSpareThreads.");
    static final Attribute<Integer> EXECUTOR_TERMINATION_TIMEOUT =
            Attribute.of(
                            "executorTerminationTimeoutMillis",
                            Format.integer(Unit.MILLISECONDS, 0, MAX),
                            DEFAULTS.load().executorTerminationTimeoutMillis(),
                            "How long a stop waits for busy workers, after the time that requests"
                                    + " in flight have, before it interrupts them.")
                    .differs("5000", "requests in flight have had the time of the stop already");
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
    static final Attribute<Integer> MAX_HTTP_HEADER_SIZE =
            bytes(
                    "maxHttpHeaderSize",
                    512,
                    DEFAULTS.limits().maxHttpHeaderSize(),
                    "Request line and header fields of a request together.");
    static final Attribute<Integer> MAX_HTTP_REQUEST_HEADER_SIZE =
            Attribute.of(
                            "maxHttpRequestHeaderSize",
                            Format.integer(Unit.BYTES, 512, 1 << 24),
                            (Integer) null,
                            "The same; wins when both are given.")
                    .shown("maxHttpHeaderSize");
    static final Attribute<Integer> MAX_HEADER_COUNT =
            Attribute.of(
                    "maxHeaderCount",
                    Format.integer(Unit.NONE, 1, MAX, -1, "no limit"),
                    DEFAULTS.limits().maxHeaderCount(),
                    "Header fields of a request.");
    static final Attribute<Integer> MAX_TRAILER_SIZE =
            bytes(
                    "maxTrailerSize",
                    0,
                    DEFAULTS.limits().maxTrailerSize(),
                    "Trailer section of a chunked body.");
    static final Attribute<Integer> MAX_EXTENSION_SIZE =
            bytes(
                    "maxExtensionSize",
                    0,
                    DEFAULTS.limits().maxExtensionSize(),
                    "All chunk extensions of a body.");
    static final Attribute<Integer> MAX_SWALLOW_SIZE =
            Attribute.of(
                    "maxSwallowSize",
                    Format.integer(Unit.BYTES, 0, MAX, -1, "no limit"),
                    DEFAULTS.limits().maxSwallowSize(),
                    "What is read and dropped of a body that nobody wanted, to keep its"
                            + " connection.");
    static final Attribute<Integer> MAX_PARAMETER_COUNT =
            limit(
                    "maxParameterCount",
                    Unit.NONE,
                    DEFAULTS.limits().forms().maxParameterCount(),
                    "Parameters of a request, query and form together.");
    static final Attribute<Integer> MAX_POST_SIZE =
            limit(
                    "maxPostSize",
                    Unit.BYTES,
                    DEFAULTS.limits().forms().maxPostSize(),
                    "A form, and the fields of a multipart one together.");
    static final Attribute<Integer> MAX_SAVE_POST_SIZE =
            limit(
                    "maxSavePostSize",
                    Unit.BYTES,
                    DEFAULTS.limits().forms().maxSavePostSize(),
                    "Body of a request that is kept until its sender has logged in by a form; a"
                            + " larger one is answered with 413. 0 keeps none: after the login the"
                            + " address is got.");
    static final Attribute<Integer> MAX_PART_COUNT =
            limit(
                    "maxPartCount",
                    Unit.NONE,
                    DEFAULTS.limits().forms().maxPartCount(),
                    "Parts of a multipart body.");
    static final Attribute<Integer> MAX_PART_HEADER_SIZE =
            limit(
                    "maxPartHeaderSize",
                    Unit.BYTES,
                    DEFAULTS.limits().forms().maxPartHeaderSize(),
                    "Header fields of one part.");
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
                            KEEP_ALIVE_TIMEOUT,
                            DISABLE_UPLOAD_TIMEOUT,
                            CONNECTION_UPLOAD_TIMEOUT,
                            MIN_REQUEST_DATA_RATE,
                            MIN_RESPONSE_DATA_RATE,
                            MAX_QUEUE_SIZE,
                            MAX_QUEUE_TIME,
                            THREADS_MAX_IDLE_TIME,
                            EXECUTOR_TERMINATION_TIMEOUT,
                            MAX_KEEP_ALIVE_REQUESTS,
                            MAX_HTTP_HEADER_SIZE,
                            MAX_HTTP_REQUEST_HEADER_SIZE,
                            MAX_HEADER_COUNT,
                            MAX_TRAILER_SIZE,
                            MAX_EXTENSION_SIZE,
                            MAX_SWALLOW_SIZE,
                            MAX_PARAMETER_COUNT,
                            MAX_POST_SIZE,
                            MAX_SAVE_POST_SIZE,
                            MAX_PART_COUNT,
                            MAX_PART_HEADER_SIZE,
                            TCP_NO_DELAY,
                            USE_SENDFILE,
                            SCHEME,
                            SECURE,
                            PROXY_NAME,
                            PROXY_PORT,
                            REDIRECT_PORT,
                            SERVER,
                            HttpOptionsReader.MAX_HTTP_RESPONSE_HEADER_SIZE,
                            HttpOptionsReader.SERVER_REMOVE_APP_PROVIDED_VALUES,
                            HttpOptionsReader.XPOWERED_BY,
                            HttpOptionsReader.USE_KEEP_ALIVE_RESPONSE_HEADER,
                            HttpOptionsReader.CONTINUE_RESPONSE_TIMING,
                            HttpOptionsReader.ALLOWED_TRAILER_HEADERS,
                            HttpOptionsReader.URI_ENCODING,
                            HttpOptionsReader.USE_BODY_ENCODING_FOR_URI,
                            HttpOptionsReader.PARSE_BODY_METHODS,
                            HttpOptionsReader.MAX_COOKIE_COUNT,
                            HttpOptionsReader.ENFORCE_ENCODING_IN_GET_WRITER,
                            HttpOptionsReader.ASYNC_TIMEOUT,
                            HttpOptionsReader.ENABLE_LOOKUPS,
                            TlsReader.SSL_ENABLED,
                            TlsReader.DEFAULT_HOST,
                            TlsReader.STRICT_SNI));

    private ConnectorTable() {}

    private static List<Attribute<?>> join(Attribute<?>... attributes) {
        List<Attribute<?>> all = new ArrayList<>(List.of(attributes));
        all.addAll(CompressionReader.ATTRIBUTES);
        all.addAll(RequestRulesTable.ATTRIBUTES);
        all.addAll(SocketTable.ALL);
        return all;
    }

    private static Attribute<Integer> count(String name, int min, int fallback, String doc) {
        return Attribute.of(name, Format.integer(Unit.NONE, min, 100_000), fallback, doc);
    }

    private static Attribute<Integer> bytes(String name, int min, int fallback, String doc) {
        return Attribute.of(name, Format.integer(Unit.BYTES, min, 1 << 24), fallback, doc);
    }

    private static Attribute<Integer> rate(String name, int fallback, String doc) {
        return Attribute.of(name, Format.integer(Unit.NONE, 0, MAX), fallback, doc);
    }

    private static Attribute<Integer> limit(String name, Unit unit, int fallback, String doc) {
        return Attribute.of(name, Format.integer(unit, 0, MAX, -1, "no limit"), fallback, doc);
    }

    private static Attribute<Boolean> flag(String name, boolean fallback, String doc) {
        return Attribute.of(name, Format.bool(), fallback, doc);
    }
}

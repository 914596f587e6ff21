package dev.serval.config;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.FormLimits;
import dev.serval.http.HttpLimits;
import dev.serval.net.LoadLimits;
import dev.serval.net.SocketConfig;
import dev.serval.tls.TlsConfig;
import java.util.List;

/** Reads {@code Connector}. Stateless. Its attributes are declared in {@link ConnectorTable}. */
final class ConnectorReader {
    private ConnectorReader() {}

    /** The connector; empty when it is one that is not started, or has an error. */
    static List<ConnectorEntry> read(
            XmlElement xml, ExecutorReader executors, int portOffset, Reading reading) {
        String protocol = protocol(xml, reading);
        if (ClassNames.isAjp(protocol)) {
            reading.warning(
                    xml.attributes.get("protocol").at(),
                    "protocol of Connector is \""
                            + protocol
                            + "\": AJP is not there yet; this connector is not started");
            return List.of();
        }
        Values values = ConnectorTable.TABLE.read(xml, reading);
        boolean encrypted = TlsReader.asked(xml, reading) != null;
        TlsConfig tls = encrypted ? TlsReader.read(xml, values, reading) : null;
        for (XmlElement child : xml.children) {
            if (child.name.equals("Listener")) {
                NamedClasses.listener(child, reading);
            } else if (!child.name.equals("SSLHostConfig")) {
                OtherElements.report(xml, child, reading);
            }
        }
        replacedProtocol(protocol, values, reading);
        return entry(xml, values, executors, portOffset, tls, reading);
    }

    private static String protocol(XmlElement xml, Reading reading) {
        String raw = xml.raw("protocol");
        try {
            return raw == null ? "" : reading.resolve(raw).strip();
        } catch (BadValue e) {
            return ""; // reported when the table is read
        }
    }

    private static void replacedProtocol(String protocol, Values values, Reading reading) {
        Location at = values.at(ConnectorTable.PROTOCOL);
        if (protocol.equals(ClassNames.APR)) {
            reading.warning(at, "protocol of Connector: there is no native code; NIO is used");
        }
    }

    private static List<ConnectorEntry> entry(
            XmlElement xml,
            Values values,
            ExecutorReader executors,
            int portOffset,
            TlsConfig tls,
            Reading reading) {
        SocketConfig sockets = SocketReader.read(values, reading);
        SocketReader.requirePort(xml, sockets, reading);
        int given = values.get(ConnectorTable.PORT);
        int offset = portOffset + values.get(SocketTable.PORT_OFFSET);
        int port = given == 0 || sockets.unixDomainSocket() != null ? 0 : given + offset;
        if (port > 65535) {
            reading.error(
                    values.at(ConnectorTable.PORT),
                    "port of Connector is "
                            + given
                            + " plus portOffset "
                            + offset
                            + ", which is out of range: 0 to 65535");
        }
        int maxThreads = values.get(ConnectorTable.MAX_THREADS);
        int minSpareThreads = values.get(ConnectorTable.MIN_SPARE_THREADS);
        boolean virtual = values.get(ConnectorTable.USE_VIRTUAL_THREADS);
        Location virtualAt = values.at(ConnectorTable.USE_VIRTUAL_THREADS);
        int maxQueueSize = values.get(ConnectorTable.MAX_QUEUE_SIZE);
        int threadsMaxIdleTime = values.get(ConnectorTable.THREADS_MAX_IDLE_TIME);
        String namePrefix = null;
        String name = values.get(ConnectorTable.EXECUTOR);
        if (name != null) {
            ExecutorConfig executor =
                    executors.find(name, values.at(ConnectorTable.EXECUTOR), reading);
            if (executor != null) {
                maxThreads = executor.maxThreads();
                minSpareThreads = executor.minSpareThreads();
                virtual = executor.virtual();
                virtualAt = executor.at();
                maxQueueSize = executor.maxQueueSize();
                threadsMaxIdleTime = executor.maxIdleTime();
                namePrefix = executor.namePrefix();
            }
        }
        if (virtual && Runtime.version().feature() < 21) {
            reading.warning(
                    virtualAt, "virtual threads need JDK 21 or newer; platform threads are used");
        }
        if (minSpareThreads > maxThreads) {
            minSpareThreads = maxThreads; // as in Tomcat, where the larger one wins silently
        }
        int connectionTimeout = positive(connectionTimeout(values));
        Integer keepAlive = values.get(ConnectorTable.KEEP_ALIVE_TIMEOUT);
        Integer requestHeader = values.get(ConnectorTable.MAX_HTTP_REQUEST_HEADER_SIZE);
        HttpLimits limits =
                new HttpLimits(
                        requestHeader != null
                                ? requestHeader
                                : values.get(ConnectorTable.MAX_HTTP_HEADER_SIZE),
                        values.get(ConnectorTable.MAX_HEADER_COUNT),
                        values.get(ConnectorTable.MAX_TRAILER_SIZE),
                        values.get(ConnectorTable.MAX_EXTENSION_SIZE),
                        values.get(ConnectorTable.MAX_SWALLOW_SIZE),
                        new FormLimits(
                                values.get(ConnectorTable.MAX_PARAMETER_COUNT),
                                values.get(ConnectorTable.MAX_POST_SIZE),
                                values.get(ConnectorTable.MAX_PART_COUNT),
                                values.get(ConnectorTable.MAX_PART_HEADER_SIZE),
                                values.get(ConnectorTable.MAX_SAVE_POST_SIZE)));
        LoadLimits load =
                new LoadLimits(
                        values.get(ConnectorTable.MIN_REQUEST_DATA_RATE),
                        values.get(ConnectorTable.MIN_RESPONSE_DATA_RATE),
                        values.get(ConnectorTable.DISABLE_UPLOAD_TIMEOUT)
                                ? 0
                                : positive(values.get(ConnectorTable.CONNECTION_UPLOAD_TIMEOUT)),
                        maxQueueSize,
                        positive(values.get(ConnectorTable.MAX_QUEUE_TIME)),
                        threadsMaxIdleTime,
                        values.get(ConnectorTable.EXECUTOR_TERMINATION_TIMEOUT),
                        namePrefix);
        int keepAliveRequests = values.get(ConnectorTable.MAX_KEEP_ALIVE_REQUESTS);
        IoModel io = values.get(ConnectorTable.PROTOCOL);
        return List.of(
                new ConnectorEntry(
                        xml.at,
                        new ConnectorConfig(
                                io,
                                values.get(ConnectorTable.ADDRESS),
                                port,
                                values.get(ConnectorTable.ACCEPT_COUNT),
                                values.get(ConnectorTable.MAX_CONNECTIONS),
                                maxThreads,
                                minSpareThreads,
                                virtual,
                                values.get(ConnectorTable.INLINE_CALLS),
                                connectionTimeout,
                                keepAlive == null ? connectionTimeout : positive(keepAlive),
                                keepAliveRequests == 0 ? 1 : keepAliveRequests,
                                tcpNoDelay(values),
                                values.get(ConnectorTable.USE_SENDFILE),
                                values.get(ConnectorTable.SCHEME),
                                values.get(ConnectorTable.SECURE),
                                values.get(ConnectorTable.PROXY_NAME),
                                values.get(ConnectorTable.PROXY_PORT),
                                values.get(ConnectorTable.REDIRECT_PORT),
                                values.get(ConnectorTable.SERVER),
                                limits,
                                HttpOptionsReader.read(values),
                                RequestRulesTable.read(values, reading),
                                sockets,
                                load,
                                null),
                        tls));
    }

    private static int connectionTimeout(Values values) {
        Integer other = values.get(SocketTable.SO_TIMEOUT);
        return other == null || values.has(ConnectorTable.CONNECTION_TIMEOUT)
                ? values.get(ConnectorTable.CONNECTION_TIMEOUT)
                : other;
    }

    private static boolean tcpNoDelay(Values values) {
        Boolean other = values.get(SocketTable.TCP_NO_DELAY);
        return other == null || values.has(ConnectorTable.TCP_NO_DELAY)
                ? values.get(ConnectorTable.TCP_NO_DELAY)
                : other;
    }

    /** Tomcat takes 0 for no limit too. */
    private static int positive(int timeout) {
        return timeout == 0 ? -1 : timeout;
    }
}

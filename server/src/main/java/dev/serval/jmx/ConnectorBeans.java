package dev.serval.jmx;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.http.HttpLimits;
import dev.serval.http.Origin;
import dev.serval.metrics.RequestCounters;
import dev.serval.metrics.ServerMetrics;
import dev.serval.net.LoadLimits;
import dev.serval.net.RequestInFlight;
import dev.serval.net.SocketConfig;
import dev.serval.tls.ServedCertificate;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The beans of one connector: of its configuration, threads and requests. Thread-safe.
 *
 * @param metrics the counters
 * @param snapshot of its requests
 */
record ConnectorBeans(
        BeanNames names, Connector connector, ServerMetrics metrics, RequestSnapshot snapshot) {
    private static final String COYOTE = "org.apache.coyote.";
    // A bean stands for the oldest request, one for the next, and so on.
    private static final int MOST_REQUESTS = 500;
    private static final int SERVES = 3;
    private static final int IDLE = 0;

    void collect(Beans all) {
        all.add(names.ofConnector(connector), connector, this::settings);
        all.add(names.ofWorker("ThreadPool", connector), connector, this::threads);
        all.add(names.ofWorker("GlobalRequestProcessor", connector), connector, this::requests);
        int wanted = Math.min(MOST_REQUESTS, Math.max(1, connector.inFlight().size()));
        for (int number = 1; number <= wanted; number++) {
            int index = number - 1;
            all.add(names.ofRequest(connector, number), connector, () -> request(index));
        }
        if (isTls()) {
            for (ServedCertificate each : connector.config().tls().served()) {
                all.add(
                        names.ofCertificate(connector, each.hostName(), each.algorithm()),
                        each,
                        () -> certificate(each));
            }
        }
    }

    /**
     * The bean of one certificate; a certificate that replaces it gets another bean of that name.
     */
    private MonitoringBean certificate(ServedCertificate served) {
        X509Certificate certificate = served.certificate();
        long end = certificate.getNotAfter().getTime();
        return new MonitoringBean(
                        "org.apache.tomcat.util.net.SSLHostConfigCertificate",
                        "A certificate in use, and when it ends")
                .text("type", served.algorithm())
                .number("number", served.number())
                .text("subject", certificate.getSubjectX500Principal().getName())
                .text("issuer", certificate.getIssuerX500Principal().getName())
                .text("serialNumber", certificate.getSerialNumber().toString(16))
                .text("notBefore", certificate.getNotBefore().toInstant().toString())
                .text("notAfter", certificate.getNotAfter().toInstant().toString())
                .large(
                        "secondsLeft",
                        () -> TimeUnit.MILLISECONDS.toSeconds(end - System.currentTimeMillis()));
    }

    private MonitoringBean settings() {
        ConnectorConfig config = connector.config();
        HttpLimits limits = config.http().limits();
        LoadLimits load = config.load();
        SocketConfig sockets = config.sockets();
        Origin origin = config.http().origin();
        return new MonitoringBean("org.apache.catalina.connector.Connector", "A connector")
                .text("className", "org.apache.catalina.connector.Connector")
                .number("port", BeanNames.port(connector))
                .number("localPort", connector::port)
                .text("address", config.address())
                .text("protocol", isAjp() ? "AJP/1.3" : "HTTP/1.1")
                .text(
                        "protocolHandlerClassName",
                        COYOTE
                                + (isAjp() ? "ajp.Ajp" : "http11.Http11")
                                + (isNio2() ? "Nio2" : "Nio")
                                + "Protocol")
                .text("scheme", isTls() ? "https" : origin.scheme())
                .flag("secure", isTls() || origin.secure())
                .text("proxyName", origin.proxyName())
                .number("proxyPort", origin.proxyPort())
                .number("redirectPort", origin.redirectPort())
                .text("stateName", this::state)
                .number("acceptCount", sockets.acceptCount())
                .number("maxConnections", sockets.maxConnections())
                .number("connectionTimeout", load.connectionTimeout())
                .number("keepAliveTimeout", load.keepAliveTimeout())
                .number("maxKeepAliveRequests", limits.maxKeepAliveRequests())
                .number("maxHttpHeaderSize", limits.maxHttpHeaderSize())
                .number("maxHeaderCount", limits.maxHeaderCount())
                .number("maxParameterCount", limits.forms().maxParameterCount())
                .number("maxPostSize", limits.forms().maxPostSize())
                .number("maxSavePostSize", limits.forms().maxSavePostSize())
                .number("maxThreads", load.threads().maxThreads())
                .number("minSpareThreads", load.threads().minSpareThreads())
                .flag("tcpNoDelay", sockets.tcpNoDelay())
                .flag("allowTrace", config.http().rules().allowTrace())
                .flag("SSLEnabled", isTls())
                .flag("enableLookups", false)
                .text("URIEncoding", config.http().options().api().uriEncoding().name());
    }

    private boolean isNio2() {
        return connector.config().io().name().equals("NIO2");
    }

    private boolean isAjp() {
        return connector.protocol().equals("ajp");
    }

    private boolean isTls() {
        return connector.config().tls() != null;
    }

    private String state() {
        if (!connector.started()) {
            return "NEW";
        }
        return connector.paused() ? "STOPPED" : "STARTED";
    }

    private MonitoringBean threads() {
        ConnectorConfig config = connector.config();
        LoadLimits load = config.load();
        SocketConfig sockets = config.sockets();
        return new MonitoringBean(
                        "org.apache.tomcat.util.net." + (isNio2() ? "Nio2" : "Nio") + "Endpoint",
                        "The threads and connections of a connector")
                .text("name", BeanNames.worker(connector))
                .number("currentThreadCount", () -> connector.threads().threads())
                .number("currentThreadsBusy", () -> connector.threads().busy())
                .number("maxThreads", load.threads().maxThreads())
                .number("minSpareThreads", load.threads().minSpareThreads())
                .large("connectionCount", () -> (long) connector.connections())
                .number("keepAliveCount", connector::idleConnections)
                .number("maxConnections", sockets.maxConnections())
                .number("acceptCount", sockets.acceptCount())
                .number("connectionTimeout", load.connectionTimeout())
                .number("keepAliveTimeout", load.keepAliveTimeout())
                .number("maxKeepAliveRequests", config.http().limits().maxKeepAliveRequests())
                .number("port", BeanNames.port(connector))
                .number("localPort", connector::port)
                .text("address", config.address())
                .flag("running", () -> connector.started() && !connector.paused())
                .flag("paused", connector::paused)
                .flag("sSLEnabled", isTls())
                .flag("tcpNoDelay", sockets.tcpNoDelay())
                .flag("useSendfile", sockets.useSendfile())
                .flag("daemon", true)
                .flag("bindOnInit", false)
                .number("threadPriority", Thread.NORM_PRIORITY)
                .number("acceptorThreadPriority", Thread.NORM_PRIORITY)
                .number("pollerThreadPriority", Thread.NORM_PRIORITY)
                .number("pollerThreadCount", 1)
                .number("soLinger", sockets.soLingerTime())
                .large(
                        "executorTerminationTimeoutMillis",
                        () -> (long) load.executorTerminationTimeoutMillis());
    }

    private MonitoringBean requests() {
        RequestCounters counters = metrics.connector(connector.name());
        return new MonitoringBean(COYOTE + "RequestGroupInfo", "All requests of a connector")
                .number("requestCount", () -> whole(counters.requests()))
                .number("errorCount", () -> whole(counters.errors()))
                .large("bytesSent", counters::bytesSent)
                .large("bytesReceived", counters::bytesReceived)
                .large("processingTime", () -> millis(counters.nanos()))
                .large("maxTime", counters::longestMillis)
                .action(
                        "resetCounters",
                        "void",
                        0,
                        none -> {
                            counters.reset();
                            return null;
                        });
    }

    /** Tomcat's beans have this type; its largest number also stands for larger ones. */
    static int whole(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }

    static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    private MonitoringBean request(int index) {
        RequestCounters counters = metrics.connector(connector.name());
        return new MonitoringBean(
                        COYOTE + "RequestInfo", "The oldest request in flight, or the next oldest")
                .number("stage", () -> find(index) == null ? IDLE : SERVES)
                .text("method", () -> of(index, RequestInFlight::method))
                .text("currentUri", () -> of(index, RequestInFlight::path))
                // Queries may be secrets.
                .text("currentQueryString", () -> null)
                .text("protocol", () -> of(index, RequestInFlight::protocol))
                .text("virtualHost", () -> of(index, RequestInFlight::host))
                .number("serverPort", connector::port)
                .text("remoteAddr", () -> of(index, ConnectorBeans::client))
                .text("remoteAddrForwarded", () -> null)
                .text("workerThreadName", () -> of(index, ConnectorBeans::thread))
                .text("rpName", names.ofRequest(connector, index + 1).toString())
                .large("requestProcessingTime", () -> number(index, ConnectorBeans::age))
                .large("requestBytesSent", () -> number(index, RequestInFlight::sent))
                .large("requestBytesReceived", () -> number(index, RequestInFlight::received))
                .number("contentLength", () -> whole(number(index, RequestInFlight::received)))
                // The requests of a connector have no lasting processors here: these are sums of
                // all, in the first one alone.
                .number("requestCount", () -> index == 0 ? whole(counters.requests()) : 0)
                .number("errorCount", () -> index == 0 ? whole(counters.errors()) : 0)
                .large("bytesSent", () -> index == 0 ? counters.bytesSent() : 0L)
                .large("bytesReceived", () -> index == 0 ? counters.bytesReceived() : 0L)
                .large("processingTime", () -> index == 0 ? millis(counters.nanos()) : 0L)
                .large("maxTime", () -> index == 0 ? counters.longestMillis() : 0L)
                .large("lastRequestProcessingTime", () -> 0L)
                .text("maxRequestUri", () -> null);
    }

    private RequestInFlight find(int index) {
        return snapshot.find(index);
    }

    private String of(int index, Function<RequestInFlight, String> what) {
        RequestInFlight found = find(index);
        return found == null ? null : what.apply(found);
    }

    private long number(int index, Function<RequestInFlight, Long> what) {
        RequestInFlight found = find(index);
        return found == null ? 0 : what.apply(found);
    }

    private static long age(RequestInFlight request) {
        return millis(System.nanoTime() - request.startedNanos());
    }

    private static String thread(RequestInFlight request) {
        return request.thread() == null ? null : request.thread().getName();
    }

    private static String client(RequestInFlight request) {
        return request.peer().remote() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : null;
    }
}

package dev.serval.connector;

import dev.serval.ajp.AjpConfig;
import dev.serval.ajp.AjpProtocol;
import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import dev.serval.http.HttpHandler;
import dev.serval.http.HttpService;
import dev.serval.http.Protocol;
import dev.serval.http.Refusal;
import dev.serval.http.RefusalLog;
import dev.serval.http.ServerFields;
import dev.serval.http1.Http1Protocol;
import dev.serval.net.BioEndpoint;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.Endpoint;
import dev.serval.net.EndpointConfig;
import dev.serval.net.LoadLimits;
import dev.serval.net.Nio2Endpoint;
import dev.serval.net.NioEndpoint;
import dev.serval.net.Overload;
import dev.serval.net.RequestInFlight;
import dev.serval.net.ThreadUse;
import dev.serval.net.UnixSocket;
import dev.serval.proxy.ProxyProtocol;
import dev.serval.tls.Tls;
import dev.serval.tls.TlsEngines;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One port: everything between its sockets and the handler. {@code new Connector(config,
 * handler).start()} is all of the wiring. Thread-safe; starts once and stops once.
 */
public final class Connector {
    /** HTTP/1.1 and 1.0, the first protocol of a connector. */
    public static final Protocol HTTP = new Http1Protocol();

    /** AJP/1.3, the first and only protocol of its connector. */
    public static Protocol ajp(AjpConfig config) {
        return new AjpProtocol(config);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);
    private static final int INPUT_BYTES = 8192;
    private static final int OUTPUT_BYTES = 16 * 1024;
    // For streamed responses, 8 MiB together. Takes a third less CPU than 16 KiB; larger ones would
    // hold back for long what is not flushed.
    private static final int STREAM_BYTES = 32 * 1024;
    private static final int MOST_STREAMS = 256;
    // For files, 8 MiB together; larger ones were measured to be no faster.
    private static final int BULK_BYTES = 128 * 1024;
    private static final int MOST_BULKS = 64;
    private static final int IDLE_BUFFERS = 512;
    private static final int MOST_TO_NAME = 20;
    private static final int MOST_FRAMES = 60;

    private final ConnectorConfig config;
    private final String name;
    private final String protocol;
    private final Endpoint endpoint;
    private final BufferPool input = new BufferPool(INPUT_BYTES, false, IDLE_BUFFERS);
    private final BufferPool output = new BufferPool(OUTPUT_BYTES, true, IDLE_BUFFERS);
    private final BulkPool streams = new BulkPool(output, STREAM_BYTES, MOST_STREAMS);
    private final BulkPool bulk = new BulkPool(output, BULK_BYTES, MOST_BULKS);
    private final RefusalLog refusals;
    // Null without TLS.
    private final Tls tls;
    private volatile boolean started;
    private volatile boolean stopping;
    private boolean stopped; // guarded by lock

    /**
     * A connector that speaks HTTP/1.1 and 1.0.
     *
     * @param handler gets every exchange
     * @throws IOException if the address has no such host
     */
    public Connector(ConnectorConfig config, HttpHandler handler) throws IOException {
        this(config, handler, List.of(HTTP));
    }

    /**
     * @param handler gets every exchange
     * @param protocols the protocols: {@link #HTTP} first, then others, which are preferred to it
     *     in this order; or one of {@link #ajp} alone
     * @throws IOException if the address has no such host
     */
    public Connector(ConnectorConfig config, HttpHandler handler, List<Protocol> protocols)
            throws IOException {
        this.config = config;
        name = config.name(protocols.get(0));
        protocol = protocols.get(0).label();
        refusals = new RefusalLog(name());
        SpokenProtocols spoken = new SpokenProtocols(service(config, handler), protocols);
        tls = config.tls() == null ? null : tls(config, spoken);
        Function<Connection, Conversation> first = tls == null ? spoken::plain : tls::handshake;
        if (config.sockets().proxyProtocol() != null) {
            first =
                    new ProxyProtocol(
                                    config.sockets().proxyProtocol(),
                                    first,
                                    config.load().connectionTimeout())
                            ::header;
        }
        EndpointConfig endpointConfig =
                new EndpointConfig(
                        name(),
                        listenAddress(config),
                        config.sockets(),
                        config.load(),
                        config.executor() == null ? null : config.executor().of(config),
                        input,
                        bulk,
                        first);
        endpoint =
                switch (config.io()) {
                    case NIO -> new NioEndpoint(endpointConfig);
                    case NIO2 -> new Nio2Endpoint(endpointConfig);
                    case BIO -> new BioEndpoint(endpointConfig);
                };
    }

    private HttpService service(ConnectorConfig config, HttpHandler handler) {
        return new HttpService(
                handler,
                config.tls() == null ? config.http() : config.http().encrypted(),
                config.load(),
                refusals,
                new ServerFields(config.http().options()),
                streams,
                this::closing);
    }

    private Tls tls(ConnectorConfig config, SpokenProtocols protocols) {
        TlsEngines engines = config.tls();
        return new Tls(
                engines,
                protocols.names(),
                (connection, host, name) ->
                        protocols.negotiated(
                                connection, name, asked -> engines.sameHost(host, asked)),
                connection -> protocols.refuse(connection, Refusal.PLAIN_TEXT),
                config.load().connectionTimeout(),
                output,
                IDLE_BUFFERS);
    }

    /** Tests whether the port can be opened; throws BindException if not. Leaves nothing open. */
    public void probe() throws IOException {
        if (unixSocket() != null) {
            unixSocket().probe();
            return;
        }
        if (config.port() == 0 || config.sockets().useInheritedChannel()) {
            return;
        }
        try (ServerSocketChannel channel = ServerSocketChannel.open()) {
            channel.setOption(
                    StandardSocketOptions.SO_REUSEADDR, config.sockets().soReuseAddress());
            channel.bind(listenAddress(config));
        } catch (BindException e) {
            throw named(e);
        }
    }

    /** Opens the port. Throws BindException if it is taken. */
    public void start() throws IOException {
        SharedWorkers shared = config.executor();
        if (shared != null) {
            shared.started();
        }
        try {
            endpoint.start();
            started = true;
        } catch (BindException e) {
            throw named(e);
        } finally {
            if (shared != null && !started) {
                shared.notStarted();
            }
        }
        LOG.info("Listening on {} ({}{})", place(), config.io(), tls == null ? "" : ", TLS");
        config.http()
                .rules()
                .leniencies()
                .forEach(
                        (leniency, setting) ->
                                LOG.warn(
                                        "{} {} of the Connector on {} lets pass what {}"
                                                + " forbids: {}",
                                        leniency.code(),
                                        setting,
                                        place(),
                                        leniency.rule(),
                                        leniency.passes()));
    }

    public ConnectorConfig config() {
        return config;
    }

    /** True from the start on, also after the stop. */
    public boolean started() {
        return started;
    }

    /**
     * The port that it listens on, also if the configuration says 0; -1 for a Unix domain socket.
     */
    public int port() {
        return endpoint.address() instanceof InetSocketAddress address ? address.getPort() : -1;
    }

    /** The Unix domain socket that it listens on; null for a port. */
    public Path path() {
        return unixSocket() == null ? null : unixSocket().path();
    }

    private UnixSocket unixSocket() {
        return config.sockets().unixDomainSocket();
    }

    /** For messages. */
    private String place() {
        if (unixSocket() != null) {
            return "socket " + path();
        }
        String address = config.address() == null ? "" : config.address() + " ";
        return address + "port " + port();
    }

    /**
     * The number of buffers that connections hold; 0 if all are idle (BIO: one per connection that
     * reads).
     */
    public long buffersOnLoan() {
        return input.outstanding()
                + output.outstanding()
                + streams.outstanding()
                + bulk.outstanding()
                + (tls == null ? 0 : tls.buffersOnLoan());
    }

    /** Open connections. */
    public int connections() {
        return endpoint.connections().count();
    }

    /** Those of them that wait for a next request. */
    public int idleConnections() {
        int idle = 0;
        for (Connection connection : endpoint.connections()) {
            idle += connection.idle() ? 1 : 0;
        }
        return idle;
    }

    /** How the threads fare that run applications; of all that share them, if they are shared. */
    public ThreadUse threads() {
        return endpoint.threads();
    }

    /** The requests that applications answer now, in no order. */
    public List<RequestInFlight> inFlight() {
        List<RequestInFlight> all = new ArrayList<>();
        endpoint.connections().forEach(connection -> connection.inFlight(all::add));
        return all;
    }

    /** Whether it was paused, or stops: it accepts nobody. */
    public boolean paused() {
        return stopping;
    }

    /** What it has done since its start because there was too little room. */
    public Overload overload() {
        return endpoint.connections().overload();
    }

    /**
     * Threads that have run applications so far end as soon as they can, so that nothing which an
     * application left in its thread-locals outlives it. Call it after an application was stopped.
     * No request is lost, and connections go on. Where each has its own thread (BIO), a connection
     * that has run an application is closed once it has been idle for 2.5 seconds.
     */
    public void renewThreads() {
        endpoint.renewThreads();
    }

    /**
     * Sets other limits for the threads that run applications, while they run. If this connector
     * shares its threads, call {@link SharedWorkers#limits} instead. On BIO without virtual threads
     * a connection keeps its thread, and only asynchronous calls get the new limits. {@link
     * #config} still returns the settings of the start.
     *
     * @throws IllegalStateException if it has no threads of its own
     */
    public void limits(LoadLimits limits) {
        if (config.executor() != null) {
            throw new IllegalStateException("the threads of " + place() + " are shared");
        }
        endpoint.limits(limits);
    }

    /**
     * Closes the port. Open connections go on, until their next response at most. {@link #stop}
     * follows. Does nothing if the connector was not started, or when called again.
     */
    public synchronized void pause() {
        if (started && !stopping) {
            stopping = true;
            endpoint.pause();
        }
    }

    /**
     * Closes the port, lets requests in flight finish, closes idle connections at once, and cuts
     * what is left after the given time. Returns when all threads have ended. Does nothing if the
     * connector was not started, or when called again.
     */
    public void stop(Duration within) {
        stop(within, Duration.ZERO);
    }

    /**
     * The same, without closing connections on which a next request may be on its way: those that
     * have not been idle for a while. Responses from now on tell their clients that there is no
     * next one.
     *
     * @param idle how long an idle connection has waited, at least, before it is closed
     */
    public void stop(Duration within, Duration idle) {
        synchronized (this) {
            if (!started || stopped) {
                return;
            }
            stopped = true;
        }
        pause();
        long end = System.nanoTime() + within.toNanos();
        long least = Math.min(idle.toMillis(), within.toMillis() / 2);
        while (endpoint.connections().taken() && System.nanoTime() < end) {
            for (Connection connection : endpoint.connections()) {
                connection.windDown();
                // Only a wait that is idle: a head that begins at this moment keeps its time.
                connection.transport().readWait().giveUp(connection::idle, least);
            }
            // Polls: the path of a request has no event for "all connections are gone".
            LockSupport.parkNanos(2_000_000);
        }
        int cut = 0;
        for (Connection connection : endpoint.connections()) {
            if (cut++ < MOST_TO_NAME) {
                LOG.warn("SRV-0912 Cut at the stop: {}", described(connection));
            }
            connection.transport().reset();
        }
        if (cut > 0) {
            LOG.warn(
                    "SRV-0910 {} cut because {} not end within {} ms",
                    cut == 1 ? "1 connection was" : cut + " connections were",
                    cut == 1 ? "it did" : "they did",
                    // Rounds up: some microseconds have passed since the stop began.
                    within.plusNanos(999_999).toMillis());
        }
        try {
            endpoint.stop();
            if (config.executor() != null) {
                config.executor().stopped();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        refusals.close();
    }

    /** With the stack of the thread that works for it. */
    private static String described(Connection connection) {
        StringBuilder text = new StringBuilder(connection.describe());
        Thread runner = connection.runner();
        StackTraceElement[] stack =
                runner == null ? new StackTraceElement[0] : runner.getStackTrace();
        if (stack.length > 0) {
            text.append(", by thread ").append(runner.getName());
        }
        for (int i = 0; i < stack.length && i < MOST_FRAMES; i++) {
            text.append("\n\tat ").append(stack[i]);
        }
        return text.toString();
    }

    /** Responses say {@code Connection: close} while the connector stops or is crowded. */
    private boolean closing() {
        return stopping || endpoint.crowded();
    }

    /** The beginning of the names of its threads, as Tomcat's: {@code http-nio-8080}. */
    public String name() {
        return name;
    }

    /** What its first protocol is called, see {@link Protocol#label}. */
    public String protocol() {
        return protocol;
    }

    private BindException named(BindException cause) {
        BindException named =
                new BindException(
                        (unixSocket() == null ? "Port " + config.port() : "Socket " + path())
                                + " cannot be opened: "
                                + cause.getMessage());
        named.initCause(cause);
        return named;
    }

    private static InetSocketAddress listenAddress(ConnectorConfig config) throws IOException {
        if (config.address() == null || config.address().isEmpty()) {
            return new InetSocketAddress(config.port());
        }
        return new InetSocketAddress(InetAddress.getByName(config.address()), config.port());
    }
}

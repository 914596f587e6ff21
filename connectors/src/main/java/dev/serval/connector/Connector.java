package dev.serval.connector;

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
import dev.serval.net.Interest;
import dev.serval.net.LoadLimits;
import dev.serval.net.Nio2Endpoint;
import dev.serval.net.NioEndpoint;
import dev.serval.net.Overload;
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
    /** HTTP/1.1 and 1.0: what comes first among the protocols of a connector. */
    public static final Protocol HTTP = new Http1Protocol();

    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);
    private static final int INPUT_BYTES = 8192;
    private static final int OUTPUT_BYTES = 16 * 1024;
    // Of a response that is streamed, 8 MiB together; a third less CPU than with 16 KiB, and what
    // is not flushed must not be held back for long.
    private static final int STREAM_BYTES = 32 * 1024;
    private static final int MOST_STREAMS = 256;
    // Of a file, 8 MiB together; larger ones were measured to be no faster.
    private static final int BULK_BYTES = 128 * 1024;
    private static final int MOST_BULKS = 64;
    private static final int IDLE_BUFFERS = 512;
    private static final int MOST_TO_NAME = 20;

    private final ConnectorConfig config;
    private final Endpoint endpoint;
    private final BufferPool input = new BufferPool(INPUT_BYTES, false, IDLE_BUFFERS);
    private final BufferPool output = new BufferPool(OUTPUT_BYTES, true, IDLE_BUFFERS);
    private final BulkPool streams = new BulkPool(output, STREAM_BYTES, MOST_STREAMS);
    private final BulkPool bulk = new BulkPool(output, BULK_BYTES, MOST_BULKS);
    private final RefusalLog refusals;
    // Null where clients speak without TLS.
    private final Tls tls;
    private volatile boolean started;
    private volatile boolean stopping;
    private boolean stopped; // by lock

    /**
     * One that speaks HTTP/1.1 and 1.0.
     *
     * @param handler gets every exchange
     * @throws IOException when the address has no such host
     */
    public Connector(ConnectorConfig config, HttpHandler handler) throws IOException {
        this(config, handler, List.of(HTTP));
    }

    /**
     * @param handler gets every exchange
     * @param protocols what it speaks: {@link #HTTP}, and others, preferred to it in this order
     * @throws IOException when the address has no such host
     */
    public Connector(ConnectorConfig config, HttpHandler handler, List<Protocol> protocols)
            throws IOException {
        this.config = config;
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

    /** Throws BindException when the port cannot be had; leaves nothing open. */
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

    /** Opens the port. Throws BindException when it is taken. */
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

    /** True from the start on, after it has stopped too. */
    public boolean started() {
        return started;
    }

    /**
     * The port that it listens on, also where the configuration says 0; -1 for a Unix domain
     * socket.
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

    /** For people. */
    private String place() {
        if (unixSocket() != null) {
            return "socket " + path();
        }
        String address = config.address() == null ? "" : config.address() + " ";
        return address + "port " + port();
    }

    /**
     * Buffers that connections hold at this moment; 0 when all are idle (BIO: one per connection
     * that reads).
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

    /** What it has done since its start because there was no room for all. */
    public Overload overload() {
        return endpoint.connections().overload();
    }

    /**
     * Threads that have run applications so far end as soon as they can, so that nothing which an
     * application left in its thread-locals outlives it. To be called when one was stopped; no
     * request is lost, connections go on. Where each has its own thread (BIO), one that nobody uses
     * for 2.5 seconds is closed, if an application was called through it.
     */
    public void renewThreads() {
        endpoint.renewThreads();
    }

    /**
     * Other limits for the threads that run applications, while they run; see {@link
     * SharedWorkers#limits}, which is to be called where this one shares them. On BIO without
     * virtual threads a connection has its thread as long as it lasts, and only asynchronous calls
     * are limited anew. {@link #config} goes on saying what it was started with.
     *
     * @throws IllegalStateException when it has no threads of its own
     */
    public void limits(LoadLimits limits) {
        if (config.executor() != null) {
            throw new IllegalStateException("the threads of " + place() + " are shared");
        }
        endpoint.limits(limits);
    }

    /**
     * Closes the port; what is connected goes on, until the next response at most. {@link #stop}
     * follows. Does nothing if it was not started, or the second time.
     */
    public synchronized void pause() {
        if (started && !stopping) {
            stopping = true;
            endpoint.pause();
        }
    }

    /**
     * Does nothing if it was not started, or the second time. Closes the port, lets requests in
     * flight finish, closes idle connections at once, and cuts what is left after the given time.
     * Returns when all threads have ended.
     */
    public void stop(Duration within) {
        synchronized (this) {
            if (!started || stopped) {
                return;
            }
            stopped = true;
        }
        pause();
        long end = System.nanoTime() + within.toNanos();
        while (connections() > 0 && System.nanoTime() < end) {
            for (Connection connection : endpoint.connections()) {
                connection.windDown();
                if (connection.idle()) {
                    connection.transport().expire(Interest.READ);
                }
            }
            // There is no event for "all connections are gone" on the request path, so it is looked
            // for.
            LockSupport.parkNanos(2_000_000);
        }
        int cut = 0;
        for (Connection connection : endpoint.connections()) {
            if (cut++ < MOST_TO_NAME) {
                LOG.warn("SRV-0912 Cut at the stop: {}", connection.describe());
            }
            connection.transport().reset();
        }
        if (cut > 0) {
            LOG.warn(
                    "SRV-0910 {} cut because {} not end within {} ms",
                    cut == 1 ? "1 connection was" : cut + " connections were",
                    cut == 1 ? "it did" : "they did",
                    // Some microseconds of it had passed on the way here.
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

    /** Responses say {@code Connection: close} while the connector stops or is crowded. */
    private boolean closing() {
        return stopping || endpoint.crowded();
    }

    private String name() {
        return "http-"
                + config.io().name().toLowerCase(java.util.Locale.ROOT)
                + "-"
                + (unixSocket() == null ? config.port() : path().getFileName());
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

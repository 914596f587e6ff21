package dev.serval.http1;

import dev.serval.buffer.BulkPool;
import dev.serval.buffer.Stash;
import dev.serval.http.Compression;
import dev.serval.http.HttpHandler;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpOptions;
import dev.serval.http.Origin;
import dev.serval.http.Refusal;
import dev.serval.http.RefusalLog;
import dev.serval.http.RequestRules;
import dev.serval.http.ServerFields;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import dev.serval.net.LoadLimits;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** HTTP/1.1 and 1.0 with the settings of one connector; makes its conversations. Thread-safe. */
public final class Http1 {
    final HttpHandler handler;
    final HttpLimits limits;
    final RequestRules rules;
    final RefusalLog refusals;
    final Origin origin;
    final int connectionTimeout;
    final int bodyTimeout;
    final int minBodyRate;
    final int keepAliveTimeout;
    final int maxKeepAliveRequests;
    final BulkPool output;
    final ResponseEncoder encoder;
    final Compression compression;
    // What a client that asks for keep-alive is told.
    final byte[] keepAlive;
    // Whether that is said where it goes without saying, too.
    final boolean tellsKeepAlive;
    final Stash<Http1Stream> streams = new Stash<>(256);
    private final BooleanSupplier closing;

    /**
     * @param rules where it departs from the rules for requests
     * @param refusals is told of every request that is refused
     * @param connectionTimeout milliseconds for a head, for waits for a body, and for a write to
     *     progress; 0 or less means no limit
     * @param load how slow bodies may be
     * @param keepAliveTimeout milliseconds that an idle connection is kept; 0 or less means no
     *     limit
     * @param maxKeepAliveRequests requests per connection; -1 means no limit
     * @param server value of the Server field, or null
     * @param options for the heads of responses
     * @param output lends buffers for responses
     * @param closing true while connections should end with their response
     */
    public Http1(
            HttpHandler handler,
            HttpLimits limits,
            RequestRules rules,
            RefusalLog refusals,
            Origin origin,
            int connectionTimeout,
            LoadLimits load,
            int keepAliveTimeout,
            int maxKeepAliveRequests,
            String server,
            HttpOptions options,
            BulkPool output,
            BooleanSupplier closing) {
        this.handler = handler;
        this.limits = limits;
        this.rules = rules;
        this.refusals = refusals;
        this.origin = origin;
        this.connectionTimeout = connectionTimeout;
        this.bodyTimeout =
                load.connectionUploadTimeout() == 0
                        ? connectionTimeout
                        : load.connectionUploadTimeout();
        this.minBodyRate = load.minRequestDataRate();
        this.keepAliveTimeout = keepAliveTimeout;
        this.maxKeepAliveRequests = maxKeepAliveRequests;
        this.output = output;
        this.encoder = new ResponseEncoder(new ServerFields(server, options), options);
        this.compression = options.compression();
        this.tellsKeepAlive = options.useKeepAliveResponseHeader() && keepAliveTimeout >= 1000;
        this.keepAlive =
                tellsKeepAlive
                        ? ResponseEncoder.keepAlive(keepAliveTimeout / 1000)
                        : ResponseEncoder.KEEP_ALIVE;
        this.closing = closing;
    }

    /** A conversation for a new connection, or for one that goes on with what it has received. */
    public Conversation converse(Connection connection) {
        return new Http1Connection(this, connection);
    }

    /**
     * The same for a connection that not every host is served on (RFC 9110 §7.4).
     *
     * @param hosts whether a request for that host, in lower case, is welcome; others get a 421
     */
    public Conversation converse(Connection connection, Predicate<String> hosts) {
        return new Http1Connection(this, connection, hosts);
    }

    /** A conversation that answers whatever the client says with that refusal, and ends. */
    public Conversation refuse(Connection connection, Refusal refusal) {
        return new Http1Connection(this, connection, refusal);
    }

    boolean closing() {
        return closing.getAsBoolean();
    }

    Http1Stream lend() {
        Http1Stream idle = streams.take();
        return idle != null ? idle : new Http1Stream(this);
    }
}

package dev.serval.http1;

import dev.serval.buffer.BulkPool;
import dev.serval.buffer.ObjectPool;
import dev.serval.http.CompletionNotice;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpHandler;
import dev.serval.http.HttpLimits;
import dev.serval.http.HttpService;
import dev.serval.http.Protocol;
import dev.serval.http.Refusal;
import dev.serval.http.RefusalLog;
import dev.serval.http.RequestRules;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** HTTP/1.1 and 1.0 with the settings of one connector; makes its conversations. Thread-safe. */
final class Http1 implements Protocol.Conversations {
    final HttpHandler handler;
    final HttpConfig config;
    final HttpLimits limits;
    final RequestRules rules;
    final RefusalLog refusals;
    final int connectionTimeout;
    final int bodyTimeout;
    final int minBodyRate;
    final int keepAliveTimeout;
    final int maxKeepAliveRequests;
    final BulkPool output;
    final ResponseEncoder encoder;
    // The fields for a client that asks for keep-alive.
    final byte[] keepAlive;
    // Whether they are also sent where persistence is the default.
    final boolean tellsKeepAlive;
    final ObjectPool<Http1Stream> streams = new ObjectPool<>(256);
    private final BooleanSupplier closing;

    Http1(HttpService service) {
        handler = service.handler();
        config = service.config();
        limits = config.limits();
        rules = config.rules();
        refusals = service.refusals();
        connectionTimeout = service.load().connectionTimeout();
        bodyTimeout = service.load().bodyTimeout();
        minBodyRate = service.load().minRequestDataRate();
        keepAliveTimeout = service.load().keepAliveTimeout();
        maxKeepAliveRequests = limits.maxKeepAliveRequests();
        output = service.output();
        encoder = new ResponseEncoder(service.fields(), config.options());
        tellsKeepAlive = config.options().useKeepAliveResponseHeader() && keepAliveTimeout >= 1000;
        keepAlive =
                tellsKeepAlive
                        ? ResponseEncoder.keepAlive(keepAliveTimeout / 1000)
                        : ResponseEncoder.KEEP_ALIVE;
        closing = service.closing();
        CompletionNotice.prepare();
    }

    /** A conversation for a new connection, or for one that has received bytes already. */
    @Override
    public Conversation open(Connection connection, Predicate<String> hosts) {
        return new Http1Connection(this, connection, hosts);
    }

    @Override
    public Conversation open(Connection connection, long begun) {
        return new Http1Connection(this, connection, begun);
    }

    @Override
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

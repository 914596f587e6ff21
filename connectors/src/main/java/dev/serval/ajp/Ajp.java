package dev.serval.ajp;

import dev.serval.buffer.BulkPool;
import dev.serval.buffer.ObjectPool;
import dev.serval.http.CompletionNotice;
import dev.serval.http.HttpConfig;
import dev.serval.http.HttpHandler;
import dev.serval.http.HttpService;
import dev.serval.http.Origin;
import dev.serval.http.Protocol;
import dev.serval.http.RefusalLog;
import dev.serval.net.Connection;
import dev.serval.net.Conversation;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** AJP with the settings of one connector; makes its conversations. Thread-safe. */
final class Ajp implements Protocol.Conversations {
    final HttpHandler handler;
    final HttpConfig config;
    final AjpConfig own;
    final RefusalLog refusals;
    final int connectionTimeout;
    final int bodyTimeout;
    final int minBodyRate;
    final int keepAliveTimeout;
    final BulkPool output;
    final HeadEncoder encoder;
    // What the connector says of requests, and the same for those that came over TLS.
    final Origin plain;
    final Origin encrypted;
    // The most bytes of a body in one packet, either way.
    final int mostSent;
    final byte[] getBodyChunk;
    private final ObjectPool<AjpStream> streams = new ObjectPool<>(256);
    private final BooleanSupplier closing;

    Ajp(HttpService service, AjpConfig own) {
        this.own = own;
        handler = service.handler();
        config = service.config();
        refusals = service.refusals();
        connectionTimeout = service.load().connectionTimeout();
        bodyTimeout = service.load().bodyTimeout();
        minBodyRate = service.load().minRequestDataRate();
        keepAliveTimeout = service.load().keepAliveTimeout();
        output = service.output();
        encoder = new HeadEncoder(service.fields(), own.packetSize());
        plain = config.origin();
        encrypted = plain.encrypted();
        mostSent = own.packetSize() - Packet.CHUNK_OVERHEAD;
        getBodyChunk = Packet.getBodyChunk(own.packetSize() - Packet.DATA_OVERHEAD);
        closing = service.closing();
        CompletionNotice.prepare();
    }

    @Override
    public Conversation open(Connection connection, Predicate<String> hosts) {
        return new AjpConnection(this, connection);
    }

    boolean closing() {
        return closing.getAsBoolean();
    }

    AjpStream lend() {
        AjpStream idle = streams.take();
        return idle != null ? idle : new AjpStream(this);
    }

    void giveBack(AjpStream stream) {
        streams.give(stream);
    }
}

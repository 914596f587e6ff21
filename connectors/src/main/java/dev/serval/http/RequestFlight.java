package dev.serval.http;

import dev.serval.jfr.Flight;
import java.util.function.Supplier;

/**
 * What a recording tells of an exchange that is over. Owned by the exchange's last thread.
 *
 * @param made the trace that a valve has taken up or made; null for that of the client
 */
record RequestFlight(Exchange exchange, Supplier<String> made) implements Flight.Requested {
    @Override
    public String id() {
        return exchange.idIfAny();
    }

    @Override
    public String method() {
        return exchange.request().methodName();
    }

    @Override
    public String path() {
        return exchange.request().rawPath();
    }

    @Override
    public String host() {
        return exchange.request().host();
    }

    @Override
    public Object client() {
        return exchange.peer();
    }

    @Override
    public String traceparent() {
        return made == null ? exchange.request().field(FieldName.TRACEPARENT) : made.get();
    }

    @Override
    public int status() {
        return exchange.status();
    }

    @Override
    public long sent() {
        return exchange.sent();
    }

    @Override
    public boolean complete() {
        return !exchange.aborted();
    }
}

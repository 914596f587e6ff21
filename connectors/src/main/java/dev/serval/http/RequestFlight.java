package dev.serval.http;

import dev.serval.jfr.Flight;

/** What a recording tells of an exchange that is over. Owned by the exchange's last thread. */
record RequestFlight(Exchange exchange) implements Flight.Requested {
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
        return exchange.traceparent();
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

    @Override
    public long startedNanos() {
        return exchange.startedNanos();
    }
}

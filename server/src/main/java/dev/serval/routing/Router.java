package dev.serval.routing;

import dev.serval.http.Exchange;
import dev.serval.http.HttpHandler;

/** Skeleton. */
public final class Router implements HttpHandler {
    private volatile HostTable hosts;

    public Router(HostTable hosts) {
        this.hosts = hosts;
    }

    /** Replaces all tables at once; requests that are under way keep theirs. */
    public void hosts(HostTable next) {
        hosts = next;
    }

    @Override
    public void handle(Exchange exchange) {
        hosts.find(exchange.request());
    }

    @Override
    public void completed(Exchange exchange) {}
}

package dev.serval.servlet;

import dev.serval.http.Exchange;

/** One call of a servlet. Runs once, on the thread that may block. */
public final class ServletCall implements Runnable {
    private final Exchange exchange;
    private final AppContext context;
    private final Mappings mappings;
    private final String path;

    public ServletCall(Exchange exchange, AppContext context, Mappings mappings, String path) {
        this.exchange = exchange;
        this.context = context;
        this.mappings = mappings;
        this.path = path;
    }

    @Override
    public void run() {
        exchange.fail(new UnsupportedOperationException(context + path + mappings));
    }
}

package dev.serval.http1;

import dev.serval.http.HttpService;
import dev.serval.http.Protocol;

/** HTTP/1.1 and 1.0, the protocol for every client that asks for no other. Immutable. */
public final class Http1Protocol implements Protocol {
    @Override
    public String alpn() {
        return "http/1.1";
    }

    /** None: the attributes of the Connector are its settings. */
    @Override
    public int firstBytes() {
        return 0;
    }

    @Override
    public Match begins(byte[] array, int from, int to) {
        return Match.YES;
    }

    @Override
    public Conversations open(HttpService service) {
        return new Http1(service);
    }
}

package dev.serval.ajp;

import dev.serval.http.HttpService;
import dev.serval.http.Protocol;

/**
 * AJP/1.3, the protocol between a web server and this one; the only protocol of its connector.
 * Immutable.
 *
 * @param config its settings
 */
public record AjpProtocol(AjpConfig config) implements Protocol {
    /** No front speaks it over TLS. */
    @Override
    public String alpn() {
        return null;
    }

    @Override
    public int firstBytes() {
        return 0;
    }

    @Override
    public Match begins(byte[] array, int from, int to) {
        return Match.YES;
    }

    @Override
    public String label() {
        return "ajp";
    }

    @Override
    public Conversations open(HttpService service) {
        return new Ajp(service, config);
    }
}

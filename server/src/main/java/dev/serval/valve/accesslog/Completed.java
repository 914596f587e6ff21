package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import dev.serval.http.Method;
import dev.serval.http.Origin;
import dev.serval.http.RequestHead;
import dev.serval.net.Peer;
import dev.serval.valve.address.RemoteIp;

/**
 * The subject of a line: an exchange and its times. Owned by the queue, which reuses it for each
 * line under its lock.
 */
final class Completed {
    private final LineRules rules;
    private Exchange exchange;
    private RequestHead head;
    private long endMillis;
    private long nanos;

    Completed(LineRules rules) {
        this.rules = rules;
    }

    void fill(Exchange exchange, long endMillis, long nanos) {
        this.exchange = exchange;
        this.head = exchange.request().received();
        this.endMillis = endMillis;
        this.nanos = Math.max(0, nanos);
    }

    void clear() {
        exchange = null;
        head = null;
    }

    Exchange exchange() {
        return exchange;
    }

    Peer peer() {
        return shown() ? exchange.peer() : exchange.connectionPeer();
    }

    Origin origin() {
        return shown() ? exchange.origin() : exchange.config().origin();
    }

    private boolean shown() {
        return rules.forwarded() && RemoteIp.shows(exchange.forwarded());
    }

    /** Whether IPv6 addresses are in their short form. */
    boolean shortAddresses() {
        return rules.shortAddresses();
    }

    RequestHead head() {
        return head;
    }

    /** False if the request was refused before its first line was parsed. */
    boolean hasRequestLine() {
        return head.targetStart() < head.targetEnd();
    }

    /** When the response was sent, in milliseconds of the epoch. */
    long endMillis() {
        return endMillis;
    }

    /** When the request arrived, in milliseconds of the epoch. */
    long startMillis() {
        return endMillis - nanos / 1_000_000;
    }

    /** From the request's arrival to the end of the response. */
    long nanos() {
        return nanos;
    }

    /** Bytes of the response's body (RFC 9110 §6.4.1: some responses have none). */
    long bodyBytes() {
        int status = exchange.status();
        boolean none = head.method() == Method.HEAD || status == 204 || status == 304;
        return none ? 0 : exchange.sent();
    }
}

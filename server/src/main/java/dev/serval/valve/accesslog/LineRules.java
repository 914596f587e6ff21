package dev.serval.valve.accesslog;

import dev.serval.http.Exchange;
import dev.serval.http.LogNotes;
import dev.serval.http.LogValue;
import dev.serval.http.LogWants;

/**
 * Which requests get a line, and which client the line shows. Immutable.
 *
 * @param forwarded whether lines show what a RemoteIpValve has found out
 * @param shortAddresses whether IPv6 addresses are in their short form (RFC 5952 §4)
 * @param onlyIf an attribute that a request must have; null for all requests
 * @param unless an attribute that a request must not have; null for all requests
 */
public record LineRules(boolean forwarded, boolean shortAddresses, String onlyIf, String unless) {
    /** All requests. */
    public static LineRules all(boolean forwarded) {
        return new LineRules(forwarded, false, null, null);
    }

    /** Whether an exchange that has ended gets a line. */
    boolean admit(Exchange exchange) {
        return (onlyIf == null || has(exchange, onlyIf))
                && (unless == null || !has(exchange, unless));
    }

    /** What has to be noted for these rules; null for nothing. */
    LogWants wants() {
        Wanted wanted = new Wanted();
        if (onlyIf != null) {
            wanted.value(LogValue.attribute(onlyIf));
        }
        if (unless != null) {
            wanted.value(LogValue.attribute(unless));
        }
        return wanted.all();
    }

    private static boolean has(Exchange exchange, String attribute) {
        // Without notes, no application was called.
        LogNotes notes = exchange.notes();
        return notes != null && notes.value(LogValue.attribute(attribute)) != null;
    }
}

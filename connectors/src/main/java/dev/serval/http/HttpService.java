package dev.serval.http;

import dev.serval.buffer.BulkPool;
import dev.serval.net.LoadLimits;
import java.util.function.BooleanSupplier;

/**
 * What a connector gives each of its protocols. Immutable; all of its parts are thread-safe.
 *
 * @param handler gets every exchange
 * @param limits what a client may send
 * @param rules where it departs from the rules for requests
 * @param refusals is told of every request that is refused
 * @param origin what the connector says of all its requests
 * @param connectionTimeout milliseconds for a head, for waits for a body, and for a write to
 *     progress; 0 or less means no limit
 * @param load how slow bodies may be
 * @param keepAliveTimeout milliseconds that an idle connection is kept; 0 or less means no limit
 * @param maxKeepAliveRequests requests per connection; -1 means no limit
 * @param fields what the server adds to every response
 * @param options for the heads of responses
 * @param output lends buffers for responses
 * @param closing true while connections should end with their response
 */
public record HttpService(
        HttpHandler handler,
        HttpLimits limits,
        RequestRules rules,
        RefusalLog refusals,
        Origin origin,
        int connectionTimeout,
        LoadLimits load,
        int keepAliveTimeout,
        int maxKeepAliveRequests,
        ServerFields fields,
        HttpOptions options,
        BulkPool output,
        BooleanSupplier closing) {

    /** Milliseconds that a wait for bytes of a body may take; 0 or less means no limit. */
    public int bodyTimeout() {
        return load.connectionUploadTimeout() == 0
                ? connectionTimeout
                : load.connectionUploadTimeout();
    }
}

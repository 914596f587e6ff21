package dev.serval.http;

import dev.serval.buffer.BulkPool;
import dev.serval.net.LoadLimits;
import java.util.function.BooleanSupplier;

/**
 * What a connector gives each of its protocols. Immutable; all of its parts are thread-safe.
 *
 * @param handler gets every exchange
 * @param config its settings
 * @param load its time-outs, and how slow bodies may be
 * @param refusals logs every request that is refused
 * @param fields what the server adds to every response
 * @param output lends buffers for responses
 * @param closing true while connections should close after their response
 */
public record HttpService(
        HttpHandler handler,
        HttpConfig config,
        LoadLimits load,
        RefusalLog refusals,
        ServerFields fields,
        BulkPool output,
        BooleanSupplier closing) {}

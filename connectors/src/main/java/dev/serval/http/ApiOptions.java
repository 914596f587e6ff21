package dev.serval.http;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * How applications see the requests of a connector. Immutable. Names and defaults are those of the
 * {@code Connector} attributes of the same name.
 *
 * @param continueImmediately whether 100 Continue is sent before the application is called, instead
 *     of when it reads; default false
 * @param allowedTrailerHeaders the trailers that are shown, in lower case; default null, which
 *     means all but those of {@link Trailers#isForbidden}
 * @param uriEncoding the charset of percent-encoded bytes in paths and queries; default UTF-8
 * @param useBodyEncodingForUri the encoding of the body, or ISO-8859-1 if none is named, instead of
 *     uriEncoding; default false
 * @param parseBodyMethods methods whose form in the body becomes parameters; default POST
 * @param maxCookieCount cookies of a request; default 200; -1 means no limit
 * @param enforceEncodingInGetWriter whether getWriter adds the charset to the Content-Type; default
 *     true
 * @param asyncTimeout the default time-out of asynchronous requests in milliseconds; default 30000;
 *     0 or less means no limit
 * @param enableLookups whether getRemoteHost asks DNS; default false
 */
public record ApiOptions(
        boolean continueImmediately,
        Set<String> allowedTrailerHeaders,
        Charset uriEncoding,
        boolean useBodyEncodingForUri,
        Set<String> parseBodyMethods,
        int maxCookieCount,
        boolean enforceEncodingInGetWriter,
        int asyncTimeout,
        boolean enableLookups) {

    public static final ApiOptions DEFAULTS =
            new ApiOptions(
                    false,
                    null,
                    StandardCharsets.UTF_8,
                    false,
                    Set.of("POST"),
                    200,
                    true,
                    30_000,
                    false);
}

package dev.serval.http;

/**
 * The settings of a connector for HTTP. Immutable.
 *
 * @param limits what a client may send
 * @param options what responses contain, and how applications see requests
 * @param rules its exceptions from the rules for requests; default none
 * @param origin what the server is towards its clients
 */
public record HttpConfig(
        HttpLimits limits, HttpOptions options, RequestRules rules, Origin origin) {

    public static final HttpConfig DEFAULTS =
            new HttpConfig(
                    HttpLimits.DEFAULTS,
                    HttpOptions.DEFAULTS,
                    RequestRules.DEFAULTS,
                    Origin.DEFAULTS);

    /** The same over TLS. */
    public HttpConfig encrypted() {
        return new HttpConfig(limits, options, rules, origin.encrypted());
    }
}

package dev.serval.http;

/**
 * What a connector puts into the heads of its responses, and how applications see its requests.
 * Immutable. Names and defaults are those of the {@code Connector} attributes of the same name.
 *
 * @param server value of the Server field; null, the default, means that none is sent
 * @param maxHttpResponseHeaderSize bytes of status line and fields of a response, and of its
 *     trailers; default 8192; a 500 replaces a larger response
 * @param serverRemoveAppProvidedValues whether a Server field of the application is left out;
 *     default false
 * @param xpoweredBy whether an X-Powered-By field is sent; default false
 * @param useKeepAliveResponseHeader whether a client that asks for keep-alive is told how long its
 *     connection is kept; default true
 * @param api how applications see requests
 * @param compression which responses are compressed; default none
 */
public record HttpOptions(
        String server,
        int maxHttpResponseHeaderSize,
        boolean serverRemoveAppProvidedValues,
        boolean xpoweredBy,
        boolean useKeepAliveResponseHeader,
        ApiOptions api,
        Compression compression) {

    public static final HttpOptions DEFAULTS =
            new HttpOptions(null, 8192, false, false, true, ApiOptions.DEFAULTS, Compression.OFF);

    /** The same with another Server field and other compression. */
    public HttpOptions with(String name, Compression other) {
        return new HttpOptions(
                name,
                maxHttpResponseHeaderSize,
                serverRemoveAppProvidedValues,
                xpoweredBy,
                useKeepAliveResponseHeader,
                api,
                other);
    }
}

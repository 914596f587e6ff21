package dev.serval.http;

/**
 * The limits of one connector for what a client may send. Immutable. Names and defaults are those
 * of the {@code Connector} attributes of the same name.
 *
 * @param maxHttpHeaderSize bytes of request line and fields together; default 8192
 * @param maxHeaderCount number of fields; default 100; -1 means no limit
 * @param maxTrailerSize bytes of a chunked body's trailer section; default 8192; -1 means no limit
 * @param maxExtensionSize bytes of all chunk extensions of a body; default 8192; -1 means no limit
 * @param maxSwallowSize bytes of an unread body that are read and dropped to keep a connection;
 *     default 2097152; -1 means no limit
 * @param maxKeepAliveRequests requests per connection; default 1000; 1 disables keep-alive; -1
 *     means no limit
 * @param forms for parameters and parts, which applications ask for
 */
public record HttpLimits(
        int maxHttpHeaderSize,
        int maxHeaderCount,
        int maxTrailerSize,
        int maxExtensionSize,
        int maxSwallowSize,
        int maxKeepAliveRequests,
        FormLimits forms) {

    public static final HttpLimits DEFAULTS =
            new HttpLimits(8192, 100, 8192, 8192, 2 * 1024 * 1024);

    /** With the defaults for persistence and forms. */
    public HttpLimits(
            int maxHttpHeaderSize,
            int maxHeaderCount,
            int maxTrailerSize,
            int maxExtensionSize,
            int maxSwallowSize) {
        this(
                maxHttpHeaderSize,
                maxHeaderCount,
                maxTrailerSize,
                maxExtensionSize,
                maxSwallowSize,
                1000,
                FormLimits.DEFAULTS);
    }

    /** With another bound for the requests of a connection. */
    public HttpLimits keepAliveRequests(int most) {
        return new HttpLimits(
                maxHttpHeaderSize,
                maxHeaderCount,
                maxTrailerSize,
                maxExtensionSize,
                maxSwallowSize,
                most,
                forms);
    }
}

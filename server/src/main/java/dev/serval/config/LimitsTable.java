package dev.serval.config;

import dev.serval.http.FormLimits;
import dev.serval.http.HttpLimits;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.util.List;

/**
 * The attributes of {@code Connector} that say what a client may send, and how they are read; for
 * {@link ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class LimitsTable {
    private static final HttpLimits DEFAULTS = HttpLimits.DEFAULTS;
    private static final FormLimits FORMS = FormLimits.DEFAULTS;

    private static final Attribute<Integer> MAX_KEEP_ALIVE_REQUESTS =
            Attribute.of(
                            "maxKeepAliveRequests",
                            Format.limit(Unit.NONE, 0),
                            DEFAULTS.maxKeepAliveRequests(),
                            "Requests on one connection; 0 and 1 disable keep-alive.")
                    .differs(
                            "100",
                            "browsers and proxies send more than 100 requests on a connection, and"
                                    + " every new one costs a handshake");
    static final Attribute<Integer> MAX_HTTP_HEADER_SIZE =
            Attribute.of(
                    "maxHttpHeaderSize",
                    Format.integer(Unit.BYTES, 512, 1 << 24),
                    DEFAULTS.maxHttpHeaderSize(),
                    "Request line and header fields of a request together.");
    private static final Attribute<Integer> MAX_HTTP_REQUEST_HEADER_SIZE =
            Attribute.of(
                            "maxHttpRequestHeaderSize",
                            Format.integer(Unit.BYTES, 512, 1 << 24),
                            null,
                            "The same; wins when both are given.")
                    .shown("maxHttpHeaderSize");
    private static final Attribute<Integer> MAX_HEADER_COUNT =
            Attribute.of(
                    "maxHeaderCount",
                    Format.limit(Unit.NONE, 1),
                    DEFAULTS.maxHeaderCount(),
                    "Header fields of a request.");
    private static final Attribute<Integer> MAX_TRAILER_SIZE =
            Attribute.of(
                    "maxTrailerSize",
                    Format.integer(Unit.BYTES, 0, 1 << 24),
                    DEFAULTS.maxTrailerSize(),
                    "Trailer section of a chunked body.");
    private static final Attribute<Integer> MAX_EXTENSION_SIZE =
            Attribute.of(
                    "maxExtensionSize",
                    Format.integer(Unit.BYTES, 0, 1 << 24),
                    DEFAULTS.maxExtensionSize(),
                    "All chunk extensions of a body.");
    private static final Attribute<Integer> MAX_SWALLOW_SIZE =
            Attribute.of(
                    "maxSwallowSize",
                    Format.limit(Unit.BYTES, 0),
                    DEFAULTS.maxSwallowSize(),
                    "What is read and dropped of a body that nobody wanted, to keep its"
                            + " connection.");
    private static final Attribute<Integer> MAX_PARAMETER_COUNT =
            Attribute.of(
                    "maxParameterCount",
                    Format.limit(Unit.NONE, 0),
                    FORMS.maxParameterCount(),
                    "Parameters of a request, query and form together.");
    private static final Attribute<Integer> MAX_POST_SIZE =
            Attribute.of(
                    "maxPostSize",
                    Format.limit(Unit.BYTES, 0),
                    FORMS.maxPostSize(),
                    "A form, and the fields of a multipart one together.");
    private static final Attribute<Integer> MAX_SAVE_POST_SIZE =
            Attribute.of(
                    "maxSavePostSize",
                    Format.limit(Unit.BYTES, 0),
                    FORMS.maxSavePostSize(),
                    "Body of a request that is kept until its sender has logged in by a form; a"
                            + " larger one is answered with 413. 0 keeps none: after the login the"
                            + " address is got.");
    private static final Attribute<Integer> MAX_PART_COUNT =
            Attribute.of(
                    "maxPartCount",
                    Format.limit(Unit.NONE, 0),
                    FORMS.maxPartCount(),
                    "Parts of a multipart body.");
    private static final Attribute<Integer> MAX_PART_HEADER_SIZE =
            Attribute.of(
                    "maxPartHeaderSize",
                    Format.limit(Unit.BYTES, 0),
                    FORMS.maxPartHeaderSize(),
                    "Header fields of one part.");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    MAX_KEEP_ALIVE_REQUESTS,
                    MAX_HTTP_HEADER_SIZE,
                    MAX_HTTP_REQUEST_HEADER_SIZE,
                    MAX_HEADER_COUNT,
                    MAX_TRAILER_SIZE,
                    MAX_EXTENSION_SIZE,
                    MAX_SWALLOW_SIZE,
                    MAX_PARAMETER_COUNT,
                    MAX_POST_SIZE,
                    MAX_SAVE_POST_SIZE,
                    MAX_PART_COUNT,
                    MAX_PART_HEADER_SIZE);

    private LimitsTable() {}

    static HttpLimits read(Values values) {
        Integer requestHeader = values.get(MAX_HTTP_REQUEST_HEADER_SIZE);
        int requests = values.get(MAX_KEEP_ALIVE_REQUESTS);
        return new HttpLimits(
                requestHeader != null ? requestHeader : values.get(MAX_HTTP_HEADER_SIZE),
                values.get(MAX_HEADER_COUNT),
                values.get(MAX_TRAILER_SIZE),
                values.get(MAX_EXTENSION_SIZE),
                values.get(MAX_SWALLOW_SIZE),
                requests == 0 ? 1 : requests,
                new FormLimits(
                        values.get(MAX_PARAMETER_COUNT),
                        values.get(MAX_POST_SIZE),
                        values.get(MAX_PART_COUNT),
                        values.get(MAX_PART_HEADER_SIZE),
                        values.get(MAX_SAVE_POST_SIZE)));
    }
}

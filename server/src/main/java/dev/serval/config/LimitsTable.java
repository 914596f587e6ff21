package dev.serval.config;

import dev.serval.http.FormLimits;
import dev.serval.http.HttpLimits;
import dev.serval.settings.Attribute;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.util.Objects;

/**
 * The attributes of {@code Connector} that limit requests, and how they are read; for {@link
 * ConnectorTable} and {@link ConnectorReader}. Stateless.
 */
final class LimitsTable {
    private static final HttpLimits DEFAULTS = HttpLimits.DEFAULTS;
    private static final FormLimits FORMS = FormLimits.DEFAULTS;

    static final Attribute<Integer> MAX_HTTP_HEADER_SIZE =
            Attribute.of(
                    "maxHttpHeaderSize",
                    Format.integer(Unit.BYTES, 512, 1 << 24),
                    DEFAULTS.maxHttpHeaderSize(),
                    "Request line and header fields of a request together.");

    private LimitsTable() {}

    static HttpLimits read(Rows rows) {
        int requests =
                rows.get(
                        Attribute.of(
                                        "maxKeepAliveRequests",
                                        Format.limit(Unit.NONE, 0),
                                        DEFAULTS.maxKeepAliveRequests(),
                                        "Requests on one connection; 0 and 1 disable keep-alive.")
                                .differs(
                                        "100",
                                        "browsers and proxies send more than 100 requests on a connection, and"
                                                + " every new one costs a handshake"));
        int headerSize = rows.get(MAX_HTTP_HEADER_SIZE);
        return new HttpLimits(
                Objects.requireNonNullElse(
                        rows.get(
                                Attribute.of(
                                                "maxHttpRequestHeaderSize",
                                                Format.integer(Unit.BYTES, 512, 1 << 24),
                                                null,
                                                "The same; wins when both are given.")
                                        .shown("maxHttpHeaderSize")),
                        headerSize),
                rows.of(
                        "maxHeaderCount",
                        Format.limit(Unit.NONE, 1),
                        DEFAULTS.maxHeaderCount(),
                        "Header fields of a request."),
                rows.of(
                        "maxTrailerSize",
                        Format.integer(Unit.BYTES, 0, 1 << 24),
                        DEFAULTS.maxTrailerSize(),
                        "Trailer section of a chunked body."),
                rows.of(
                        "maxExtensionSize",
                        Format.integer(Unit.BYTES, 0, 1 << 24),
                        DEFAULTS.maxExtensionSize(),
                        "All chunk extensions of a body."),
                rows.of(
                        "maxSwallowSize",
                        Format.limit(Unit.BYTES, 0),
                        DEFAULTS.maxSwallowSize(),
                        "How much of an unread body is read and dropped, to keep its"
                                + " connection."),
                requests == 0 ? 1 : requests,
                new FormLimits(
                        rows.of(
                                "maxParameterCount",
                                Format.limit(Unit.NONE, 0),
                                FORMS.maxParameterCount(),
                                "Parameters of a request, query and form together."),
                        rows.of(
                                "maxPostSize",
                                Format.limit(Unit.BYTES, 0),
                                FORMS.maxPostSize(),
                                "A form, and the fields of a multipart one together."),
                        rows.of(
                                "maxSavePostSize",
                                Format.limit(Unit.BYTES, 0),
                                FORMS.maxSavePostSize(),
                                "Body of a request that is kept until its sender has logged in by a form; a"
                                        + " larger one is answered with 413. 0 keeps none: after the login the"
                                        + " address is got."),
                        rows.of(
                                "maxPartCount",
                                Format.limit(Unit.NONE, 0),
                                FORMS.maxPartCount(),
                                "Parts of a multipart body."),
                        rows.of(
                                "maxPartHeaderSize",
                                Format.limit(Unit.BYTES, 0),
                                FORMS.maxPartHeaderSize(),
                                "Header fields of one part.")));
    }
}

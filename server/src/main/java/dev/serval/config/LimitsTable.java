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
    private static final int MAX = Integer.MAX_VALUE;
    private static final HttpLimits DEFAULTS = HttpLimits.DEFAULTS;
    private static final FormLimits FORMS = FormLimits.DEFAULTS;

    static final Attribute<Integer> MAX_HTTP_HEADER_SIZE =
            bytes(
                    "maxHttpHeaderSize",
                    512,
                    DEFAULTS.maxHttpHeaderSize(),
                    "Request line and header fields of a request together.");
    private static final Attribute<Integer> MAX_HTTP_REQUEST_HEADER_SIZE =
            Attribute.of(
                            "maxHttpRequestHeaderSize",
                            Format.integer(Unit.BYTES, 512, 1 << 24),
                            (Integer) null,
                            "The same; wins when both are given.")
                    .shown("maxHttpHeaderSize");
    private static final Attribute<Integer> MAX_HEADER_COUNT =
            Attribute.of(
                    "maxHeaderCount",
                    Format.integer(Unit.NONE, 1, MAX, -1, "no limit"),
                    DEFAULTS.maxHeaderCount(),
                    "Header fields of a request.");
    private static final Attribute<Integer> MAX_TRAILER_SIZE =
            bytes(
                    "maxTrailerSize",
                    0,
                    DEFAULTS.maxTrailerSize(),
                    "Trailer section of a chunked body.");
    private static final Attribute<Integer> MAX_EXTENSION_SIZE =
            bytes(
                    "maxExtensionSize",
                    0,
                    DEFAULTS.maxExtensionSize(),
                    "All chunk extensions of a body.");
    private static final Attribute<Integer> MAX_SWALLOW_SIZE =
            Attribute.of(
                    "maxSwallowSize",
                    Format.integer(Unit.BYTES, 0, MAX, -1, "no limit"),
                    DEFAULTS.maxSwallowSize(),
                    "What is read and dropped of a body that nobody wanted, to keep its"
                            + " connection.");
    private static final Attribute<Integer> MAX_PARAMETER_COUNT =
            limit(
                    "maxParameterCount",
                    Unit.NONE,
                    FORMS.maxParameterCount(),
                    "Parameters of a request, query and form together.");
    private static final Attribute<Integer> MAX_POST_SIZE =
            limit(
                    "maxPostSize",
                    Unit.BYTES,
                    FORMS.maxPostSize(),
                    "A form, and the fields of a multipart one together.");
    private static final Attribute<Integer> MAX_SAVE_POST_SIZE =
            limit(
                    "maxSavePostSize",
                    Unit.BYTES,
                    FORMS.maxSavePostSize(),
                    "Body of a request that is kept until its sender has logged in by a form; a"
                            + " larger one is answered with 413. 0 keeps none: after the login the"
                            + " address is got.");
    private static final Attribute<Integer> MAX_PART_COUNT =
            limit("maxPartCount", Unit.NONE, FORMS.maxPartCount(), "Parts of a multipart body.");
    private static final Attribute<Integer> MAX_PART_HEADER_SIZE =
            limit(
                    "maxPartHeaderSize",
                    Unit.BYTES,
                    FORMS.maxPartHeaderSize(),
                    "Header fields of one part.");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(
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
        return new HttpLimits(
                requestHeader != null ? requestHeader : values.get(MAX_HTTP_HEADER_SIZE),
                values.get(MAX_HEADER_COUNT),
                values.get(MAX_TRAILER_SIZE),
                values.get(MAX_EXTENSION_SIZE),
                values.get(MAX_SWALLOW_SIZE),
                new FormLimits(
                        values.get(MAX_PARAMETER_COUNT),
                        values.get(MAX_POST_SIZE),
                        values.get(MAX_PART_COUNT),
                        values.get(MAX_PART_HEADER_SIZE),
                        values.get(MAX_SAVE_POST_SIZE)));
    }

    private static Attribute<Integer> bytes(String name, int min, int fallback, String doc) {
        return Attribute.of(name, Format.integer(Unit.BYTES, min, 1 << 24), fallback, doc);
    }

    private static Attribute<Integer> limit(String name, Unit unit, int fallback, String doc) {
        return Attribute.of(name, Format.integer(unit, 0, MAX, -1, "no limit"), fallback, doc);
    }
}

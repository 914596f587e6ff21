package dev.serval.config;

import dev.serval.http.ApiOptions;
import dev.serval.http.HttpOptions;
import dev.serval.http.Trailers;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import java.nio.charset.Charset;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The attributes of {@code Connector} for responses, and for the application's view of requests.
 * Stateless.
 */
final class HttpOptionsTable {
    private static final HttpOptions DEFAULTS = HttpOptions.DEFAULTS;
    private static final ApiOptions API = ApiOptions.DEFAULTS;

    private HttpOptionsTable() {}

    /** Without compression. */
    static HttpOptions read(Rows rows) {
        return new HttpOptions(
                rows.get(
                        Attribute.text("server", "Value of the Server header field.")
                                .shown("not sent")),
                Objects.requireNonNullElse(
                        rows.get(
                                Attribute.of(
                                                "maxHttpResponseHeaderSize",
                                                Format.integer(Unit.BYTES, 512, 1 << 24),
                                                null,
                                                "Status line and header fields of a response together, and its"
                                                        + " trailers; a larger one is answered with 500.")
                                        .shown("maxHttpHeaderSize")),
                        rows.get(LimitsTable.MAX_HTTP_HEADER_SIZE)),
                rows.flag(
                        "serverRemoveAppProvidedValues",
                        DEFAULTS.serverRemoveAppProvidedValues(),
                        "Leave out a Server header field that an application sets; with the attribute"
                                + " server it is replaced anyway."),
                rows.flag(
                        "xpoweredBy", DEFAULTS.xpoweredBy(), "Send an X-Powered-By header field."),
                rows.flag(
                        "useKeepAliveResponseHeader",
                        DEFAULTS.useKeepAliveResponseHeader(),
                        "Tell a client that asks for keep-alive how long its connection is kept."),
                new ApiOptions(
                        rows.get(
                                Attribute.of(
                                                "continueResponseTiming",
                                                Format.choice(
                                                        Map.of(
                                                                "immediately",
                                                                true,
                                                                "onRead",
                                                                false)),
                                                API.continueImmediately(),
                                                "When a client that waits for 100 Continue gets it: before the"
                                                        + " application is called, or when that reads.")
                                        .shown("onRead")
                                        .differs(
                                                "immediately",
                                                "a request that is refused for its header fields need not be sent its"
                                                        + " body")),
                        rows.get(
                                Attribute.of(
                                                "allowedTrailerHeaders",
                                                new Format<>(
                                                        "names with commas between them, a comma alone for none",
                                                        HttpOptionsTable::trailers),
                                                API.allowedTrailerHeaders(),
                                                "The trailer fields that getTrailerFields shows. Never one that frames"
                                                        + " or routes a message, says who sends it or how it is to be"
                                                        + " taken; none ever becomes a header field.")
                                        .shown("all others")
                                        .differs(
                                                "none",
                                                "they are kept apart from the header fields, and who asks for trailers"
                                                        + " wants to see them")),
                        rows.of(
                                "URIEncoding",
                                new Format<>(
                                        "name of a character encoding", HttpOptionsTable::charset),
                                API.uriEncoding(),
                                "Of percent-encoded text in paths and in query parameters."),
                        rows.flag(
                                "useBodyEncodingForURI",
                                API.useBodyEncodingForUri(),
                                "Read the parameters in a query in the encoding of the body, ISO-8859-1 if none"
                                        + " is named."),
                        rows.get(
                                Attribute.of(
                                                "parseBodyMethods",
                                                new Format<>(
                                                        "methods with commas between them, not TRACE",
                                                        HttpOptionsTable::methods),
                                                API.parseBodyMethods(),
                                                "Whose form in the body becomes parameters.")
                                        .shown("POST")),
                        rows.of(
                                "maxCookieCount",
                                Format.limit(Unit.NONE, 0),
                                API.maxCookieCount(),
                                "Cookies of a request."),
                        rows.flag(
                                "enforceEncodingInGetWriter",
                                API.enforceEncodingInGetWriter(),
                                "Let getWriter add the charset that it uses to the Content-Type."),
                        rows.of(
                                "asyncTimeout",
                                Format.limit(Unit.MILLISECONDS, 0),
                                API.asyncTimeout(),
                                "For asynchronous requests without their own; 0 means no limit."),
                        rows.flag(
                                "enableLookups",
                                API.enableLookups(),
                                "Let getRemoteHost ask DNS, for 2 s at most; else it gives the address.")),
                DEFAULTS.compression());
    }

    private static Set<String> trailers(String text) throws BadValue {
        Set<String> names = names(text.toLowerCase(Locale.ROOT));
        for (String name : names) {
            if (Trailers.isForbidden(name)) {
                throw new BadValue("names " + name + ", which must not be a trailer");
            }
        }
        return names;
    }

    private static Set<String> methods(String text) throws BadValue {
        Set<String> names = names(text);
        if (names.contains("TRACE")) {
            throw new BadValue("names TRACE, which has no body (RFC 9110 §9.3.8)");
        }
        return names;
    }

    private static Set<String> names(String text) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : text.split(",")) {
            if (!name.isBlank()) {
                names.add(name.strip());
            }
        }
        return Set.copyOf(names);
    }

    private static Charset charset(String text) throws BadValue {
        try {
            return Charset.forName(text);
        } catch (IllegalArgumentException e) {
            throw new BadValue("is not a supported character encoding");
        }
    }
}

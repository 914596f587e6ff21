package dev.serval.config;

import dev.serval.http.ApiOptions;
import dev.serval.http.HttpOptions;
import dev.serval.http.Trailers;
import dev.serval.settings.Attribute;
import dev.serval.settings.BadValue;
import dev.serval.settings.Format;
import dev.serval.settings.Unit;
import dev.serval.settings.Values;
import java.nio.charset.Charset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The attributes of {@code Connector} that say what stands in responses, and how applications see
 * requests. Stateless.
 */
final class HttpOptionsTable {
    private static final HttpOptions DEFAULTS = HttpOptions.DEFAULTS;
    private static final ApiOptions API = ApiOptions.DEFAULTS;

    private static final Attribute<String> SERVER =
            Attribute.text("server", "Value of the Server header field.").shown("not sent");
    private static final Attribute<Integer> MAX_HTTP_RESPONSE_HEADER_SIZE =
            Attribute.of(
                            "maxHttpResponseHeaderSize",
                            Format.integer(Unit.BYTES, 512, 1 << 24),
                            null,
                            "Status line and header fields of a response together, and its"
                                    + " trailers; a larger one is answered with 500.")
                    .shown("maxHttpHeaderSize");
    private static final Attribute<Boolean> SERVER_REMOVE_APP_PROVIDED_VALUES =
            Attribute.flag(
                    "serverRemoveAppProvidedValues",
                    DEFAULTS.serverRemoveAppProvidedValues(),
                    "Leave out a Server header field that an application sets; with the attribute"
                            + " server it is replaced anyway.");
    private static final Attribute<Boolean> XPOWERED_BY =
            Attribute.flag(
                    "xpoweredBy", DEFAULTS.xpoweredBy(), "Send an X-Powered-By header field.");
    private static final Attribute<Boolean> USE_KEEP_ALIVE_RESPONSE_HEADER =
            Attribute.flag(
                    "useKeepAliveResponseHeader",
                    DEFAULTS.useKeepAliveResponseHeader(),
                    "Tell a client that asks for keep-alive how long its connection is kept.");
    private static final Attribute<Boolean> CONTINUE_RESPONSE_TIMING =
            Attribute.of(
                            "continueResponseTiming",
                            Format.choice(Map.of("immediately", true, "onRead", false)),
                            API.continueImmediately(),
                            "When a client that waits for 100 Continue gets it: before the"
                                    + " application is called, or when that reads.")
                    .shown("onRead")
                    .differs(
                            "immediately",
                            "a request that is refused for its header fields need not be sent its"
                                    + " body");
    private static final Attribute<Set<String>> ALLOWED_TRAILER_HEADERS =
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
                                    + " wants to see them");
    private static final Attribute<Charset> URI_ENCODING =
            Attribute.of(
                    "URIEncoding",
                    new Format<>("name of a character encoding", HttpOptionsTable::charset),
                    API.uriEncoding(),
                    "Of what is percent-encoded in paths and in the parameters of a query.");
    private static final Attribute<Boolean> USE_BODY_ENCODING_FOR_URI =
            Attribute.flag(
                    "useBodyEncodingForURI",
                    API.useBodyEncodingForUri(),
                    "Read the parameters in a query in the encoding of the body, ISO-8859-1 if none"
                            + " is named.");
    private static final Attribute<Set<String>> PARSE_BODY_METHODS =
            Attribute.of(
                            "parseBodyMethods",
                            new Format<>(
                                    "methods with commas between them, not TRACE",
                                    HttpOptionsTable::methods),
                            API.parseBodyMethods(),
                            "Whose form in the body becomes parameters.")
                    .shown("POST");
    private static final Attribute<Integer> MAX_COOKIE_COUNT =
            Attribute.of(
                    "maxCookieCount",
                    Format.limit(Unit.NONE, 0),
                    API.maxCookieCount(),
                    "Cookies of a request.");
    private static final Attribute<Boolean> ENFORCE_ENCODING_IN_GET_WRITER =
            Attribute.flag(
                    "enforceEncodingInGetWriter",
                    API.enforceEncodingInGetWriter(),
                    "Let getWriter add the charset that it uses to the Content-Type.");
    private static final Attribute<Integer> ASYNC_TIMEOUT =
            Attribute.of(
                    "asyncTimeout",
                    Format.limit(Unit.MILLISECONDS, 0),
                    API.asyncTimeout(),
                    "What an asynchronous request gets that says nothing else; 0 means no limit.");
    private static final Attribute<Boolean> ENABLE_LOOKUPS =
            Attribute.flag(
                    "enableLookups",
                    API.enableLookups(),
                    "Let getRemoteHost ask DNS, for 2 s at most; else it gives the address.");

    static final List<Attribute<?>> ATTRIBUTES =
            List.of(
                    SERVER,
                    MAX_HTTP_RESPONSE_HEADER_SIZE,
                    SERVER_REMOVE_APP_PROVIDED_VALUES,
                    XPOWERED_BY,
                    USE_KEEP_ALIVE_RESPONSE_HEADER,
                    CONTINUE_RESPONSE_TIMING,
                    ALLOWED_TRAILER_HEADERS,
                    URI_ENCODING,
                    USE_BODY_ENCODING_FOR_URI,
                    PARSE_BODY_METHODS,
                    MAX_COOKIE_COUNT,
                    ENFORCE_ENCODING_IN_GET_WRITER,
                    ASYNC_TIMEOUT,
                    ENABLE_LOOKUPS);

    private HttpOptionsTable() {}

    static HttpOptions read(Values values) {
        Integer head = values.get(MAX_HTTP_RESPONSE_HEADER_SIZE);
        return new HttpOptions(
                head != null ? head : values.get(LimitsTable.MAX_HTTP_HEADER_SIZE),
                values.get(SERVER),
                values.get(SERVER_REMOVE_APP_PROVIDED_VALUES),
                values.get(XPOWERED_BY),
                values.get(USE_KEEP_ALIVE_RESPONSE_HEADER),
                new ApiOptions(
                        values.get(URI_ENCODING),
                        values.get(USE_BODY_ENCODING_FOR_URI),
                        values.get(PARSE_BODY_METHODS),
                        values.get(MAX_COOKIE_COUNT),
                        values.get(ALLOWED_TRAILER_HEADERS),
                        values.get(CONTINUE_RESPONSE_TIMING),
                        values.get(ENFORCE_ENCODING_IN_GET_WRITER),
                        values.get(ASYNC_TIMEOUT),
                        values.get(ENABLE_LOOKUPS)),
                CompressionReader.read(values));
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
            throw new BadValue("is no character encoding that is known here");
        }
    }
}

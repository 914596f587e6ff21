package dev.serval.http;

/**
 * Every reason for which a connector refuses a request: the stable code that client and log see,
 * the status, a sentence that is safe to show, the rule, and the {@code Connector} attribute that
 * would allow it (empty if none does). Immutable.
 */
public enum Refusal {
    REQUEST_LINE(101, 400, "The request line is malformed.", "RFC 9112 §3", ""),
    METHOD_TOKEN(102, 400, "The method is not a token.", "RFC 9110 §9.1", ""),
    TARGET(103, 400, "The request target is malformed.", "RFC 9112 §3.2", ""),
    VERSION_SYNTAX(104, 400, "The HTTP version is malformed.", "RFC 9112 §2.3", ""),
    VERSION(105, 505, "This HTTP version is not supported.", "RFC 9110 §15.6.6", ""),
    FIELD_NAME(106, 400, "A field name is not a token.", "RFC 9110 §5.1", ""),
    FIELD_VALUE(107, 400, "A field value contains a control character.", "RFC 9110 §5.5", ""),
    FIELD_WHITESPACE(108, 400, "White space around a field name.", "RFC 9112 §5.1", ""),
    OBS_FOLD(109, 400, "A field value is folded.", "RFC 9112 §5.2", ""),
    LINE_END(110, 400, "A line does not end in CRLF.", "RFC 9112 §2.2", ""),
    HOST(111, 400, "Exactly one valid Host is required.", "RFC 9112 §3.2", ""),
    CONTENT_LENGTH(112, 400, "Content-Length is malformed.", "RFC 9110 §8.6", ""),
    LENGTH_AND_CODING(
            113, 400, "Content-Length and Transfer-Encoding together.", "RFC 9112 §6.3", ""),
    TRANSFER_CODING(114, 400, "Transfer-Encoding is malformed.", "RFC 9112 §6.1", ""),
    UNKNOWN_CODING(115, 501, "This transfer coding is not supported.", "RFC 9112 §6.1", ""),
    CHUNK(116, 400, "A chunk is malformed.", "RFC 9112 §7.1", ""),
    TRAILER(117, 400, "A trailer field is malformed.", "RFC 9112 §7.1.2", ""),
    PATH(118, 400, "The path is ambiguous or malformed.", "Servlet 6.1 §3.5.2", ""),
    CONNECT(119, 501, "CONNECT is not supported.", "RFC 9110 §9.3.6", ""),
    EXPECTATION(120, 417, "The expectation cannot be met.", "RFC 9110 §10.1.1", ""),
    PLAIN_TEXT(122, 400, "This port speaks TLS: use https.", "RFC 9110 §4.2.2", ""),
    MISDIRECTED(123, 421, "This connection was made for another host.", "RFC 9110 §15.5.20", ""),
    AJP_PACKET(125, 400, "A packet of AJP is malformed.", "AJP/1.3", ""),
    AJP_SECRET(126, 403, "Access is denied.", "AJP/1.3, secret", "secret"),
    AJP_ATTRIBUTE(
            127,
            403,
            "Access is denied.",
            "AJP/1.3, req_attribute",
            "allowedRequestAttributesPattern"),
    NOT_FOUND(131, 404, "There is nothing here.", "RFC 9110 §15.5.5", ""),
    METHOD(132, 405, "This method is not allowed here.", "RFC 9110 §15.5.6", ""),
    FORBIDDEN(133, 403, "Access is denied.", "RFC 9110 §15.5.4", ""),
    UNAVAILABLE(134, 503, "The application is not available.", "RFC 9110 §15.6.4", ""),
    NO_ENGINE(135, 501, "Pages of this kind cannot be executed.", "RFC 9110 §15.6.2", ""),
    FORM(136, 400, "The form is malformed.", "Servlet 6.1 §3.1", ""),
    COOKIE(137, 400, "The cookies are malformed.", "RFC 6265 §4.2.1", ""),
    FORWARDED(124, 400, "The field Forwarded is malformed.", "RFC 7239 §4", ""),
    TARGET_TOO_LONG(
            201, 414, "The request target is too long.", "RFC 9110 §15.5.15", "maxHttpHeaderSize"),
    HEADERS_TOO_LARGE(
            202, 431, "The header section is too large.", "RFC 6585 §5", "maxHttpHeaderSize"),
    TOO_MANY_HEADERS(203, 431, "There are too many fields.", "RFC 6585 §5", "maxHeaderCount"),
    TRAILER_TOO_LARGE(
            204, 431, "The trailer section is too large.", "RFC 6585 §5", "maxTrailerSize"),
    EXTENSION_TOO_LARGE(
            205, 413, "The chunk extensions are too large.", "RFC 9112 §7.1.1", "maxExtensionSize"),
    FORM_TOO_LARGE(206, 413, "The form is too large.", "RFC 9110 §15.5.14", "maxPostSize"),
    TOO_MANY_PARAMETERS(
            207, 400, "There are too many parameters.", "Servlet 6.1 §3.1", "maxParameterCount"),
    TOO_MANY_PARTS(208, 413, "There are too many parts.", "RFC 9110 §15.5.14", "maxPartCount"),
    PART_HEADERS_TOO_LARGE(
            209, 413, "The fields of a part are too large.", "RFC 7578 §4.8", "maxPartHeaderSize"),
    PART_TOO_LARGE(210, 413, "A part of the body is too large.", "Servlet 6.1 §8.1.5", ""),
    HEADER_TIMEOUT(
            301,
            408,
            "The request did not arrive in time.",
            "RFC 9110 §15.5.9",
            "connectionTimeout"),
    BODY_TIMEOUT(
            302, 408, "The body did not arrive in time.", "RFC 9110 §15.5.9", "connectionTimeout"),
    BODY_TOO_SLOW(303, 408, "The body came too slowly.", "RFC 9110 §15.5.9", "minRequestDataRate"),
    GAVE_WAY(
            940,
            408,
            "The request came slowly while others waited for a place.",
            "RFC 9110 §15.5.9",
            ""),
    BODY_CUT(121, 400, "The body is not complete.", "RFC 9112 §8", ""),
    OVERLOAD(401, 503, "The server is busy.", "RFC 9110 §15.6.4", "maxThreads"),
    LOGINS(660, 503, "The server is busy with other logins.", "RFC 9110 §15.6.4", "maxQueueTime"),
    SESSIONS(719, 503, "Sessions cannot be reached now.", "RFC 9110 §15.6.4", ""),
    NO_UPGRADE(
            139,
            501,
            "WebSockets and other upgrades do not pass AJP: use a connector for HTTP.",
            "RFC 9110 §15.6.2",
            ""),
    REROUTED(138, 500, "The request was sent on too often.", "RFC 9110 §15.6.1", ""),
    APPLICATION(601, 500, "The application failed to answer.", "RFC 9110 §15.6.1", ""),
    APPLICATION_TIMEOUT(
            304, 500, "The application did not answer in time.", "Servlet 6.1 §2.3.3.3", ""),
    FAILURE(500, 500, "The server failed to answer.", "RFC 9110 §15.6.1", "");

    private final String code;
    private final int status;
    private final String message;
    private final String rule;
    private final String setting;

    Refusal(int number, int status, String message, String rule, String setting) {
        this.code = "SRV-0" + number;
        this.status = status;
        this.message = message;
        this.rule = rule;
        this.setting = setting;
    }

    /** Stable, for example {@code SRV-0112}. */
    public String code() {
        return code;
    }

    public int status() {
        return status;
    }

    public String message() {
        return message;
    }

    public String rule() {
        return rule;
    }

    /**
     * True if the refusal itself is not logged: it is a normal answer to a correct request, or the
     * failure is logged elsewhere, with its stack trace or as a number of closed connections.
     */
    boolean isOrdinary() {
        return this == NOT_FOUND || this == METHOD || this == APPLICATION || this == GAVE_WAY;
    }

    /** True if nothing that follows on its connection can be trusted (RFC 9112 §9.6). */
    public boolean endsConnection() {
        return switch (this) {
            case NOT_FOUND,
                    METHOD,
                    FORBIDDEN,
                    UNAVAILABLE,
                    NO_ENGINE,
                    NO_UPGRADE,
                    FORM,
                    COOKIE,
                    FORM_TOO_LARGE,
                    TOO_MANY_PARAMETERS,
                    TOO_MANY_PARTS,
                    PART_HEADERS_TOO_LARGE,
                    PART_TOO_LARGE,
                    SESSIONS,
                    APPLICATION,
                    APPLICATION_TIMEOUT,
                    REROUTED,
                    FAILURE ->
                    false;
            default -> true;
        };
    }

    /** The {@code Connector} attribute to change, or empty. */
    public String setting() {
        return setting;
    }
}

package dev.serval.valve.rewrite;

import jakarta.servlet.http.HttpServletRequest;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The variables {@code %{NAME}}. */
enum ServerVariable {
    HTTP_USER_AGENT,
    HTTP_REFERER,
    HTTP_COOKIE,
    HTTP_FORWARDED,
    HTTP_HOST,
    HTTP_PROXY_CONNECTION,
    HTTP_ACCEPT,
    REMOTE_ADDR,
    REMOTE_HOST,
    REMOTE_PORT,
    REMOTE_USER,
    REMOTE_IDENT,
    REQUEST_METHOD,
    SCRIPT_FILENAME,
    REQUEST_PATH,
    CONTEXT_PATH,
    SERVLET_PATH,
    PATH_INFO,
    QUERY_STRING,
    AUTH_TYPE,
    DOCUMENT_ROOT,
    SERVER_NAME,
    SERVER_ADDR,
    SERVER_PORT,
    SERVER_PROTOCOL,
    SERVER_SOFTWARE,
    THE_REQUEST,
    REQUEST_URI,
    REQUEST_FILENAME,
    REQUEST_SCHEME,
    HTTPS,
    TIME_YEAR,
    TIME_MON,
    TIME_DAY,
    TIME_HOUR,
    TIME_MIN,
    TIME_SEC,
    TIME_WDAY,
    TIME;

    private static final DateTimeFormatter ALL = DateTimeFormatter.ofPattern("yyyyMMddHHmmss");

    /** Null if there is none. */
    static ServerVariable named(String name) {
        return names().contains(name) ? valueOf(name) : null;
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Enum::name).toList();
    }

    /** Null if the request has none. */
    String of(Scope scope) {
        HttpServletRequest request = scope.request();
        return switch (this) {
            case HTTP_USER_AGENT -> request.getHeader("User-Agent");
            case HTTP_REFERER -> request.getHeader("Referer");
            case HTTP_COOKIE -> request.getHeader("Cookie");
            case HTTP_FORWARDED -> request.getHeader("Forwarded");
            case HTTP_HOST -> request.getServerName();
            case HTTP_PROXY_CONNECTION -> request.getHeader("Proxy-Connection");
            case HTTP_ACCEPT -> request.getHeader("Accept");
            case REMOTE_ADDR -> request.getRemoteAddr();
            case REMOTE_HOST -> request.getRemoteHost();
            case REMOTE_PORT -> Integer.toString(request.getRemotePort());
            case REMOTE_USER, REMOTE_IDENT -> request.getRemoteUser();
            case REQUEST_METHOD -> request.getMethod();
            case SCRIPT_FILENAME ->
                    request.getServletContext().getRealPath(request.getServletPath());
            case REQUEST_PATH -> scope.path(scope.inContext());
            case CONTEXT_PATH -> request.getContextPath();
            case SERVLET_PATH -> scope.path(request.getServletPath());
            case PATH_INFO -> scope.path(request.getPathInfo());
            case QUERY_STRING -> scope.query();
            case AUTH_TYPE -> request.getAuthType();
            case DOCUMENT_ROOT -> request.getServletContext().getRealPath("/");
            case SERVER_NAME -> request.getLocalName();
            case SERVER_ADDR -> request.getLocalAddr();
            case SERVER_PORT -> Integer.toString(request.getLocalPort());
            case SERVER_PROTOCOL -> request.getProtocol();
            case SERVER_SOFTWARE -> "serval";
            case THE_REQUEST ->
                    request.getMethod()
                            + " "
                            + request.getRequestURI()
                            + (request.getQueryString() == null
                                    ? ""
                                    : "?" + request.getQueryString())
                            + " "
                            + request.getProtocol();
            case REQUEST_URI -> scope.uri();
            case REQUEST_FILENAME -> request.getServletContext().getRealPath(scope.inContext());
            case REQUEST_SCHEME -> request.getScheme();
            case HTTPS -> request.isSecure() ? "on" : "off";
            case TIME_YEAR -> now("yyyy");
            case TIME_MON -> now("MM");
            case TIME_DAY -> now("dd");
            case TIME_HOUR -> now("HH");
            case TIME_MIN -> now("mm");
            case TIME_SEC -> now("ss");
            case TIME_WDAY -> Integer.toString(LocalDateTime.now().getDayOfWeek().getValue() % 7);
            case TIME -> LocalDateTime.now().format(ALL);
        };
    }

    private static String now(String pattern) {
        return LocalDateTime.now().format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
    }
}

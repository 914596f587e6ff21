package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.HttpDate;
import dev.serval.http.HttpVersion;
import dev.serval.http.PercentEncoding;
import dev.serval.http.Trailers;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.settings.ContextRule;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response that a servlet sees (Servlet 6.1 §5). New for each exchange; owned by the thread
 * that runs the call. Status and fields are those of the exchange; what is set after the commit has
 * no effect, as the specification wants.
 */
public final class ApiResponse extends PendingResponse implements HttpServletResponse {
    private static final Logger LOG = LoggerFactory.getLogger(ApiResponse.class);
    private static final String DEFAULT_CHARSET = "ISO-8859-1";

    public ApiResponse(Exchange exchange, Application context) {
        super(exchange, context);
    }

    // ---- status, errors, redirects

    @Override
    public void setStatus(int status) {
        if (isFixed()) {
            return;
        }
        interim = status >= 100 && status < 200 ? status : 0;
        if (interim == 0) {
            exchange.status(status);
        }
    }

    @Override
    public int getStatus() {
        return interim == 0 ? exchange.status() : interim;
    }

    @Override
    public void sendError(int status) {
        sendError(status, null);
    }

    /** Notes the error; its page is written when the servlet has returned. */
    @Override
    public void sendError(int status, String message) {
        if (included > 0) {
            return;
        }
        note(status, message);
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        if (included > 0) {
            return;
        }
        requireUncommitted("sendRedirect");
        if (location == null || location.chars().anyMatch(c -> c == '\r' || c == '\n' || c == 0)) {
            throw new IllegalArgumentException(
                    "RFC 9110 §5.5: the location is null, or has a line break or NUL");
        }
        // This throws for an invalid status, before anything changes.
        exchange.status(status);
        interim = 0;
        answered = true;
        String shown = shown(PercentEncoding.ofReference(location));
        exchange.fields().set(FieldName.LOCATION, shown);
        if (clearBuffer) {
            resetBuffer();
            encoder = null;
            exchange.contentLength(-1);
            if (context.settings().has(ContextRule.SEND_REDIRECT_BODY)) {
                write(StatusPage.redirecting(status, shown));
            }
        }
        // Servlet 6.1 §5.7: the response is closed, and sent at once.
        finish();
    }

    /** A Location in the configured form; HTTP/1.0 knows no relative ones (RFC 1945). */
    private String shown(String location) {
        boolean relative =
                context.settings().has(ContextRule.USE_RELATIVE_REDIRECTS)
                        && exchange.request().version() != HttpVersion.HTTP_1_0;
        return relative || request == null ? location : request.absoluteUrl(location);
    }

    // ---- fields

    @Override
    public void setHeader(String name, String value) {
        if (isUnchangeable(name)) {
            return;
        }
        FieldName field = FieldName.of(name);
        if (value == null) {
            remove(field);
        } else if (!isOwn(field, value)) {
            exchange.fields().set(field, sent(field, value));
        }
    }

    @Override
    public void addHeader(String name, String value) {
        if (value == null || isUnchangeable(name)) {
            return;
        }
        FieldName field = FieldName.of(name);
        if (!isOwn(field, value)) {
            exchange.fields().add(field, sent(field, value));
        }
    }

    private boolean isUnchangeable(String name) {
        return name == null || name.isEmpty() || isFixed();
    }

    /** Fields that are more than text: true if the value was taken here. */
    private boolean isOwn(FieldName field, String value) {
        if (field.equals(FieldName.CONTENT_TYPE)) {
            setContentType(value);
            return true;
        }
        if (field.equals(FieldName.CONTENT_LENGTH)) {
            setContentLengthLong(Long.parseLong(value.trim()));
            return true;
        }
        // The connection frames the body.
        return field.equals(FieldName.TRANSFER_ENCODING);
    }

    /** HttpServlet also names TRACE, which does not reach it unless allowTrace is true. */
    private String sent(FieldName field, String value) {
        if (!field.equals(FieldName.ALLOW) || !value.contains("TRACE")) {
            return value;
        }
        if (exchange.config().rules().allowTrace()) {
            return value;
        }
        // RFC 9110 §10.2.1: a list of methods, which may be empty; their names are case-sensitive.
        return Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(method -> !method.equals("TRACE"))
                .collect(Collectors.joining(", "));
    }

    private void remove(FieldName field) {
        if (field.equals(FieldName.CONTENT_TYPE)) {
            setContentType(null);
        } else if (field.equals(FieldName.CONTENT_LENGTH)) {
            exchange.contentLength(-1);
        } else {
            exchange.fields().remove(field);
        }
    }

    @Override
    public void setDateHeader(String name, long date) {
        setHeader(name, HttpDate.format(date));
    }

    @Override
    public void addDateHeader(String name, long date) {
        addHeader(name, HttpDate.format(date));
    }

    @Override
    public void setIntHeader(String name, int value) {
        setHeader(name, Integer.toString(value));
    }

    @Override
    public void addIntHeader(String name, int value) {
        addHeader(name, Integer.toString(value));
    }

    @Override
    public boolean containsHeader(String name) {
        return getHeader(name) != null;
    }

    @Override
    public String getHeader(String name) {
        if (name == null || name.isEmpty()) {
            return null;
        }
        FieldName field = FieldName.of(name);
        if (field.equals(FieldName.CONTENT_LENGTH) && exchange.contentLength() >= 0) {
            return Long.toString(exchange.contentLength());
        }
        return exchange.fields().get(field);
    }

    @Override
    public Collection<String> getHeaders(String name) {
        if (name == null || name.isEmpty()) {
            return List.of();
        }
        FieldName field = FieldName.of(name);
        if (field.equals(FieldName.CONTENT_LENGTH) && exchange.contentLength() >= 0) {
            return List.of(Long.toString(exchange.contentLength()));
        }
        return exchange.fields().all(field);
    }

    @Override
    public Collection<String> getHeaderNames() {
        Set<String> names = exchange.fields().names();
        if (exchange.contentLength() >= 0) {
            names.add(FieldName.CONTENT_LENGTH.text());
        }
        return names;
    }

    @Override
    public void addCookie(Cookie cookie) {
        if (!isFixed()) {
            exchange.fields().add(FieldName.SET_COOKIE, format(cookie));
        }
    }

    /** The URL unchanged, unless sessions are tracked by URLs and the client accepts no cookies. */
    @Override
    public String encodeURL(String url) {
        if (url == null || !context.sessionCookie().tracking().by(SessionTrackingMode.URL)) {
            return url;
        }
        String id = request.requestedSession().idForUrls();
        String name = context.sessionCookie().parameterName();
        return id == null ? url : SessionUrl.encode(url, name, id, request, context.path());
    }

    @Override
    public String encodeRedirectURL(String url) {
        return encodeURL(url);
    }

    // ---- type, charset, locale, length

    @Override
    public void setContentType(String type) {
        if (isFixed()) {
            return;
        }
        if (type == null) {
            show(null, writer == null ? null : charset);
            return;
        }
        MediaType parsed = MediaType.parse(type);
        boolean named = parsed.charset() != null && writer == null;
        show(parsed.text(), named ? parsed.charset() : charset, type);
        charsetOfLocale &= !named;
    }

    @Override
    public String getContentType() {
        if (contentType == null) {
            return null;
        }
        return MediaType.with(contentType, charset, exchange.fields().get(FieldName.CONTENT_TYPE));
    }

    @Override
    public void setCharacterEncoding(String encoding) {
        if (!isFixed() && writer == null) {
            show(contentType, encoding);
            charsetOfLocale = false;
        }
    }

    @Override
    public void setCharacterEncoding(Charset encoding) {
        setCharacterEncoding(encoding == null ? null : encoding.name());
    }

    @Override
    public String getCharacterEncoding() {
        if (charset != null) {
            return charset;
        }
        String wanted = context.shown().getResponseCharacterEncoding();
        return wanted == null ? DEFAULT_CHARSET : wanted;
    }

    @Override
    public void setLocale(Locale wanted) {
        if (isFixed()) {
            return;
        }
        locale = wanted;
        String mapped = wanted == null ? null : context.localeEncodings().of(wanted);
        if (writer == null && (charset == null || charsetOfLocale)) {
            show(contentType, mapped);
            charsetOfLocale = mapped != null;
        }
        if (wanted == null) {
            exchange.fields().remove(FieldName.CONTENT_LANGUAGE);
        } else {
            exchange.fields().set(FieldName.CONTENT_LANGUAGE, wanted.toLanguageTag());
        }
    }

    @Override
    public Locale getLocale() {
        return locale == null ? Locale.getDefault() : locale;
    }

    @Override
    public void setContentLength(int length) {
        setContentLengthLong(length);
    }

    /**
     * Declares the length in bytes; what is written beyond it is dropped, and a shorter body is cut
     * so that the client can see it. Negative: unknown.
     */
    @Override
    public void setContentLengthLong(long length) {
        if (!isFixed()) {
            exchange.contentLength(Math.max(length, -1));
            try {
                output.closeIfWhole();
            } catch (IOException e) {
                LOG.debug("The client has gone: {}", e.toString());
            }
        }
    }

    // ---- trailers

    /**
     * The supplier is called once, when the body is complete; what must not be a trailer (RFC 9110
     * §6.5.1) is left out. The application itself sets the Trailer field that announces them.
     */
    @Override
    public void setTrailerFields(Supplier<Map<String, String>> supplier) {
        if (included > 0) {
            return;
        }
        requireUncommitted("setTrailerFields");
        if (exchange.isPlain()
                || exchange.request().version() == HttpVersion.HTTP_1_0
                || exchange.contentLength() >= 0) {
            throw new IllegalStateException(
                    "Servlet 6.1: trailers stand behind chunked bodies only, which HTTP/1.0 and AJP"
                            + " have not and a Content-Length excludes");
        }
        trailers = supplier;
        exchange.trailers(supplier == null ? null : () -> Trailers.of(supplier.get()));
    }

    @Override
    public Supplier<Map<String, String>> getTrailerFields() {
        return trailers;
    }

    // ---- body

    @Override
    public ServletOutputStream getOutputStream() {
        requireAlive();
        if (writer != null) {
            throw new IllegalStateException("Servlet 6.1 §5.1: getWriter was called before");
        }
        streamUsed = true;
        return output;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        requireAlive();
        if (streamUsed) {
            throw new IllegalStateException("Servlet 6.1 §5.1: getOutputStream was called before");
        }
        if (writer == null) {
            encoder = new ResponseWriter(output, charset());
            // Servlet 6.1 §5.6: the client is told which encoding the writer uses.
            if (!isCommitted() && exchange.config().options().api().enforceEncodingInGetWriter()) {
                String named = getCharacterEncoding();
                if (!named.equals(charset)) {
                    show(contentType, named);
                }
            }
            writer = new PrintWriter(encoder);
        }
        return writer;
    }

    private Charset charset() throws UnsupportedEncodingException {
        String name = getCharacterEncoding();
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(name);
        }
    }

    @Override
    public void setBufferSize(int size) {
        if (output.taken() > 0 || isCommitted()) {
            throw new IllegalStateException("Servlet 6.1 §5.1: content has been written");
        }
        output.size(size);
    }

    @Override
    public int getBufferSize() {
        return output.size();
    }

    @Override
    public void flushBuffer() throws IOException {
        output.flush();
    }

    @Override
    public void resetBuffer() {
        requireUncommitted("resetBuffer");
        output.reset();
    }

    @Override
    public void reset() {
        requireUncommitted("reset");
        if (included == 0) {
            clear();
        }
    }
}

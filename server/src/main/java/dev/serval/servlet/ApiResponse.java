package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.HttpDate;
import dev.serval.http.HttpVersion;
import dev.serval.http.PercentEncoding;
import dev.serval.http.Refusal;
import dev.serval.http.Trailers;
import dev.serval.session.CookieRules;
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
public final class ApiResponse implements HttpServletResponse {
    private static final Logger LOG = LoggerFactory.getLogger(ApiResponse.class);
    private static final FieldName REQUEST_ID = FieldName.of("X-Request-Id");
    private static final String DEFAULT_CHARSET = "ISO-8859-1";

    private final Exchange exchange;
    private final Application context;
    private ApiRequest request;
    private final ResponseOutput output;
    private boolean streamUsed;
    private ResponseWriter encoder;
    private PrintWriter writer;
    private String contentType;
    private String charset;
    private Locale locale;
    private int errorStatus;
    private String errorMessage;
    private String sessionCookie;
    private Supplier<Map<String, String>> trailers;
    // 1xx: no answer, the status below counts in the end; 0 for none. 101 belongs to an upgrade.
    private int interim;
    private boolean charsetOfLocale;
    // An error or a redirect stands for the response, whatever becomes of the body.
    private boolean answered;
    // Includes that are under way: their targets may only write (Servlet 6.1 §9.3).
    private int included;

    ApiResponse(Exchange exchange, Application context) {
        this.exchange = exchange;
        this.context = context;
        this.output = new ResponseOutput(exchange);
    }

    /** What it answers. */
    void belongs(ApiRequest asked) {
        request = asked;
        output.belongs(asked);
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
        requireUncommitted("sendError");
        // It throws for what is no status, before anything is changed.
        exchange.status(status);
        interim = 0;
        answered = true;
        output.reset();
        errorStatus = status;
        errorMessage = message;
        output.mute();
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
        // It throws for what is no status, before anything is changed.
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
        // Servlet 6.1 §5.7: the response is closed, and leaves at once.
        finish();
    }

    /** A Location as the configuration wants it; HTTP/1.0 knows no relative ones (RFC 1945). */
    private String shown(String location) {
        boolean relative =
                context.settings().has(ContextRule.USE_RELATIVE_REDIRECTS)
                        && exchange.request().version() != HttpVersion.HTTP_1_0;
        return relative || request == null ? location : request.absoluteUrl(location);
    }

    /** A page of the server's own takes the place of the body. */
    private void write(byte[] page) {
        Fields fields = exchange.fields();
        fields.remove(FieldName.CONTENT_ENCODING);
        fields.set(FieldName.CONTENT_TYPE, StatusPage.TYPE);
        fields.set(FieldName.CONTENT_LANGUAGE, StatusPage.LANGUAGE);
        output.replace(page);
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

    /** Fields that are more than text: true when the value was taken here. */
    private boolean isOwn(FieldName field, String value) {
        if (field.equals(FieldName.CONTENT_TYPE)) {
            setContentType(value);
            return true;
        }
        if (field.equals(FieldName.CONTENT_LENGTH)) {
            setContentLengthLong(Long.parseLong(value.trim()));
            return true;
        }
        // How the body is framed is the connection's business.
        return field.equals(FieldName.TRANSFER_ENCODING);
    }

    /** HttpServlet tells of TRACE, which does not reach it unless allowTrace is true. */
    private String sent(FieldName field, String value) {
        if (!field.equals(FieldName.ALLOW) || !value.contains("TRACE")) {
            return value;
        }
        if (exchange.origin().allowTrace()) {
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

    private String format(Cookie cookie) {
        String text = CookieText.format(cookie);
        CookieRules rules = context.settings().cookies();
        return rules == CookieRules.NONE ? text : text + rules.additions(cookie);
    }

    /** Tells the client its session, now and after a reset; takes the place of an earlier one. */
    void sessionCookie(Cookie cookie) {
        Fields fields = exchange.fields();
        if (sessionCookie != null) {
            List<String> others = fields.all(FieldName.SET_COOKIE);
            fields.remove(FieldName.SET_COOKIE);
            for (String other : others) {
                if (!other.equals(sessionCookie)) {
                    fields.add(FieldName.SET_COOKIE, other);
                }
            }
        }
        sessionCookie = format(cookie);
        fields.add(FieldName.SET_COOKIE, sessionCookie);
    }

    /** The URL as it is, unless sessions are tracked by URLs and the client takes no cookies. */
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

    private void show(String type, String encoding) {
        show(type, encoding, null);
    }

    /**
     * Another type and encoding, unless one of them cannot stand in a field.
     *
     * @param spelt as the application has written both; null when it has not
     */
    private void show(String type, String encoding, String spelt) {
        Fields fields = exchange.fields();
        if (type == null) {
            fields.remove(FieldName.CONTENT_TYPE);
        } else {
            fields.set(FieldName.CONTENT_TYPE, MediaType.with(type, encoding, spelt));
        }
        contentType = type;
        charset = encoding;
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
     * Asked for once, when the body is complete; what must not be a trailer (RFC 9110 §6.5.1) is
     * left out. A Trailer field that announces them is the application's to set.
     */
    @Override
    public void setTrailerFields(Supplier<Map<String, String>> supplier) {
        if (included > 0) {
            return;
        }
        requireUncommitted("setTrailerFields");
        if (exchange.request().version() == HttpVersion.HTTP_1_0 || exchange.contentLength() >= 0) {
            throw new IllegalStateException(
                    "Servlet 6.1: trailers stand behind chunked bodies only, which HTTP/1.0 has not"
                            + " and a Content-Length excludes");
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
            if (!isCommitted() && exchange.origin().api().enforceEncodingInGetWriter()) {
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
    public boolean isCommitted() {
        return exchange.committed()
                || output.isMuted()
                || output.isClosed()
                || output.isFlushed()
                || output.isShut();
    }

    /** Whether what goes before the body cannot be changed (any more). */
    private boolean isFixed() {
        requireAlive();
        return included > 0 || isCommitted();
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

    private void clear() {
        output.reset();
        exchange.status(200);
        exchange.fields().clear();
        if (sessionCookie != null) {
            // The session is there all the same.
            exchange.fields().add(FieldName.SET_COOKIE, sessionCookie);
        }
        exchange.contentLength(-1);
        exchange.trailers(null);
        trailers = null;
        interim = 0;
        contentType = null;
        charset = null;
        charsetOfLocale = false;
        locale = null;
        streamUsed = false;
        writer = null;
        encoder = null;
    }

    /** Servlet 6.1 §5.8. */
    private void requireAlive() {
        if (output.isOver()) {
            throw Ending.late(request);
        }
    }

    private void requireUncommitted(String call) {
        requireAlive();
        if (isCommitted()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §5: " + call + " after the response was committed");
        }
    }

    /** Sends links ahead (RFC 8297) where that can be done; see {@link EarlyHints}. */
    boolean hint(String links) throws IOException {
        if (isFixed() || !context.files().earlyHints().includes(exchange.request().version())) {
            return false;
        }
        Fields fields = new Fields();
        fields.set(FieldName.LINK, links);
        return output.inform(103, fields);
    }

    // ---- for dispatches

    /** An include begins (1) or is over (-1). */
    void included(int step) {
        included += step;
    }

    /** Servlet 6.1 §9.4: sends the content and takes no more; an error or redirect stands. */
    void finish() throws IOException {
        if (output.isMuted() || output.isClosed()) {
            return;
        }
        if (encoder != null) {
            encoder.finish();
        }
        output.close();
        // What the caller still writes is lost, not an error of its own.
        output.mute();
    }

    // ---- for the call

    ResponseOutput output() {
        return output;
    }

    boolean isClosed() {
        return output.isClosed();
    }

    /** The status of the error that is to be told; 0 for none. */
    int errorStatus() {
        return errorStatus;
    }

    /** What the application said to its error; may be null. */
    String errorMessage() {
        return errorMessage;
    }

    /** Open for an error page: the body is the page's, status and fields stay. */
    void beginErrorPage() {
        included = 0;
        output.reopen();
        exchange.contentLength(-1);
        exchange.fields().remove(FieldName.CONTENT_ENCODING);
        show(null, null);
        streamUsed = false;
        writer = null;
        encoder = null;
        errorStatus = 0;
        errorMessage = null;
    }

    /** What the connection failed with while the body was written; null if it did not. */
    IOException failure() {
        return output.failure();
    }

    /** True when nothing has left yet, whatever the application was told. */
    boolean isOpen() {
        return !exchange.committed();
    }

    /** Forgets all that the application made and notes an error instead; only while open. */
    void replace(int status, String message) {
        included = 0;
        clear();
        output.reopen();
        errorStatus = 0;
        sendError(status, message);
    }

    /** The protocol is changed when the call is over: the answer is a 101 without a body. */
    void upgrade() {
        output.upgrade();
    }

    /** Whether the protocol can still be changed instead of a response. */
    boolean isUpgradable() {
        return !answered && isOpen();
    }

    /** The error that it notes is the server's own; the log is told. */
    void because(Refusal refusal, String detail) {
        exchange.because(refusal, detail);
    }

    /** Ends the response and completes the exchange. */
    void end() throws IOException {
        if (interim == 101) {
            throw new IllegalStateException(
                    "RFC 9110 §15.2.2: status 101 without HttpServletRequest.upgrade");
        }
        if (errorStatus != 0 && isOpen()) {
            writeErrorPage();
        } else if (encoder != null) {
            encoder.finish();
        }
        if (exchange.status() == 404) {
            context.notFound(exchange);
        }
        output.end();
    }

    private void writeErrorPage() {
        output.reopen();
        Fields fields = exchange.fields();
        fields.remove(FieldName.CONTENT_ENCODING);
        fields.remove(FieldName.CONTENT_TYPE);
        exchange.contentLength(-1);
        if (errorStatus == 204 || errorStatus == 304) {
            return;
        }
        Refusal refusal = exchange.refusal();
        boolean ours = refusal != null && refusal.status() == errorStatus;
        if (errorStatus >= 500 && !ours) {
            context.sentError(exchange, errorStatus, errorMessage);
            if (fields.get(REQUEST_ID) == null) {
                fields.set(REQUEST_ID, exchange.id());
            }
        }
        write(
                StatusPage.of(
                        errorStatus,
                        exchange.request().rawPath(),
                        errorMessage,
                        ours ? refusal.code() : null,
                        exchange.idIfAny()));
    }
}

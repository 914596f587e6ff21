package dev.serval.servlet.request;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Fields;
import dev.serval.http.Refusal;
import dev.serval.servlet.application.Application;
import dev.serval.session.CookieRules;
import dev.serval.valve.ErrorReport;
import dev.serval.valve.report.FailurePage;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The container's side of a response: whether it can still be changed, the error that was noted,
 * its end. The application sees an {@link ApiResponse}, which is the same object. Owned by the
 * thread that runs the call.
 */
abstract sealed class PendingResponse permits ApiResponse {
    private static final int FAILURE = 500;
    private static final FieldName REQUEST_ID = FieldName.of("X-Request-Id");

    final Exchange exchange;
    final Application context;
    ApiRequest request;
    final ResponseOutput output;
    boolean streamUsed;
    ResponseWriter encoder;
    PrintWriter writer;
    String contentType;
    String charset;
    Locale locale;
    private int errorStatus;
    private String errorMessage;
    // What the application threw; null if it did not.
    private Throwable thrown;
    // Null where the server's own page answers.
    private ErrorReport report;
    private String sessionCookie;
    Supplier<Map<String, String>> trailers;
    // A 1xx that the application has set; it is no final response, for which the status below
    // counts. 0 if there is none. 101 belongs to an upgrade.
    int interim;
    boolean charsetOfLocale;
    // An error or a redirect is the response, whatever the body was.
    boolean answered;
    // Includes in progress: their targets may only write (Servlet 6.1 §9.3).
    int included;

    PendingResponse(Exchange exchange, Application context) {
        this.exchange = exchange;
        this.context = context;
        this.output = new ResponseOutput(exchange);
        if (context.sessions().isShared()) {
            output.holdEnd();
        }
    }

    /** The request that it belongs to. */
    void belongs(ApiRequest asked) {
        request = asked;
        output.belongs(asked);
    }

    /** What answers errors for which the application has no page; null for the server's own. */
    public void reportBy(ErrorReport those) {
        report = those;
    }

    /** What the application threw, for whatever reports the error. */
    public void thrown(Throwable failure) {
        thrown = failure;
    }

    /** A page of the server replaces the body. */
    void write(byte[] page) {
        Fields fields = exchange.fields();
        fields.remove(FieldName.CONTENT_ENCODING);
        fields.set(FieldName.CONTENT_TYPE, FailurePage.TYPE);
        fields.set(FieldName.CONTENT_LANGUAGE, StatusPage.LANGUAGE);
        output.replace(page);
    }

    String format(Cookie cookie) {
        String text = CookieText.format(cookie);
        CookieRules rules = context.settings().cookies();
        return rules == CookieRules.NONE ? text : text + rules.additions(cookie);
    }

    /** Sends the client its session, now and after a reset; replaces an earlier one. */
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

    void show(String type, String encoding) {
        show(type, encoding, null);
    }

    /**
     * Another type and encoding, unless one of them cannot stand in a field.
     *
     * @param spelt as the application has written both; null if it has not
     */
    void show(String type, String encoding, String spelt) {
        Fields fields = exchange.fields();
        if (type == null) {
            fields.remove(FieldName.CONTENT_TYPE);
        } else {
            fields.set(FieldName.CONTENT_TYPE, MediaType.with(type, encoding, spelt));
        }
        contentType = type;
        charset = encoding;
    }

    public boolean isCommitted() {
        return exchange.committed()
                || output.isMuted()
                || output.isClosed()
                || output.isFlushed()
                || output.isShut();
    }

    /** Whether it is still empty: no status, no redirect, no body. */
    public boolean isUntouched() {
        return !isCommitted() && exchange.status() == 200 && output.taken() == 0 && encoder == null;
    }

    /** Whether status and fields cannot be changed any more. */
    boolean isFixed() {
        requireAlive();
        return included > 0 || isCommitted();
    }

    void clear() {
        output.reset();
        exchange.status(200);
        exchange.fields().clear();
        if (sessionCookie != null) {
            // The session exists all the same.
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
    void requireAlive() {
        if (output.isOver()) {
            throw RequestOutcome.late(request);
        }
    }

    void requireUncommitted(String call) {
        requireAlive();
        if (isCommitted()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §5: " + call + " after the response was committed");
        }
    }

    /** Sends links ahead (RFC 8297) if possible; see {@code EarlyHints}. */
    public boolean hint(String links) throws IOException {
        if (isFixed() || !context.files().earlyHints().includes(exchange.request().version())) {
            return false;
        }
        Fields fields = new Fields();
        fields.set(FieldName.LINK, links);
        return output.inform(103, fields);
    }

    /** An include begins (1) or is over (-1). */
    public void included(int step) {
        included += step;
    }

    /** Takes no more; an error stays as it is. The content is sent, unless the output is held. */
    public void finish() throws IOException {
        if (output.isMuted() || output.isClosed()) {
            return;
        }
        if (encoder != null) {
            encoder.finish();
        }
        output.close();
        // Further output of the caller is dropped, without an error.
        output.mute();
    }

    public ResponseOutput output() {
        return output;
    }

    /** Whether the application, or its declared length, has ended the body. */
    public boolean isClosed() {
        return output.isClosed();
    }

    /** The status of the noted error; 0 if there is none. */
    public int errorStatus() {
        return errorStatus;
    }

    /** The application's message for its error; may be null. */
    public String errorMessage() {
        return errorMessage;
    }

    /** Opens it for an error page, which writes the body; status and fields stay. */
    public void beginErrorPage() {
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

    /** The failure of the connection while the body was written; null if there is none. */
    public IOException failure() {
        return output.failure();
    }

    /** True if nothing was sent yet, even if the application sees it as committed. */
    public boolean isOpen() {
        return !exchange.committed();
    }

    /** An error replaces the response; its page is written when the servlet has returned. */
    void note(int status, String message) {
        requireUncommitted("sendError");
        // This throws for an invalid status, before anything changes.
        exchange.status(status);
        interim = 0;
        answered = true;
        output.reset();
        errorStatus = status;
        errorMessage = message;
        output.mute();
    }

    /** Drops what the application has set and notes an error instead; only while open. */
    public void replace(int status, String message) {
        included = 0;
        clear();
        output.reopen();
        errorStatus = 0;
        note(status, message);
    }

    /** The protocol changes when the call is over: the response is a 101 without a body. */
    void upgrade() {
        output.upgrade();
    }

    /** Whether the protocol can still be changed instead of a response. */
    public boolean isUpgradable() {
        return !answered && isOpen();
    }

    /** Notes an error of the server itself, and logs it. */
    public void because(Refusal refusal, String detail) {
        if (exchange.status() >= FAILURE) {
            FailureId.put(exchange);
        }
        exchange.because(refusal, detail);
    }

    /** Ends the response and completes the exchange. */
    public void end() throws IOException {
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
        if (errorStatus >= FAILURE && !ours) {
            FailureId.put(exchange);
            context.sentError(
                    exchange,
                    errorStatus,
                    request.view().match() == null ? null : request.view().match().getServletName(),
                    errorMessage);
            if (fields.get(REQUEST_ID) == null) {
                fields.set(REQUEST_ID, exchange.id());
            }
        }
        ErrorReport.Failure failure =
                new ErrorReport.Failure(
                        errorStatus,
                        exchange.request().rawPath(),
                        errorMessage,
                        ours ? refusal.code() : null,
                        exchange.idIfAny(),
                        thrown);
        ErrorReport.Page page = StatusPage.of(report, failure);
        if (page == null) {
            write(FailurePage.of(failure));
        } else if (page.location() != null) {
            exchange.status(302);
            fields.set(FieldName.LOCATION, page.location());
        } else {
            fields.set(FieldName.CONTENT_TYPE, page.type());
            fields.remove(FieldName.CONTENT_LANGUAGE);
            output.replace(page.body());
        }
    }
}

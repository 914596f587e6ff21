package dev.serval.servlet;

import dev.serval.http.LogNotes;
import dev.serval.http.LogValue;
import dev.serval.http.LogWants;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.session.Session;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes what access logs need of a call and only the container knows. Stateless. The texts are made
 * on the thread of the call, since attributes belong to the application.
 */
final class LoggedCall {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedCall.class);

    private LoggedCall() {}

    static void begin(LogNotes notes, Thread thread) {
        if (notes.wants().thread()) {
            notes.thread(thread.getName());
        }
    }

    /** Called before the end of the request; never throws. */
    static void end(LogNotes notes, ApiRequest request) {
        LogWants wants = notes.wants();
        for (LogValue value : wants.values()) {
            notes.value(value, text(() -> of(request, value)));
        }
        if (wants.session()) {
            notes.sessionId(
                    text(
                            () -> {
                                Session session = request.session(false);
                                return session == null ? null : session.getId();
                            }));
        }
    }

    private static Object of(ApiRequest request, LogValue value) {
        String name = value.name();
        return switch (value.kind()) {
            case ATTRIBUTE -> request.getAttribute(name);
            case SESSION_ATTRIBUTE -> {
                Session session = request.session(false);
                yield session == null ? null : session.getAttribute(name);
            }
            case APPLICATION_ATTRIBUTE -> request.getServletContext().getAttribute(name);
            case PARAMETER -> request.knownParameter(name);
            case REQUEST ->
                    switch (name) {
                        case "authType" -> request.getAuthType();
                        case "characterEncoding" -> request.getCharacterEncoding();
                        case "locale" -> request.getLocale();
                        case "requestedSessionId" -> request.getRequestedSessionId();
                        case "requestedSessionIdFromCookie" ->
                                request.isRequestedSessionIdFromCookie();
                        case "requestedSessionIdValid" -> request.isRequestedSessionIdValid();
                        default -> null;
                    };
        };
    }

    private static String text(Supplier<Object> value) {
        try {
            Object found = value.get();
            return found == null ? null : String.valueOf(found);
        } catch (RuntimeException | Error e) {
            // An attribute of the application, or a session that ends at this moment: the line has
            // a dash there, and the client its response.
            LOG.debug("Something could not be noted for the access log", e);
            return null;
        }
    }
}

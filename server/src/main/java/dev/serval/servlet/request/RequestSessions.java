package dev.serval.servlet.request;

import dev.serval.servlet.application.Application;
import dev.serval.session.RequestedSession;
import jakarta.servlet.ServletException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sessions of a request: that of the application which received it, and those of other
 * applications that it was dispatched to. Owned by the thread that runs the call; made when one is
 * asked for.
 */
final class RequestSessions {
    private final Application receiver;
    private final RequestedSession.Request request;
    private RequestedSession own;
    // By application; null for none.
    private Map<Application, RequestedSession> elsewhere;

    RequestSessions(Application receiver, RequestedSession.Request request) {
        this.receiver = receiver;
        this.request = request;
    }

    /** Is dispatched to an application, which is not stopped before the request's end. */
    void enter(Application other) throws ServletException {
        if (other == receiver || elsewhere != null && elsewhere.containsKey(other)) {
            return;
        }
        if (!other.available() || !other.enter()) {
            throw new ServletException(other + ", to which a request is dispatched, was stopped");
        }
        if (elsewhere == null) {
            elsewhere = new LinkedHashMap<>();
        }
        elsewhere.put(other, of(receiver).in(other.sessions(), other.sessionCookie(), request));
    }

    RequestedSession of(Application application) {
        if (application != receiver) {
            return elsewhere.get(application);
        }
        if (own == null) {
            own = new RequestedSession(receiver.sessions(), receiver.sessionCookie(), request);
        }
        return own;
    }

    void end() {
        if (own != null) {
            own.end();
        }
        if (elsewhere != null) {
            elsewhere.values().forEach(RequestedSession::end);
            elsewhere.keySet().forEach(Application::leave);
        }
    }
}

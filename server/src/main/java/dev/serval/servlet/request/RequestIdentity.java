package dev.serval.servlet.request;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.security.UserPrincipal;
import dev.serval.servlet.application.Application;
import dev.serval.session.RequestedSession;
import dev.serval.session.SessionsDownException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The user and the sessions of a request: of the application that received it, and of those that it
 * was dispatched to. Owned by the thread that runs the call; made at the first access.
 */
final class RequestIdentity implements RequestedSession.Request {
    private final Application receiver;
    private final ReceivedRequest request;
    private final ApiResponse response;
    // Null as long as no user is known.
    private UserPrincipal principal;
    private String authType;
    private boolean sessionAsked;
    private RequestedSession own;
    // By application; null if there is none.
    private Map<Application, RequestedSession> elsewhere;

    RequestIdentity(Application receiver, ReceivedRequest request, ApiResponse response) {
        this.receiver = receiver;
        this.request = request;
        this.response = response;
    }

    // ---- who

    /** A user has logged in; null means logged out. */
    void user(UserPrincipal who, String how) {
        principal = who;
        authType = who == null ? null : how;
        sessionAsked = true;
    }

    /** The user; null if there is none. Asks the session once. */
    UserPrincipal principal(RequestCall call) {
        if (!sessionAsked) {
            sessionAsked = true;
            // A valve may ask, outside of the application in which its realm looks for users.
            ClassLoader before = receiver.identity().enter();
            try {
                call.restoreLogin();
            } finally {
                ContextClassLoader.leave(before);
            }
        }
        return principal;
    }

    /** How the user logged in; null if there is none. */
    String authType() {
        return authType;
    }

    // ---- sessions

    /**
     * The request is dispatched to an application, which is then not stopped before the request's
     * end.
     */
    void enter(Application other) throws ServletException {
        if (other == receiver || elsewhere != null && elsewhere.containsKey(other)) {
            return;
        }
        if (!other.available() || !other.enter()) {
            throw new ServletException(other + ", to which a request is dispatched, was stopped");
        }
        if (other.sessions().isShared()) {
            response.output().holdEnd();
        }
        if (elsewhere == null) {
            elsewhere = new LinkedHashMap<>();
        }
        elsewhere.put(other, of(receiver).in(other.sessions(), other.sessionCookie(), this));
    }

    RequestedSession of(Application application) {
        if (application != receiver) {
            return elsewhere.get(application);
        }
        if (own == null) {
            own = new RequestedSession(receiver.sessions(), receiver.sessionCookie(), this);
        }
        return own;
    }

    /** See {@link RequestedSession#leave}; of several that fail, one is told. */
    void leaveSessions() {
        SessionsDownException failure = leave(own, null);
        if (elsewhere != null) {
            for (RequestedSession each : elsewhere.values()) {
                failure = leave(each, failure);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static SessionsDownException leave(
            RequestedSession session, SessionsDownException before) {
        try {
            if (session != null) {
                session.leave();
            }
            return before;
        } catch (SessionsDownException e) {
            return e;
        }
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

    // ---- what sessions see of the request and its response

    @Override
    public Cookie[] cookies() {
        return request.cookies();
    }

    @Override
    public String pathParameter(String name) {
        return request.pathParameter(name);
    }

    @Override
    public Object tls() {
        return request.tlsIdentity();
    }

    @Override
    public boolean isSecure() {
        return request.isConfidential();
    }

    @Override
    public boolean isCommitted() {
        return response.isCommitted();
    }

    @Override
    public void tell(Cookie cookie) {
        response.sessionCookie(cookie);
    }
}

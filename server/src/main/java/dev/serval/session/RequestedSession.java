package dev.serval.session;

import jakarta.servlet.http.Cookie;

/**
 * The session of one request: what the client showed, and what became of it. Owned by the request.
 */
public final class RequestedSession {
    /** The request, as far as sessions need it. */
    public interface Request {
        /** The cookies that the client sent; null for none. */
        Cookie[] cookies();

        boolean isSecure();

        /** True when no field can be added to the response any more. */
        boolean isCommitted();

        /** Tells the client its id, in place of what it was told before. */
        void tell(Cookie cookie);
    }

    private final Sessions sessions;
    private final SessionCookie settings;
    private final Request request;
    private boolean parsed;
    private String requestedId;
    private boolean requestedValid;
    private Session session;

    public RequestedSession(Sessions sessions, SessionCookie settings, Request request) {
        this.sessions = sessions;
        this.settings = settings;
        this.request = request;
    }

    /** The id that the client showed, valid or not; null for none. */
    public String requestedId() {
        parse();
        return requestedId;
    }

    /** True as long as the id that the client showed is that of a session. */
    public boolean isRequestedValid() {
        parse();
        return requestedValid
                && session != null
                && session.isValid()
                && session.getId().equals(requestedId);
    }

    /** The session; null without one unless it is to be created. */
    public Session get(boolean create) {
        parse();
        if (session != null && session.isValid()) {
            return session;
        }
        if (!create) {
            return null;
        }
        if (!settings.tracked()) {
            throw new IllegalStateException("the application has turned its sessions off");
        }
        if (request.isCommitted()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §7.1: a session after the commit cannot be told to the client");
        }
        end();
        session = sessions.create(settings.timeoutSeconds());
        request.tell(settings.of(session.getId(), request.isSecure()));
        return session;
    }

    /** Gives the session a new id (CWE-384) and returns it. */
    public String changeId() {
        Session current = get(false);
        if (current == null) {
            throw new IllegalStateException("Servlet 6.1 §7.1: the request has no session");
        }
        if (request.isCommitted()) {
            throw new IllegalStateException(
                    "the new id cannot be told to the client after the commit");
        }
        String id = sessions.changeId(current);
        request.tell(settings.of(id, request.isSecure()));
        return id;
    }

    /** The request is over. */
    public void end() {
        if (session != null) {
            session.endAccess();
            session = null;
        }
    }

    /** Several cookies of the name may come, of other paths; the first that is known counts. */
    private void parse() {
        if (parsed) {
            return;
        }
        parsed = true;
        Cookie[] cookies = settings.tracked() ? request.cookies() : null;
        if (cookies == null) {
            return;
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(settings.getName())) {
                Session found = sessions.find(cookie.getValue());
                if (found != null) {
                    requestedId = cookie.getValue();
                    requestedValid = true;
                    session = found;
                    return;
                }
                if (requestedId == null) {
                    requestedId = cookie.getValue();
                }
            }
        }
    }
}

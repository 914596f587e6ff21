package dev.serval.session;

import jakarta.servlet.SessionTrackingMode;
import jakarta.servlet.http.Cookie;

/**
 * The session of one request: the id that the client sent, and the session found or created. Owned
 * by the request. An id that the client sends in a way by which sessions are not tracked is
 * reported, but not used.
 */
public final class RequestedSession {
    /** The request, as far as sessions need it. */
    public interface Request {
        /** The cookies that the client sent; null if there are none. */
        Cookie[] cookies();

        /** The path parameter of that name, decoded; null if there is none. */
        String pathParameter(String name);

        /** The identity of the client's TLS session; null if there is none. */
        Object tls();

        boolean isSecure();

        /** True if no field can be added to the response any more. */
        boolean isCommitted();

        /** Sends the client its id, in place of an earlier one. */
        void tell(Cookie cookie);
    }

    private final Sessions sessions;
    private final SessionCookie settings;
    private final SessionTracking tracking;
    private final Request request;
    // The session of the application that received the request, if this is another application;
    // otherwise null.
    private final RequestedSession received;
    private boolean parsed;
    private String requestedId;
    // How the client sent the id; null if it sent none.
    private SessionTrackingMode source;
    private boolean requestedValid;
    private Session session;

    public RequestedSession(Sessions sessions, SessionCookie settings, Request request) {
        this(sessions, settings, request, null);
    }

    private RequestedSession(
            Sessions sessions, SessionCookie settings, Request request, RequestedSession received) {
        this.sessions = sessions;
        this.settings = settings;
        this.tracking = settings.tracking();
        this.request = request;
        this.received = received;
    }

    /**
     * The session of the same request in another application, to which it was dispatched: it has
     * the id of this one, so nothing more has to be sent to the client.
     */
    public RequestedSession in(Sessions others, SessionCookie theirs, Request seen) {
        return new RequestedSession(others, theirs, seen, this);
    }

    /** The id that the client sent, valid or not; null if there is none. */
    public String requestedId() {
        parse();
        return requestedId;
    }

    /** How the client sent the id; null if it sent none. */
    public SessionTrackingMode source() {
        parse();
        return source;
    }

    /** True as long as the id that the client sent is that of a session. */
    public boolean isRequestedValid() {
        parse();
        return requestedValid
                && session != null
                && session.isValid()
                && session.getId().equals(requestedId);
    }

    /** The session; null if there is none and none is to be created. */
    public Session get(boolean create) {
        parse();
        if (session != null && session.isValid()) {
            return session;
        }
        if (!create) {
            return null;
        }
        if (received != null) {
            String id = received.get(true).getId();
            end();
            session = sessions.create(id, settings.timeoutSeconds(), created -> session = created);
            return session;
        }
        if (tracking.isOff()) {
            throw new IllegalStateException(
                    "there are no sessions: the application has turned them off, or the request"
                            + " leads to no application");
        }
        if (tracking.by(SessionTrackingMode.COOKIE) && request.isCommitted()) {
            throw new IllegalStateException(
                    "Servlet 6.1 §7.1: a session after the commit cannot be told to the client");
        }
        end();
        // Sent to the client even if a listener fails.
        return sessions.create(
                settings.timeoutSeconds(),
                created -> {
                    session = created;
                    tell(created);
                });
    }

    /**
     * Makes it the session of that id, as if the client had sent it in a cookie; false if there is
     * none, or the request has one.
     */
    public boolean join(String id) {
        if (get(false) != null || !use(sessions.find(id))) {
            return false;
        }
        requestedId = id;
        source = SessionTrackingMode.COOKIE;
        session.join();
        return true;
    }

    /** Gives the session a new id (CWE-384) and returns it. */
    public String changeId() {
        Session current = get(false);
        if (current == null) {
            throw new IllegalStateException("Servlet 6.1 §7.1: the request has no session");
        }
        if (received != null) {
            return sessions.changeId(current, received.changeId());
        }
        if (tracking.by(SessionTrackingMode.COOKIE) && request.isCommitted()) {
            throw new IllegalStateException(
                    "the new id cannot be told to the client after the commit");
        }
        try {
            return sessions.changeId(current);
        } finally {
            tell(current);
        }
    }

    /** The id that belongs into URLs for this client; null if there is none. */
    public String idForUrls() {
        if (received != null) {
            return received.idForUrls();
        }
        if (!tracking.by(SessionTrackingMode.URL) || source() == SessionTrackingMode.COOKIE) {
            return null;
        }
        Session current = get(false);
        return current == null ? null : current.getId();
    }

    /**
     * The request is about to end, and the last byte of its response waits. May wait.
     *
     * @throws SessionsDownException if what it has changed cannot be saved
     */
    public void leave() {
        if (session != null) {
            session.leave();
        }
    }

    /** The request is over. */
    public void end() {
        if (session != null) {
            session.endAccess();
            session = null;
        }
    }

    private void tell(Session current) {
        if (tracking.by(SessionTrackingMode.COOKIE)) {
            request.tell(settings.of(current.getId(), request.isSecure()));
        }
        Object tls = tracking.by(SessionTrackingMode.SSL) ? request.tls() : null;
        if (tls != null) {
            sessions.track(current, tls);
        }
    }

    private void parse() {
        if (parsed) {
            return;
        }
        if (received != null) {
            asReceived();
            return;
        }
        boolean cookiesCount = tracking.by(SessionTrackingMode.COOKIE);
        boolean urlsCount = tracking.by(SessionTrackingMode.URL);
        if (cookiesCount || !urlsCount) {
            cookies(cookiesCount);
        }
        if (source == null) {
            parameter(urlsCount);
        }
        if (source == null && urlsCount && !cookiesCount) {
            cookies(false);
        }
        if (tracking.by(SessionTrackingMode.SSL)) {
            tls();
        }
        parsed = true;
        if (session != null) {
            session.join();
            comeHere();
        }
    }

    /**
     * A balancer has moved the client from the server where it was before: the session stays here
     * now.
     */
    private void comeHere() {
        if (!sessions.isFromElsewhere(requestedId)
                || tracking.by(SessionTrackingMode.COOKIE) && request.isCommitted()) {
            return;
        }
        String id = sessions.comeHere(session, requestedId);
        if (id != null) {
            requestedId = id;
            tell(session);
        }
    }

    /** Finds the session by the id of the application that received the request. */
    private void asReceived() {
        requestedId = received.requestedId();
        source = received.source();
        Session theirs = received.get(false);
        if (theirs != null && use(sessions.find(theirs.getId()))) {
            session.join();
        }
        // As long as there is none, a later dispatch may create it.
        parsed = session != null;
    }

    /** Several cookies with the name may come, from other paths; the first known id counts. */
    private void cookies(boolean used) {
        Cookie[] cookies = request.cookies();
        if (cookies == null) {
            return;
        }
        for (Cookie cookie : cookies) {
            if (cookie.getName().equals(settings.cookieName())) {
                if (source == null) {
                    requestedId = cookie.getValue();
                    source = SessionTrackingMode.COOKIE;
                }
                if (used && use(sessions.find(cookie.getValue()))) {
                    requestedId = cookie.getValue();
                    return;
                }
            }
        }
    }

    private void parameter(boolean used) {
        String id = request.pathParameter(settings.parameterName());
        if (id != null) {
            requestedId = id;
            source = SessionTrackingMode.URL;
            if (used) {
                use(sessions.find(id));
            }
        }
    }

    /** The client is identified by its TLS session, and by nothing else. */
    private void tls() {
        Object identity = request.tls();
        if (identity != null && use(sessions.findByTls(identity))) {
            requestedId = session.getId();
            source = SessionTrackingMode.SSL;
        }
    }

    private boolean use(Session found) {
        session = found;
        requestedValid = found != null;
        return requestedValid;
    }
}

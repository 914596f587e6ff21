package dev.serval.security;

import dev.serval.session.Session;

/**
 * What a session knows of a login; not seen by the application. Immutable; kept as the session's
 * note.
 *
 * @param principal who has logged in; null for nobody yet
 * @param authType what {@code getAuthType} answers
 * @param saved what was asked for before; null for nothing, or when it was had
 * @param timeout seconds that the session had before it was made to last until the login only; null
 *     where it has its own
 * @param shared the login of the whole host that it is part of; null for none
 */
public record SessionLogin(
        UserPrincipal principal,
        String authType,
        SavedRequest saved,
        Integer timeout,
        SharedLogin shared)
        implements Session.Note {
    private static final SessionLogin NONE = new SessionLogin(null, null, null, null, null);

    /** Of a session, which may be null. */
    public static SessionLogin of(Session session) {
        return session != null && session.note() instanceof SessionLogin login ? login : NONE;
    }

    /**
     * Somebody has logged in: the session lasts as others do.
     *
     * @param shared the login of the whole host; null for none
     */
    public static void enter(
            Session session, UserPrincipal principal, String authType, SharedLogin shared) {
        SessionLogin before = of(session);
        if (before.timeout != null) {
            session.setMaxInactiveInterval(before.timeout);
        }
        if (before.shared != null && before.shared != shared) {
            before.shared.leave(session);
        }
        session.note(new SessionLogin(principal, authType, before.saved, null, shared));
    }

    /** Nobody is logged in any more; in none of the applications that share the login. */
    public static void leave(Session session) {
        SharedLogin shared = of(session).shared;
        session.note(null);
        if (shared != null) {
            shared.leave(session);
            shared.end();
        }
    }

    /** Keeps what is asked for until somebody has logged in. */
    static void save(Session session, SavedRequest saved, int seconds) {
        SessionLogin before = of(session);
        Integer timeout = before.timeout;
        if (session.isNew() && timeout == null && seconds > 0) {
            int own = session.getMaxInactiveInterval();
            timeout = own;
            session.setMaxInactiveInterval(own <= 0 ? seconds : Math.min(own, seconds));
        }
        session.note(
                new SessionLogin(before.principal, before.authType, saved, timeout, before.shared));
    }

    /** What was asked for was had. */
    static void forget(Session session) {
        SessionLogin before = of(session);
        session.note(
                new SessionLogin(
                        before.principal, before.authType, null, before.timeout, before.shared));
    }

    /** Servlet 6.1 §13.6.3: the scope of a log-out is that of the login. */
    @Override
    public void ended(Session session, boolean byApplication) {
        if (shared != null) {
            shared.leave(session);
            if (byApplication) {
                shared.end();
            }
        }
    }
}

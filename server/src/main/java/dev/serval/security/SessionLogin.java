package dev.serval.security;

import dev.serval.session.Session;
import java.util.function.UnaryOperator;

/**
 * The login that a session contains; hidden from the application. Immutable; kept as the session's
 * note.
 *
 * @param principal who has logged in; null if no user has
 * @param authType the result of {@code getAuthType}
 * @param realm that has found the user; null if no user has logged in
 * @param saved the request from before the login; null if there is none, or once it was answered
 * @param timeout seconds of the session before its time was limited to the login; null if it has
 *     its own
 * @param shared the login of the whole host that it is part of; null if there is none
 * @param awaited where it is counted while it waits for a login; null if it does not
 */
public record SessionLogin(
        UserPrincipal principal,
        String authType,
        Realm realm,
        SavedRequest saved,
        Integer timeout,
        SharedLogin shared,
        AwaitedLogins awaited)
        implements Session.Note {
    // The realm of logins that were kept outside of the process, until an application asks.
    private static final Realm KEPT = new NoRealm();
    private static final SessionLogin NONE =
            new SessionLogin(null, null, null, null, null, null, null);

    /**
     * Replaces the login by the result of the change, applied to the current one, so that a
     * concurrent request undoes no log-out.
     *
     * @return the login before
     */
    private static SessionLogin change(Session session, UnaryOperator<SessionLogin> change) {
        while (true) {
            Session.Note note = session.note();
            SessionLogin before = note instanceof SessionLogin login ? login : NONE;
            SessionLogin after = change.apply(before);
            if (session.note(note, after == NONE ? null : after)) {
                return before;
            }
        }
    }

    /** The login of a session, which may be null. */
    public static SessionLogin of(Session session) {
        return session != null && session.note() instanceof SessionLogin login ? login : NONE;
    }

    /** Who has logged in, if the application still has the realm that found the user. */
    public UserPrincipal principalOf(Realm asking) {
        return asking == realm ? principal : null;
    }

    /**
     * A login that was kept outside of the process: it belongs to the realm that asks first.
     *
     * @param principal null if no user has logged in yet
     * @param saved the request that waits; null if none does
     * @param timeout as in the record
     */
    static SessionLogin kept(
            UserPrincipal principal, String authType, SavedRequest saved, Integer timeout) {
        return new SessionLogin(
                principal, authType, principal == null ? null : KEPT, saved, timeout, null, null);
    }

    /** The login of a session, which may be null; a kept one belongs to that realm from now on. */
    public static SessionLogin of(Session session, Realm asking) {
        SessionLogin login = of(session);
        if (login.realm != KEPT) {
            return login;
        }
        SessionLogin known =
                new SessionLogin(
                        login.principal,
                        login.authType,
                        asking,
                        login.saved,
                        login.timeout,
                        login.shared,
                        login.awaited);
        return session.sameNote(login, known) ? known : of(session);
    }

    /** The request from before the login stays behind, as does the wait for it. */
    @Override
    public Session.Note moved(Session from, Session to) {
        settle(from);
        if (timeout != null) {
            to.setMaxInactiveInterval(timeout);
        }
        SharedLogin joined = shared;
        if (shared != null) {
            boolean goesOn = shared.join(to);
            shared.leave(from);
            if (!goesOn) {
                return null;
            }
        }
        return principal == null
                ? null
                : new SessionLogin(principal, authType, realm, null, null, joined, null);
    }

    /**
     * A user has logged in: from now on the session lasts as others do.
     *
     * @param realm that has found the user
     * @param shared the login of the whole host; null if there is none
     */
    public static void enter(
            Session session,
            UserPrincipal principal,
            String authType,
            Realm realm,
            SharedLogin shared) {
        SessionLogin before =
                change(
                        session,
                        was ->
                                new SessionLogin(
                                        principal, authType, realm, was.saved, null, shared, null));
        before.settle(session);
        if (before.timeout != null) {
            session.setMaxInactiveInterval(before.timeout);
        }
        if (before.shared != null && before.shared != shared) {
            before.shared.leave(session);
        }
    }

    /** The user is logged out, in all applications that share the login. */
    public static void leave(Session session) {
        SessionLogin before = change(session, was -> NONE);
        before.settle(session);
        if (before.shared != null) {
            before.shared.leave(session);
            before.shared.end();
        }
    }

    /**
     * Keeps the request until a user has logged in.
     *
     * @param seconds that a session made for the login lasts until then
     */
    public static void save(
            Session session, SavedRequest saved, int seconds, AwaitedLogins awaited) {
        boolean made = session.isFresh();
        Integer own = session.getMaxInactiveInterval();
        SessionLogin before =
                change(
                        session,
                        was -> {
                            Integer timeout = was.timeout == null && made ? own : was.timeout;
                            return new SessionLogin(
                                    was.principal,
                                    was.authType,
                                    was.realm,
                                    saved,
                                    timeout,
                                    was.shared,
                                    awaited);
                        });
        if (before.timeout == null && made) {
            session.setMaxInactiveInterval(own <= 0 ? seconds : Math.min(own, seconds));
        }
        awaited.add(session, saved.size());
    }

    /** Forgets the saved request: it was answered, or is not asked for any more. */
    public static void forget(Session session) {
        change(
                session,
                was ->
                        was.saved == null
                                ? was
                                : new SessionLogin(
                                        was.principal,
                                        was.authType,
                                        was.realm,
                                        null,
                                        was.timeout,
                                        was.shared,
                                        was.awaited));
    }

    /**
     * Drops the saved request: too many sessions wait for a login, and no request uses this one.
     *
     * @return whether it was made for the login; then no request gets it any more, and it has to
     *     expire
     */
    static boolean giveUp(Session session) {
        if (session.retire(SessionLogin::isMadeForLogin)) {
            return true;
        }
        forget(session);
        return false;
    }

    private static boolean isMadeForLogin(Session.Note note) {
        return note instanceof SessionLogin login
                && login.principal == null
                && login.timeout != null;
    }

    private void settle(Session session) {
        if (awaited != null) {
            awaited.remove(session);
        }
    }

    /** Servlet 6.1 §13.6.3: the scope of a log-out is the scope of the login. */
    @Override
    public void ended(Session session, boolean byApplication) {
        settle(session);
        if (shared != null) {
            shared.leave(session);
            if (byApplication) {
                shared.end();
            }
        }
    }
}

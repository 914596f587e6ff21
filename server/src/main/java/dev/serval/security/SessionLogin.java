package dev.serval.security;

import dev.serval.session.Session;
import java.util.function.UnaryOperator;

/**
 * What a session knows of a login; not seen by the application. Immutable; kept as the session's
 * note.
 *
 * @param principal who has logged in; null for nobody yet
 * @param authType what {@code getAuthType} answers
 * @param realm that has found them; null for nobody yet
 * @param saved what was asked for before; null for nothing, or when it was had
 * @param timeout seconds that the session had before it was made to last until the login only; null
 *     where it has its own
 * @param shared the login of the whole host that it is part of; null if there is none
 * @param awaited where it is counted as long as it waits for a login; null when it does not
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
    private static final SessionLogin NONE =
            new SessionLogin(null, null, null, null, null, null, null);

    /**
     * Puts what the change makes of the login in its place: of the one that is there at this
     * moment, so that no log-out is undone by a request that runs at the same time.
     *
     * @return what was there before
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

    /** Of a session, which may be null. */
    public static SessionLogin of(Session session) {
        return session != null && session.note() instanceof SessionLogin login ? login : NONE;
    }

    /** Who has logged in, where the application still has the realm that has found them. */
    public UserPrincipal principalOf(Realm asking) {
        return asking == realm ? principal : null;
    }

    /**
     * Somebody has logged in: the session lasts as others do.
     *
     * @param realm that has found them
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

    /** Nobody is logged in any more; in none of the applications that share the login. */
    public static void leave(Session session) {
        SessionLogin before = change(session, was -> NONE);
        before.settle(session);
        if (before.shared != null) {
            before.shared.leave(session);
            before.shared.end();
        }
    }

    /**
     * Keeps what is asked for until somebody has logged in.
     *
     * @param seconds that a session lasts until then which was made for the login
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

    /** What was asked for was had, or nobody comes for it. */
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
     * Too many wait for a login, and no request uses this one: it keeps no request.
     *
     * @return whether it was made for the login; then no request gets it any more, and it is to
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

    /** Servlet 6.1 §13.6.3: the scope of a log-out is that of the login. */
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

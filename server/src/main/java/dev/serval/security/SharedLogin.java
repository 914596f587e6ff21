package dev.serval.security;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.session.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A login that applications share, and the sessions that it has in them. Thread-safe. */
public final class SharedLogin {
    private final String id;
    private final UserPrincipal principal;
    private final String authType;
    private final Realm realm;
    private final String password;
    private final Consumer<String> forget;
    private final Set<Realm> refusing = ConcurrentHashMap.newKeySet();
    private final Set<Session> sessions = new HashSet<>(); // by this
    private boolean ended; // by this

    /**
     * @param forget gets the id when it has ended
     */
    SharedLogin(
            String id,
            UserPrincipal principal,
            String authType,
            Realm realm,
            String password,
            Consumer<String> forget) {
        this.id = id;
        this.principal = principal;
        this.authType = authType;
        this.realm = realm;
        this.password = password;
        this.forget = forget;
    }

    String id() {
        return id;
    }

    public String authType() {
        return authType;
    }

    /**
     * Who has logged in, where an application has the realm that has found it: what another one
     * knows of a user of that name may be something else. Null elsewhere.
     */
    public UserPrincipal principalOf(Realm asking) {
        return asking == realm ? principal : null;
    }

    /**
     * Whom a realm finds for the name and the password; null for nobody, or without a password. A
     * realm is asked until it has refused: a wrong password with every request would lock the user
     * out there.
     *
     * @param client as {@link Realm#authenticate(String, String, String)} has it
     */
    public UserPrincipal authenticate(Realm asking, String client) {
        if (password == null || refusing.contains(asking)) {
            return null;
        }
        UserPrincipal found = asking.authenticate(principal.name(), password, client);
        if (found == null) {
            refusing.add(asking);
        }
        return found;
    }

    /** A session of one more application is part of it; false when it has ended. */
    public boolean join(Session session) {
        synchronized (this) {
            if (ended) {
                return false;
            }
            sessions.add(session);
        }
        if (!session.isValid()) {
            leave(session);
        }
        return true;
    }

    /** A session is no part of it any more; the last one takes it along. */
    void leave(Session session) {
        boolean last;
        synchronized (this) {
            last = sessions.remove(session) && sessions.isEmpty() && !ended;
            ended |= last;
        }
        if (last) {
            forget.accept(id);
        }
    }

    /** Logs out everywhere: ends all its sessions, each as if its own application did. */
    public void end() {
        List<Session> all;
        synchronized (this) {
            ended = true;
            all = List.copyOf(sessions);
            sessions.clear();
        }
        forget.accept(id);
        for (Session session : all) {
            ClassLoader loader = session.getServletContext().getClassLoader();
            ClassLoader before = ContextClassLoader.enter(loader);
            try {
                session.endFromOutside();
            } finally {
                ContextClassLoader.leave(before);
            }
        }
    }
}

package dev.serval.security;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.session.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A login that applications share, with its sessions in them. Thread-safe. */
public final class SharedLogin {
    private final String id;
    private final UserPrincipal principal;
    private final String authType;
    private final Realm realm;
    private final String password;
    private final Consumer<String> forget;
    private final Set<Realm> refusing = ConcurrentHashMap.newKeySet();
    private final Set<Session> sessions = new HashSet<>(); // guarded by this
    private boolean ended; // guarded by this

    /**
     * @param forget called with the id when it has ended
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
     * Who has logged in, if an application has the realm that found the user: in another realm a
     * user of that name may be another person. Otherwise null.
     */
    public UserPrincipal principalOf(Realm asking) {
        return asking == realm ? principal : null;
    }

    /**
     * The user that a realm finds for the name and the password; null if there is none, or without
     * a password. After a refusal the realm is not asked again, since a wrong password with every
     * request would lock the user out there.
     *
     * @param client as in {@link Realm#authenticate(String, String, String)}
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

    /** A session of one more application joins it; false if it has ended. */
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

    /** A session leaves it; the last one ends it. */
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

    /** Logs out everywhere: ends all its sessions, each as if its own application had done it. */
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

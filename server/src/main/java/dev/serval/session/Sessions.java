package dev.serval.session;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.lifecycle.PeriodicTasks;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of one application, in memory. Thread-safe; called by its requests, and by the sweep
 * that ends those whose time is over. An id that a client made up is never adopted (CWE-384). A
 * store elsewhere overrides {@link #find} and {@link #contains}.
 */
public class Sessions {
    /** Makes the sessions of an application. Stateless. */
    @FunctionalInterface
    public interface Maker {
        /** See the constructor. */
        Sessions make(
                ServletContext context,
                Supplier<? extends SessionListeners> listeners,
                boolean distributable);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    // The limit of sessions per tick: the sweep is a series of small steps, however many there are.
    private static final int LOOKS_PER_TICK = 10_000;
    private static final long TICK_MILLIS = 1000;

    private final ServletContext context;
    private final Supplier<? extends SessionListeners> listeners;
    private final boolean distributable;
    private final SessionIds ids = new SessionIds();
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    // By the identity of the TLS session; empty unless they are tracked so.
    private final Map<Object, Session> byTls = new ConcurrentHashMap<>();
    private final Runnable sweep = this::sweep;
    private Iterator<Session> position = Collections.emptyIterator();
    private boolean sweeping;
    private volatile boolean closed;

    /**
     * @param listeners asked for each event
     * @param distributable whether every attribute has to be serializable
     */
    public Sessions(
            ServletContext context,
            Supplier<? extends SessionListeners> listeners,
            boolean distributable) {
        this.distributable = distributable;
        this.context = context;
        this.listeners = listeners;
    }

    /**
     * Whether {@link #find} and {@link #contains} may wait, for example for another server: then
     * neither they nor calls of the application run on an I/O thread. Never changes.
     */
    public boolean mayWait() {
        return false;
    }

    /** The valid session with that id, which the caller now uses; null if there is none. */
    public Session find(String id) {
        if (id == null || id.length() != SessionIds.LENGTH) {
            return null;
        }
        return used(sessions.get(id));
    }

    /** The same by the identity of the connection's TLS session. */
    Session findByTls(Object identity) {
        return used(byTls.get(identity));
    }

    private Session used(Session session) {
        if (session == null || !session.isValid()) {
            return null;
        }
        if (session.isOver(System.nanoTime())) {
            end(session);
            return null;
        }
        session.access();
        if (!session.isValid() || session.isRetired()) {
            session.endAccess();
            return null;
        }
        return session;
    }

    /**
     * A new session, used by the caller.
     *
     * @param maxInactive seconds; 0 or less means that it never times out
     * @param before called before the listeners, which may fail
     */
    public Session create(int maxInactive, Consumer<Session> before) {
        requireOpen();
        Session session;
        do {
            session = new Session(this, ids.next(), maxInactive);
        } while (sessions.putIfAbsent(session.getId(), session) != null);
        return begin(session, before);
    }

    /**
     * A session with the id that its client has in another application: a new one, unless another
     * request was faster.
     */
    Session create(String id, int maxInactive, Consumer<Session> before) {
        requireOpen();
        Session session = new Session(this, id, maxInactive);
        Session there = used(sessions.putIfAbsent(id, session));
        if (there != null) {
            before.accept(there);
            there.join();
            return there;
        }
        // May replace one that is about to end.
        sessions.put(id, session);
        return begin(session, before);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the application is stopped");
        }
    }

    private Session begin(Session session, Consumer<Session> before) {
        startSweep();
        session.access();
        before.accept(session);
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (HttpSessionListener listener : listeners.get().ofSessions()) {
            listener.sessionCreated(event);
        }
        return session;
    }

    /** Gives the session a new id; the old one is unknown from now on. */
    public String changeId(Session session) {
        return changeId(session, ids.next());
    }

    String changeId(Session session, String next) {
        String before;
        synchronized (session) {
            before = session.getId();
            sessions.put(next, session);
            session.id(next);
            sessions.remove(before);
            if (!session.isValid()) {
                sessions.remove(next);
                throw new IllegalStateException("Servlet 6.1 §7.6: the session was invalidated");
            }
        }
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (HttpSessionIdListener listener : listeners.get().ofIds()) {
            listener.sessionIdChanged(event, before);
        }
        return next;
    }

    /** From now on all connections that resume this TLS session have the session. */
    void track(Session session, Object identity) {
        session.tls(identity);
        byTls.put(identity, session);
        if (!session.isValid()) {
            byTls.remove(identity, session);
        }
    }

    /** True if there is a session with this id. Does not count as a use. */
    public boolean contains(String id) {
        Session session = id == null ? null : sessions.get(id);
        return session != null && session.isValid() && !session.isOver(System.nanoTime());
    }

    /** The same without a look-up for text that cannot be an id; false for null. */
    public final boolean isShown(String id) {
        return id != null && id.length() == SessionIds.LENGTH && contains(id);
    }

    /** The number of sessions. */
    public int count() {
        return sessions.size();
    }

    /** Ends all; none can be created afterwards. */
    public void close() {
        closed = true;
        synchronized (this) {
            sweeping = false;
        }
        // Without the lock, which the sweep may wait for.
        PeriodicTasks.SESSIONS.remove(sweep);
        sessions.values().forEach(this::end);
    }

    // ---- for sessions

    ServletContext context() {
        return context;
    }

    boolean isDistributable() {
        return distributable;
    }

    /** The session has timed out. */
    private void end(Session session) {
        end(session, false);
    }

    /**
     * @param byApplication whether the application wants it
     */
    void end(Session session, boolean byApplication) {
        try {
            session.end(byApplication);
        } finally {
            sessions.remove(session.getId(), session);
            if (session.tls() != null) {
                byTls.remove(session.tls(), session);
            }
        }
    }

    /** Servlet 6.1 §11.3.3: in reverse order, before the attributes are removed. */
    void destroyed(Session session) {
        List<HttpSessionListener> all = listeners.get().ofSessions();
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (int i = all.size() - 1; i >= 0; i--) {
            HttpSessionListener listener = all.get(i);
            tell(() -> listener.sessionDestroyed(event));
        }
    }

    void attributeSet(Session session, String name, Object before, Object value) {
        List<HttpSessionAttributeListener> all = listeners.get().ofAttributes();
        if (all.isEmpty()) {
            return;
        }
        Object told = before == null ? value : before;
        HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, told);
        for (HttpSessionAttributeListener listener : all) {
            if (before == null) {
                listener.attributeAdded(event);
            } else {
                listener.attributeReplaced(event);
            }
        }
    }

    void attributeRemoved(Session session, String name, Object value) {
        List<HttpSessionAttributeListener> all = listeners.get().ofAttributes();
        if (!all.isEmpty()) {
            HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, value);
            all.forEach(listener -> listener.attributeRemoved(event));
        }
    }

    void attributeRemovedAtEnd(Session session, String name, Object value) {
        List<HttpSessionAttributeListener> all = listeners.get().ofAttributes();
        if (!all.isEmpty()) {
            HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, value);
            all.forEach(listener -> tell(() -> listener.attributeRemoved(event)));
        }
    }

    /**
     * For events outside of calls: if a listener fails, the others are told all the same. In a call
     * of the application, the exception of a listener is thrown to that call (Servlet 6.1 §11.6).
     */
    void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0620 a session listener of {} failed", context.getContextPath(), e);
        }
    }

    // ---- the sweep

    private synchronized void startSweep() {
        if (!sweeping && !closed) {
            sweeping = true;
            PeriodicTasks.SESSIONS.add(sweep, TICK_MILLIS);
        }
        PeriodicTasks.SESSIONS.revive();
    }

    private void sweep() {
        ClassLoader before = ContextClassLoader.enter(context.getClassLoader());
        try {
            sweep(System.nanoTime());
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    /** Checks the next sessions; begins again after the last. */
    void sweep(long nanos) {
        if (!position.hasNext()) {
            position = sessions.values().iterator();
        }
        for (int looks = 0; looks < LOOKS_PER_TICK && position.hasNext(); looks++) {
            Session session = position.next();
            if (session.isOver(nanos)) {
                end(session);
            }
        }
        synchronized (this) {
            if (sweeping && sessions.isEmpty()) {
                // The next session starts it again. Called by the timer, so this must not wait.
                sweeping = false;
                PeriodicTasks.SESSIONS.remove(sweep);
            }
        }
    }
}

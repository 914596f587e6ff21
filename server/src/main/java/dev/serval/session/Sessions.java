package dev.serval.session;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.lifecycle.PeriodicTasks;
import jakarta.servlet.ServletContext;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The sessions of one application, in memory. Thread-safe; called by its requests, and by the sweep
 * that ends sessions that have timed out. An id that a client made up is never adopted (CWE-384).
 *
 * <p>A subclass that keeps sessions elsewhere too is asked for those that are not in memory ({@link
 * #absent}), and notified of changes of those that are ({@link #gone}, {@link #renamed}, {@link
 * #keep}).
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

    // The limit of sessions per tick: the sweep is a series of small steps, however many there are.
    private static final int LOOKS_PER_TICK = 10_000;
    private static final long TICK_MILLIS = 1000;

    private final ServletContext context;
    private final SessionEvents events;
    private final boolean distributable;
    private final SessionRules rules;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    // By the identity of the TLS session; empty unless sessions are tracked by TLS.
    private final Map<Object, Session> byTls = new ConcurrentHashMap<>();
    private final Runnable sweep = this::sweep;
    private Iterator<Session> position = Collections.emptyIterator();
    final SessionCounts counts = new SessionCounts();
    private boolean sweeping;
    private volatile boolean closed;
    private volatile boolean discarded;
    // Asked for ids that are not here; null if there is none.
    private volatile Predecessor predecessor;

    /**
     * @param listeners asked for each event
     * @param distributable whether every attribute has to be serializable
     */
    public Sessions(
            ServletContext context,
            Supplier<? extends SessionListeners> listeners,
            boolean distributable) {
        this(context, listeners, distributable, SessionRules.defaults());
    }

    /** The same by other rules. */
    public Sessions(
            ServletContext context,
            Supplier<? extends SessionListeners> listeners,
            boolean distributable,
            SessionRules rules) {
        this.rules = rules;
        this.distributable = distributable;
        this.context = context;
        this.events = new SessionEvents(context, listeners);
    }

    /**
     * Whether {@link #find} and {@link #contains} may wait now, for example for another server:
     * then neither they nor calls of the application run on an I/O thread.
     */
    public boolean mayWait() {
        return predecessor != null;
    }

    /** Whether other nodes share them: a response ends when its request's changes are saved. */
    public boolean isShared() {
        return false;
    }

    /** The figures of the store that keeps them outside of the memory; null if there is none. */
    public StoreFigures storeFigures() {
        return null;
    }

    /** Called once, before the first request and after listeners were notified of the start. */
    public void open() {}

    /**
     * Sets the predecessor, which has the sessions of the application that this one replaces; null
     * when it has none any more. It may wait, and adds a session that it finds by {@link #restore}.
     */
    public final void follow(Predecessor other) {
        predecessor = other;
    }

    /** Null if there is none. */
    public final Predecessor predecessor() {
        return predecessor;
    }

    /** From now on nothing is kept: {@link #close} ends all that are left. */
    public final void discard() {
        discarded = true;
    }

    /** The valid session with that id, which the caller now uses; null if there is none. */
    public Session find(String id) {
        if (!rules.ids().mayBe(id)) {
            return null;
        }
        Session there = use(heldHere(id));
        return there != null ? there : use(absent(id));
    }

    /**
     * Whether a session may come from a server with another route, and then gets the route of this
     * server ({@link #comeHere}).
     */
    protected boolean takesOver() {
        return false;
    }

    /** The same as {@link #held}, also if it has come here since the client got that id. */
    protected final Session heldHere(String id) {
        Session there = sessions.get(id);
        return there != null || !isFromElsewhere(id) ? there : sessions.get(rules.ids().here(id));
    }

    /**
     * The session with an id that is not in memory, from wherever it is kept; null if there is
     * none. It is added by {@link #restore}. May wait if {@link #mayWait}.
     */
    protected Session absent(String id) {
        Predecessor other = predecessor;
        return other == null ? null : other.find(id);
    }

    /** The session with that id in memory, without a use; null if there is none. */
    public final Session held(String id) {
        return sessions.get(id);
    }

    /** The same, also if a former application has it. */
    public final Session heldAnywhere(String id) {
        Session there = heldHere(id);
        Predecessor other = predecessor;
        return there != null || other == null ? there : other.find(id);
    }

    /** The sessions in memory; may change meanwhile. */
    public final Collection<Session> all() {
        return Collections.unmodifiableCollection(sessions.values());
    }

    /** The same by the identity of the connection's TLS session. */
    Session findByTls(Object identity) {
        return use(byTls.get(identity));
    }

    /** The same session, which the caller now uses; null if that is not possible any more. */
    protected final Session use(Session session) {
        if (session == null || !session.isValid()) {
            return null;
        }
        if (session.isOver(System.nanoTime())) {
            overdue(session);
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
        requireRoom();
        Session session;
        do {
            session = new Session(this, rules.ids().next(), maxInactive);
        } while (sessions.putIfAbsent(session.getId(), session) != null);
        return begin(session, before);
    }

    /**
     * A session with the id that its client has in another application: a new one, unless another
     * request was faster.
     */
    Session create(String id, int maxInactive, Consumer<Session> before) {
        requireOpen();
        requireRoom();
        Session session = new Session(this, id, maxInactive);
        Session there = use(sessions.putIfAbsent(id, session));
        if (there != null) {
            before.accept(there);
            there.join();
            return there;
        }
        // It may replace a session that is about to end.
        sessions.put(id, session);
        return begin(session, before);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the application is stopped");
        }
    }

    private void requireRoom() {
        int most = rules.maxActive();
        if (most >= 0 && sessions.size() >= most) {
            makeRoom(most);
            if (sessions.size() >= most) {
                counts.refused();
                throw new IllegalStateException(
                        "SRV-0715 there are "
                                + most
                                + " sessions already, as many as maxActiveSessions of the Manager"
                                + " allows");
            }
        }
    }

    /** Called before a session is refused because the limit is reached. */
    protected void makeRoom(int most) {}

    private Session begin(Session session, Consumer<Session> before) {
        startSweep();
        session.access();
        before.accept(session);
        counts.created(sessions.size());
        events.created(session);
        return session;
    }

    /** Gives the session a new id; the old one is unknown from now on. */
    public String changeId(Session session) {
        return changeId(session, rules.ids().next());
    }

    String changeId(Session session, String next) {
        return rename(session, null, next);
    }

    /** Whether an id has the route of another server, which may have handed over its session. */
    boolean isFromElsewhere(String id) {
        return takesOver() && rules.ids().mayBe(id) && !rules.ids().here(id).equals(id);
    }

    /**
     * Gives the session of an id from elsewhere the route of this server, once.
     *
     * @return its id, to be sent to the client; null if it has got a different id meanwhile
     */
    String comeHere(Session session, String from) {
        return rename(session, from, rules.ids().here(from));
    }

    /**
     * @param from renamed only if this is its id; null means any id
     */
    private String rename(Session session, String from, String next) {
        String before;
        synchronized (session) {
            before = session.getId();
            if (from != null && !before.equals(from)) {
                return before.equals(next) ? next : null;
            }
            sessions.put(next, session);
            session.id(next);
            sessions.remove(before);
            if (!session.isValid()) {
                sessions.remove(next);
                throw new IllegalStateException("Servlet 6.1 §7.6: the session was invalidated");
            }
        }
        renamed(session, before);
        events.renamed(session, before);
        return next;
    }

    /** From now on all connections that resume this TLS session lead to the session. */
    void track(Session session, Object identity) {
        session.tls(identity);
        byTls.put(identity, session);
        if (!session.isValid()) {
            byTls.remove(identity, session);
        }
    }

    /** True if there is a session with this id. Does not count as a use. */
    public boolean contains(String id) {
        Session session = id == null ? null : heldAnywhere(id);
        return session != null && session.isValid() && !session.isOver(System.nanoTime());
    }

    /** The same without a look-up for text that cannot be an id; false for null. */
    public final boolean isShown(String id) {
        return rules.ids().mayBe(id) && contains(id);
    }

    /** The number of sessions. */
    public int count() {
        return sessions.size();
    }

    /** Keeps sessions that are to be kept, and ends the others; none can be created afterwards. */
    public void close() {
        Predecessor before = predecessor;
        if (before != null && !discarded) {
            before.moveAll(); // it still has requests, and no other successor
        }
        closed = true;
        synchronized (this) {
            sweeping = false;
        }
        // Without the lock, which the sweep may wait for.
        PeriodicTasks.SESSIONS.remove(sweep);
        if (!discarded) {
            keep();
        }
        sessions.values().forEach(this::end);
    }

    // ---- for subclasses that keep them elsewhere too

    /**
     * Called by {@link #close}: sessions that are stored and removed by {@link #detach} still
     * exist, so listeners are not notified of an end.
     */
    protected void keep() {}

    /** A session has timed out in memory. */
    protected void overdue(Session session) {
        end(session);
    }

    /** A session ends: false if it has ended elsewhere, where listeners are notified. */
    protected boolean endsHere(Session session) {
        return true;
    }

    /** Called where a request ends; see {@link Session#leave}. */
    protected void requestEnds(Session session) {}

    /** No request uses the session any more. */
    protected void unused(Session session) {}

    /** The session has ended, under that id. */
    protected void gone(Session session, String id) {}

    /** The session has another id than before. */
    protected void renamed(Session session, String before) {}

    /** The note of a session that a store has was changed. */
    protected void noted(Session session) {}

    /**
     * The session is to be stored now, where there is a store; called by a thread that may wait.
     */
    protected void save(Session session) {}

    /**
     * Creates a session from kept content; no listener is notified. Returns the session of another
     * thread if that was faster, and null after {@link #close}.
     *
     * @param before called before requests find it
     */
    public final Session restore(SessionContent content, Consumer<Session> before) {
        if (closed) {
            return null;
        }
        Session session = new Session(this, content);
        before.accept(session);
        Session there = sessions.putIfAbsent(content.id(), session);
        startSweep();
        return there == null ? session : there;
    }

    /** Removes it from memory: its attributes stay bound, and no listener is notified. */
    public final void detach(Session session) {
        sessions.remove(session.getId(), session);
        if (session.tls() != null) {
            byTls.remove(session.tls(), session);
        }
    }

    /** Connections whose TLS session leads to the former session lead to the other one. */
    public final void trackAs(Session former, Session session) {
        if (former.tls() != null) {
            track(session, former.tls());
        }
    }

    public final SessionRules rules() {
        return rules;
    }

    protected final boolean isClosed() {
        return closed;
    }

    /** The application, also for messages. */
    public final ServletContext context() {
        return context;
    }

    SessionEvents events() {
        return events;
    }

    boolean isDistributable() {
        return distributable;
    }

    /** Ends a session that has timed out, in memory or elsewhere; listeners are notified. */
    protected final void end(Session session) {
        end(session, false);
    }

    /**
     * @param byApplication whether the application ends it
     */
    void end(Session session, boolean byApplication) {
        boolean ended = session.isValid();
        try {
            session.end(byApplication);
        } finally {
            String id = session.getId();
            if (sessions.remove(id, session)) {
                counts.ended(session, byApplication);
            }
            if (session.tls() != null) {
                byTls.remove(session.tls(), session);
            }
            if (ended) {
                gone(session, id);
            }
            Session next = session.successor();
            if (next != null && byApplication) {
                next.endFromOutside();
            }
        }
    }

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
                overdue(session);
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

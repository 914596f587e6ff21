package dev.serval.session;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.io.Serializable;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Predicate;

/**
 * One session (Servlet 6.1 §7). Thread-safe. Does not end by time while a request uses it.
 *
 * <pre>
 *   VALID --invalidate, timeout--> ENDING: listeners are told, attributes still there --> ENDED
 * </pre>
 */
public final class Session implements HttpSession {
    /** Data of the server about a session, which the application does not see. */
    public interface Note {
        /**
         * The session is over.
         *
         * @param byApplication whether the application has ended it; otherwise it timed out, or the
         *     application stops
         */
        void ended(Session session, boolean byApplication);

        /**
         * The session goes on as another one, of the application that replaces its own.
         *
         * @return the note of that session; null if there is none
         */
        default Note moved(Session from, Session to) {
            return null;
        }
    }

    private enum SessionState {
        VALID,
        ENDING,
        ENDED
    }

    private static final AtomicReferenceFieldUpdater<Session, Note> NOTE =
            AtomicReferenceFieldUpdater.newUpdater(Session.class, Note.class, "note");

    private final Sessions owner;
    private final SessionTimes times;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final AtomicReference<SessionState> state = new AtomicReference<>(SessionState.VALID);
    // The number of requests that use it; above these 32 bits the number that have begun to, so
    // that a request that came and went is noticed. After retire() the number of users stays below
    // 0.
    private final AtomicLong uses = new AtomicLong();
    private volatile String id;
    private volatile int maxInactive;
    private volatile boolean fresh = true;
    // The TLS session that leads to it; null if there is none.
    private volatile Object tls;
    private volatile Note note;
    // The version in a store; 0 if the store has none.
    private volatile long version;
    // Its successor in the application that replaced its own; null if there is none.
    private volatile Session successor;
    private volatile Object copy;

    Session(Sessions owner, String id, int maxInactive) {
        this.owner = owner;
        this.id = id;
        this.maxInactive = maxInactive;
        times = new SessionTimes();
    }

    /** A session that was kept elsewhere; its idle time has gone on meanwhile. */
    Session(Sessions owner, SessionContent content) {
        this.owner = owner;
        id = content.id();
        maxInactive = content.maxInactive();
        times = new SessionTimes(content);
        fresh = content.fresh();
        version = content.version();
        attributes.putAll(content.attributes());
    }

    // ---- for code that keeps it elsewhere too

    /** A copy of its present content; the values of its attributes are the same objects. */
    public SessionContent content() {
        return new SessionContent(
                id,
                times.created(),
                times.lastAccessed(),
                times.thisAccessed(),
                System.currentTimeMillis() - idleMillis(),
                maxInactive,
                fresh,
                version,
                attributes);
    }

    /** Milliseconds since a request has used it; 0 while one does. */
    public long idleMillis() {
        return isUsed() ? 0 : Math.max(0, times.idleNanos(System.nanoTime()) / 1_000_000);
    }

    /** The version that a store has of it; 0 if it has none. */
    public long version() {
        return version;
    }

    /** Sets the version that a store has of it. */
    public void version(long stored) {
        version = stored;
    }

    /** Its successor in the application that replaced its own; null if there is none. */
    public Session successor() {
        return successor;
    }

    /** Goes on as the other session: ending this one ends that one. */
    public void successor(Session other) {
        successor = other;
    }

    /** Undoes {@link #retire}: requests get it again. */
    public void revive() {
        uses.addAndGet(-(long) Integer.MIN_VALUE);
    }

    /** Stores it now, if its application has a store; for threads that may wait. */
    public void save() {
        if (isValid()) {
            owner.save(this);
        }
    }

    /**
     * Notifies attribute values that are listeners before it is stored and leaves the memory
     * (Servlet 6.1 §7.7.2).
     */
    public void passivate() {
        owner.events().passivate(this, attributes.values());
    }

    /** Notifies them after it was read. */
    public void activate() {
        owner.events().activate(this, attributes.values());
    }

    /** Takes the value of an attribute from a store; null removes it. Notifies no listener. */
    public void take(String name, Object value) {
        if (value == null) {
            attributes.remove(name);
            return;
        }
        attributes.put(name, value);
        owner.events().activate(this, List.of(value));
    }

    /** Sets the time of a use elsewhere, in milliseconds since 1970; a later use here counts. */
    public void usedElsewhere(long millis) {
        times.usedElsewhere(millis);
    }

    /** The data of the code that keeps it elsewhere; null if there are none. */
    public Object copy() {
        return copy;
    }

    /** Replaces these data. */
    public void copy(Object known) {
        copy = known;
    }

    /** Called when it has left the memory: releases what its note holds in this process. */
    public void hasLeft() {
        endNote(false);
    }

    /** Called when it has ended elsewhere: it is no longer valid; no listener is notified. */
    public void drop() {
        if (state.compareAndSet(SessionState.VALID, SessionState.ENDED)) {
            attributes.clear();
            endNote(false);
        }
    }

    // ---- for requests

    /**
     * Called when a request that uses it is about to end, by a thread that may wait, before the
     * last byte of the response.
     *
     * @throws SessionsDownException if what was changed cannot be saved
     */
    public void leave() {
        if (isValid()) {
            owner.requestEnds(this);
        }
    }

    /** A request begins to use it; {@link #endAccess} follows once. */
    void access() {
        uses.addAndGet((1L << Integer.SIZE) + 1);
        times.begin();
    }

    /** Its client has sent its id. */
    void join() {
        fresh = false;
    }

    Object tls() {
        return tls;
    }

    void tls(Object identity) {
        tls = identity;
    }

    /** The request is over. */
    public void endAccess() {
        if (!owner.rules().idleFromStart()) {
            times.used();
        }
        if ((int) uses.decrementAndGet() <= 0) {
            // This request is the last one until the next begins.
            times.last();
            owner.unused(this);
        }
    }

    /** The note; null if there is none. */
    public Note note() {
        return note;
    }

    /** Replaces the expected note, if it is still there, by another; both may be null. */
    public boolean note(Note expected, Note value) {
        if (!sameNote(expected, value)) {
            return false;
        }
        if (version > 0) {
            owner.noted(this);
        }
        return true;
    }

    /** The same if both notes have the same content, so that a kept copy stays correct. */
    public boolean sameNote(Note expected, Note value) {
        return NOTE.compareAndSet(this, expected, value);
    }

    /** Sets the note that was kept with it, or that of the session it continues; before use. */
    public void firstNote(Note value) {
        note = value;
    }

    public boolean isValid() {
        return state.get() == SessionState.VALID;
    }

    /** True if no request uses it and it has timed out. */
    public boolean isOver(long nanos) {
        int seconds = maxInactive;
        return seconds > 0 && !isUsed() && times.idleNanos(nanos) >= seconds * 1_000_000_000L;
    }

    void id(String next) {
        id = next;
    }

    /**
     * Ends it if it was valid: notifies listeners, then removes its attributes.
     *
     * @param byApplication as reported to its note
     */
    boolean end(boolean byApplication) {
        if (!state.compareAndSet(SessionState.VALID, SessionState.ENDING)) {
            return false;
        }
        boolean told = true;
        try {
            told = owner.endsHere(this);
            if (told) {
                owner.events().destroyed(this);
            }
        } finally {
            for (String name : attributes.keySet()) {
                Object value = attributes.remove(name);
                if (told) {
                    unbindAtEnd(name, value);
                }
            }
            state.set(SessionState.ENDED);
            endNote(byApplication);
        }
        return true;
    }

    private void endNote(boolean byApplication) {
        Note last = note;
        if (last != null) {
            last.ended(this, byApplication);
        }
    }

    /** Ends it for the server, as {@link #invalidate} does; does nothing if it has ended. */
    public void endFromOutside() {
        owner.end(this, true);
    }

    /** Ends it for the server as if it had timed out; does nothing if it has ended. */
    public void expire() {
        owner.end(this, false);
    }

    /**
     * From now on no request gets it, unless one uses it or has begun to since its note was read;
     * {@link #expire} must follow.
     *
     * @param which decides by its note, which may be null
     * @return false if nothing has changed
     */
    public boolean retire(Predicate<Note> which) {
        long seen = uses.get();
        return (int) seen == 0
                && which.test(note)
                && uses.compareAndSet(seen, seen + Integer.MIN_VALUE);
    }

    /** When it was created, in milliseconds since 1970; also after its end. */
    long created() {
        return times.created();
    }

    public boolean isRetired() {
        return uses.intValue() < 0;
    }

    /** Whether its client has not sent its id yet; also valid after its end. */
    public boolean isFresh() {
        return fresh;
    }

    /** Whether a request uses it now. */
    public boolean isUsed() {
        return uses.intValue() > 0;
    }

    // ---- HttpSession

    @Override
    public long getCreationTime() {
        requireAlive();
        return times.created();
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public long getLastAccessedTime() {
        requireAlive();
        return times.lastAccessed();
    }

    @Override
    public ServletContext getServletContext() {
        return owner.context();
    }

    /** Seconds; 0 or less means that it never times out. */
    @Override
    public void setMaxInactiveInterval(int seconds) {
        maxInactive = seconds;
    }

    @Override
    public int getMaxInactiveInterval() {
        return maxInactive;
    }

    @Override
    public Object getAttribute(String name) {
        requireAlive();
        return name == null ? null : attributes.get(name);
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        requireAlive();
        return Collections.enumeration(List.copyOf(attributes.keySet()));
    }

    @Override
    public void setAttribute(String name, Object value) {
        Objects.requireNonNull(name, "name");
        if (value == null) {
            removeAttribute(name);
            return;
        }
        requireAlive();
        if (owner.isDistributable() && !(value instanceof Serializable)) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §7.7.2: the application is distributable, and attribute "
                            + name
                            + " is not serializable: "
                            + value.getClass().getName());
        }
        Object before = attributes.get(name);
        boolean always = owner.rules().bindsUnchanged();
        if ((always || value != before) && value instanceof HttpSessionBindingListener bound) {
            bound.valueBound(new HttpSessionBindingEvent(this, name, value));
        }
        before = attributes.put(name, value);
        try {
            if ((always || before != value) && before instanceof HttpSessionBindingListener old) {
                old.valueUnbound(new HttpSessionBindingEvent(this, name, before));
            }
            if (before != value || owner.rules().tellsUnchanged()) {
                owner.events().attributeSet(this, name, before, value);
            }
        } finally {
            if (state.get() == SessionState.ENDED) {
                // The session ended meanwhile: no value may stay bound.
                unbindAtEnd(name, attributes.remove(name));
            }
        }
    }

    @Override
    public void removeAttribute(String name) {
        requireAlive();
        Object value = name == null ? null : attributes.remove(name);
        if (value instanceof HttpSessionBindingListener bound) {
            bound.valueUnbound(new HttpSessionBindingEvent(this, name, value));
        }
        if (value != null) {
            owner.events().attributeRemoved(this, name, value);
        }
    }

    /** If one listener fails, the others are still notified. */
    private void unbindAtEnd(String name, Object value) {
        if (value instanceof HttpSessionBindingListener bound) {
            owner.events()
                    .tell(() -> bound.valueUnbound(new HttpSessionBindingEvent(this, name, value)));
        }
        if (value != null) {
            owner.events().attributeRemovedAtEnd(this, name, value);
        }
    }

    @Override
    public void invalidate() {
        if (!isValid()) {
            throw ended();
        }
        owner.end(this, true);
    }

    @Override
    public boolean isNew() {
        requireAlive();
        return fresh;
    }

    /** It also works outside of requests, while the session is valid and keeps its present id. */
    @Override
    public Accessor getAccessor() {
        requireAlive();
        return new SessionAccessor(owner, this);
    }

    /** Its listeners may still read it while it ends. */
    private void requireAlive() {
        if (state.get() == SessionState.ENDED) {
            throw ended();
        }
    }

    static IllegalStateException ended() {
        return new IllegalStateException("Servlet 6.1 §7.6: the session was invalidated");
    }
}

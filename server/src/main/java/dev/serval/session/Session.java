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
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One session (Servlet 6.1 §7). Thread-safe. Does not end by time while a request uses it.
 *
 * <pre>
 *   VALID --invalidate, timeout--> ENDING: listeners are told, attributes still there --> ENDED
 * </pre>
 */
public final class Session implements HttpSession {
    /** What the server knows of a session and the application does not see. */
    public interface Note {
        /**
         * The session is over.
         *
         * @param byApplication whether the application has ended it; else its time was over, or the
         *     application stops
         */
        void ended(Session session, boolean byApplication);
    }

    private enum State {
        VALID,
        ENDING,
        ENDED
    }

    private static final AtomicReferenceFieldUpdater<Session, Note> NOTE =
            AtomicReferenceFieldUpdater.newUpdater(Session.class, Note.class, "note");

    private final Sessions owner;
    private final long created;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.VALID);
    // How many requests use it, and above these 32 bits how many have begun to, so that whoever has
    // come and gone is seen; by retire() the number of users is below 0 for good.
    private final AtomicLong uses = new AtomicLong();
    private volatile String id;
    private volatile long lastAccessed;
    private volatile long thisAccessed;
    // By System.nanoTime, which nobody sets back.
    private volatile long usedNanos;
    private volatile int maxInactive;
    private volatile boolean fresh = true;
    // The TLS session that leads to it; null if there is none.
    private volatile Object tls;
    private volatile Note note;

    Session(Sessions owner, String id, int maxInactive) {
        this.owner = owner;
        this.id = id;
        this.maxInactive = maxInactive;
        created = System.currentTimeMillis();
        lastAccessed = created;
        thisAccessed = created;
        usedNanos = System.nanoTime();
    }

    // ---- for requests

    /** A request begins to use it; {@link #endAccess} follows once. */
    void access() {
        uses.addAndGet((1L << Integer.SIZE) + 1);
        synchronized (this) {
            lastAccessed = thisAccessed;
            thisAccessed = System.currentTimeMillis();
        }
        usedNanos = System.nanoTime();
    }

    /** Its client has shown that it knows it. */
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
        usedNanos = System.nanoTime();
        if ((int) uses.decrementAndGet() <= 0) {
            // Until the next one comes, the last one is this one.
            synchronized (this) {
                lastAccessed = thisAccessed;
            }
        }
    }

    /** Null if there is none. */
    public Note note() {
        return note;
    }

    /** Puts one in the place of another, if that is still there; both may be null. */
    public boolean note(Note expected, Note value) {
        return NOTE.compareAndSet(this, expected, value);
    }

    public boolean isValid() {
        return state.get() == State.VALID;
    }

    /** True when nobody uses it and its time is over. */
    boolean isOver(long nanos) {
        int seconds = maxInactive;
        return seconds > 0 && !isUsed() && nanos - usedNanos >= seconds * 1_000_000_000L;
    }

    void id(String next) {
        id = next;
    }

    /**
     * Ends it if it was valid: listeners, then its attributes.
     *
     * @param byApplication as its note is told
     */
    boolean end(boolean byApplication) {
        if (!state.compareAndSet(State.VALID, State.ENDING)) {
            return false;
        }
        try {
            owner.destroyed(this);
        } finally {
            for (String name : attributes.keySet()) {
                unbindAtEnd(name, attributes.remove(name));
            }
            state.set(State.ENDED);
            Note last = note;
            if (last != null) {
                last.ended(this, byApplication);
            }
        }
        return true;
    }

    /** The server ends it, as {@link #invalidate} does; nothing happens when it has ended. */
    public void endFromOutside() {
        owner.end(this, true);
    }

    /** The server ends it as if its time were over; nothing happens when it has ended. */
    public void expire() {
        owner.end(this, false);
    }

    /**
     * No request gets it from now on, unless one uses it or has begun to since its note was looked
     * at; {@link #expire} is to follow.
     *
     * @param which whether it is to be so, by its note, which may be null
     * @return false when nothing has changed
     */
    public boolean retire(Predicate<Note> which) {
        long seen = uses.get();
        return (int) seen == 0
                && which.test(note)
                && uses.compareAndSet(seen, seen + Integer.MIN_VALUE);
    }

    boolean isRetired() {
        return uses.intValue() < 0;
    }

    /** Whether its client has not shown yet that it knows it; also of one that has ended. */
    public boolean isFresh() {
        return fresh;
    }

    /** Whether a request uses it at the moment. */
    public boolean isUsed() {
        return uses.intValue() > 0;
    }

    // ---- HttpSession

    @Override
    public long getCreationTime() {
        requireAlive();
        return created;
    }

    @Override
    public String getId() {
        return id;
    }

    @Override
    public long getLastAccessedTime() {
        requireAlive();
        return lastAccessed;
    }

    @Override
    public ServletContext getServletContext() {
        return owner.context();
    }

    /** Seconds; 0 or less: it never ends by time. */
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
        if (value != before && value instanceof HttpSessionBindingListener bound) {
            bound.valueBound(new HttpSessionBindingEvent(this, name, value));
        }
        before = attributes.put(name, value);
        try {
            if (before != value && before instanceof HttpSessionBindingListener old) {
                old.valueUnbound(new HttpSessionBindingEvent(this, name, before));
            }
            owner.attributeSet(this, name, before, value);
        } finally {
            if (state.get() == State.ENDED) {
                // It ended meanwhile: nothing may stay bound.
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
            owner.attributeRemoved(this, name, value);
        }
    }

    /** However one of those that are told fails, the others are told. */
    private void unbindAtEnd(String name, Object value) {
        if (value instanceof HttpSessionBindingListener bound) {
            owner.tell(() -> bound.valueUnbound(new HttpSessionBindingEvent(this, name, value)));
        }
        if (value != null) {
            owner.attributeRemovedAtEnd(this, name, value);
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

    /** Works outside of requests too, while the session is valid and has the id that it has now. */
    @Override
    public Accessor getAccessor() {
        requireAlive();
        String known = id;
        return consumer -> accessFromOutside(known, consumer);
    }

    /** As a request would: what is found is used, and does not end by time meanwhile. */
    private void accessFromOutside(String known, Consumer<HttpSession> consumer) {
        if (!id.equals(known)) {
            throw new IllegalStateException(
                    "HttpSession.Accessor: the id of the session has changed; ask for another one");
        }
        if (owner.find(known) == null) {
            throw ended();
        }
        try {
            consumer.accept(this);
        } finally {
            endAccess();
        }
    }

    /** Its listeners may still look into it while it ends. */
    private void requireAlive() {
        if (state.get() == State.ENDED) {
            throw ended();
        }
    }

    private IllegalStateException ended() {
        return new IllegalStateException("Servlet 6.1 §7.6: the session was invalidated");
    }
}

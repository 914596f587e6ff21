package dev.serval.session;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * One session (Servlet 6.1 §7). Thread-safe. Does not end by time while a request uses it.
 *
 * <pre>
 *   VALID --invalidate, timeout--> ENDING: listeners are told, attributes still there --> ENDED
 * </pre>
 */
public final class Session implements HttpSession {
    private enum State {
        VALID,
        ENDING,
        ENDED
    }

    private final Sessions owner;
    private final long created;
    private final Map<String, Object> attributes = new ConcurrentHashMap<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.VALID);
    private final AtomicInteger users = new AtomicInteger();
    private volatile String id;
    private volatile long lastAccessed;
    private volatile long thisAccessed;
    // By System.nanoTime, which nobody sets back.
    private volatile long usedNanos;
    private volatile int maxInactive;
    private volatile boolean fresh = true;
    private volatile Object note;

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
        users.incrementAndGet();
        thisAccessed = System.currentTimeMillis();
        usedNanos = System.nanoTime();
    }

    /** The request is over. */
    public void endAccess() {
        fresh = false;
        lastAccessed = thisAccessed;
        usedNanos = System.nanoTime();
        users.decrementAndGet();
    }

    /** What the server knows of it and the application does not see; null for nothing. */
    public Object note() {
        return note;
    }

    public void note(Object value) {
        note = value;
    }

    public boolean isValid() {
        return state.get() == State.VALID;
    }

    /** True when nobody uses it and its time is over. */
    boolean isOver(long nanos) {
        int seconds = maxInactive;
        return seconds > 0 && users.get() <= 0 && nanos - usedNanos >= seconds * 1_000_000_000L;
    }

    void id(String next) {
        id = next;
    }

    /** Ends it if it was valid: listeners, then its attributes. */
    boolean end() {
        if (!state.compareAndSet(State.VALID, State.ENDING)) {
            return false;
        }
        try {
            owner.destroyed(this);
        } finally {
            for (String name : attributes.keySet()) {
                unbind(name, attributes.remove(name));
            }
            state.set(State.ENDED);
        }
        return true;
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
        Object before = attributes.get(name);
        if (value != before && value instanceof HttpSessionBindingListener bound) {
            owner.tell(() -> bound.valueBound(new HttpSessionBindingEvent(this, name, value)));
        }
        before = attributes.put(name, value);
        if (before != null && before != value && before instanceof HttpSessionBindingListener old) {
            HttpSessionBindingEvent event = new HttpSessionBindingEvent(this, name, before);
            owner.tell(() -> old.valueUnbound(event));
        }
        owner.attributeSet(this, name, before, value);
        if (state.get() == State.ENDED) {
            // It ended meanwhile: nothing may stay bound.
            unbind(name, attributes.remove(name));
        }
    }

    @Override
    public void removeAttribute(String name) {
        requireAlive();
        if (name != null) {
            unbind(name, attributes.remove(name));
        }
    }

    private void unbind(String name, Object value) {
        if (value == null) {
            return;
        }
        if (value instanceof HttpSessionBindingListener bound) {
            owner.tell(() -> bound.valueUnbound(new HttpSessionBindingEvent(this, name, value)));
        }
        owner.attributeRemoved(this, name, value);
    }

    @Override
    public void invalidate() {
        if (!isValid()) {
            throw ended();
        }
        owner.end(this);
    }

    @Override
    public boolean isNew() {
        requireAlive();
        return fresh;
    }

    /** Works outside of requests too, while the session is valid; follows changes of the id. */
    @Override
    public Accessor getAccessor() {
        requireAlive();
        return this::accessFromOutside;
    }

    private void accessFromOutside(Consumer<HttpSession> consumer) {
        if (!isValid()) {
            throw ended();
        }
        access();
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

package dev.serval.session;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the listeners of an application of events of its sessions. Thread-safe. In a call by the
 * application, an exception of a listener is thrown to the caller (Servlet 6.1 §11.6).
 */
final class SessionEvents {
    private static final Logger LOG = LoggerFactory.getLogger(SessionEvents.class);

    private final ServletContext context;
    private final Supplier<? extends SessionListeners> listeners;

    /**
     * @param listeners asked for each event
     */
    SessionEvents(ServletContext context, Supplier<? extends SessionListeners> listeners) {
        this.context = context;
        this.listeners = listeners;
    }

    void created(HttpSession session) {
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (HttpSessionListener listener : listeners.get().ofSessions()) {
            listener.sessionCreated(event);
        }
    }

    /** Servlet 6.1 §11.3.3: in reverse order, before the attributes are removed. */
    void destroyed(HttpSession session) {
        List<HttpSessionListener> all = listeners.get().ofSessions();
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (int i = all.size() - 1; i >= 0; i--) {
            HttpSessionListener listener = all.get(i);
            tell(() -> listener.sessionDestroyed(event));
        }
    }

    void renamed(HttpSession session, String before) {
        HttpSessionEvent event = new HttpSessionEvent(session);
        for (HttpSessionIdListener listener : listeners.get().ofIds()) {
            listener.sessionIdChanged(event, before);
        }
    }

    void attributeSet(HttpSession session, String name, Object before, Object value) {
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

    void attributeRemoved(HttpSession session, String name, Object value) {
        List<HttpSessionAttributeListener> all = listeners.get().ofAttributes();
        if (!all.isEmpty()) {
            HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, value);
            all.forEach(listener -> listener.attributeRemoved(event));
        }
    }

    void attributeRemovedAtEnd(HttpSession session, String name, Object value) {
        List<HttpSessionAttributeListener> all = listeners.get().ofAttributes();
        if (!all.isEmpty()) {
            HttpSessionBindingEvent event = new HttpSessionBindingEvent(session, name, value);
            all.forEach(listener -> tell(() -> listener.attributeRemoved(event)));
        }
    }

    /** Notifies values that are listeners before they are stored (Servlet 6.1 §7.7.2). */
    void passivate(HttpSession session, Iterable<Object> values) {
        moving(session, values, HttpSessionActivationListener::sessionWillPassivate);
    }

    /** Notifies them after they were stored or read. */
    void activate(HttpSession session, Iterable<Object> values) {
        moving(session, values, HttpSessionActivationListener::sessionDidActivate);
    }

    private void moving(
            HttpSession session,
            Iterable<Object> values,
            BiConsumer<HttpSessionActivationListener, HttpSessionEvent> call) {
        HttpSessionEvent event = null;
        for (Object value : values) {
            if (value instanceof HttpSessionActivationListener listener) {
                event = event == null ? new HttpSessionEvent(session) : event;
                HttpSessionEvent told = event;
                tell(() -> call.accept(listener, told));
            }
        }
    }

    /** For events outside of calls: if a listener fails, the others are still notified. */
    void tell(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0620 a session listener of {} failed", context.getContextPath(), e);
        }
    }
}

package dev.serval.servlet.registration;

import dev.serval.lifecycle.LazyAttribute;
import dev.serval.session.SessionListeners;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextAttributeEvent;
import jakarta.servlet.ServletContextAttributeListener;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestAttributeEvent;
import jakarta.servlet.ServletRequestAttributeListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of a context, in the order in which they were added (Servlet 6.1 §11). Thread-safe.
 * The end of a context or request is reported in reverse order; if a listener fails, the others are
 * told all the same.
 */
public final class Listeners implements SessionListeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    /** A ServletContextListener; one that a program added may not register anything. */
    private record Starter(ServletContextListener listener, boolean restricted) {}

    private final ContextIdentity identity;
    private final ServletContext context;
    private final List<Starter> starters = new ArrayList<>();
    private final List<ServletContextListener> told = new ArrayList<>();
    private final List<ServletContextAttributeListener> attribute = new CopyOnWriteArrayList<>();
    private final List<ServletRequestListener> request = new CopyOnWriteArrayList<>();
    private final List<ServletRequestAttributeListener> requestAttribute =
            new CopyOnWriteArrayList<>();
    private final List<EventListener> session = new CopyOnWriteArrayList<>();

    // Listeners of initializers, until those of descriptors were added before them.
    private final List<EventListener> added = new ArrayList<>();
    private boolean describing = true;

    /**
     * @param context passed to them in events
     */
    public Listeners(ContextIdentity identity, ServletContext context) {
        this.identity = identity;
        this.context = context;
    }

    /** Whether a class is a listener that Servlet 6.1 §11 knows. */
    static boolean isKnown(Class<?> type) {
        return ServletContextListener.class.isAssignableFrom(type)
                || ServletContextAttributeListener.class.isAssignableFrom(type)
                || ServletRequestListener.class.isAssignableFrom(type)
                || ServletRequestAttributeListener.class.isAssignableFrom(type)
                || isOfSessions(type);
    }

    private static boolean isOfSessions(Class<?> type) {
        return HttpSessionListener.class.isAssignableFrom(type)
                || HttpSessionIdListener.class.isAssignableFrom(type)
                || HttpSessionAttributeListener.class.isAssignableFrom(type);
    }

    /**
     * Adds a listener for all that it implements. Throws IllegalArgumentException if it is of an
     * unknown kind.
     *
     * @param restricted whether it was added by a program, not by a descriptor
     */
    public void add(EventListener listener, boolean restricted) {
        if (!isKnown(listener.getClass())) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §11: " + listener.getClass().getName() + " is no listener");
        }
        if (listener instanceof ServletContextListener starter) {
            starters.add(new Starter(starter, restricted));
        }
        if (listener instanceof ServletContextAttributeListener one) {
            attribute.add(one);
        }
        if (listener instanceof ServletRequestListener one) {
            request.add(one);
        }
        if (listener instanceof ServletRequestAttributeListener one) {
            requestAttribute.add(one);
        }
        if (isOfSessions(listener.getClass())) {
            session.add(listener);
        }
    }

    /** Throws IllegalArgumentException for a class that {@link #isKnown} does not know. */
    public static void requireKnown(Class<?> type) {
        if (!isKnown(type)) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4.3: " + type.getName() + " is no listener");
        }
    }

    /**
     * Adds a listener that an initializer or another listener brings. Throws
     * IllegalArgumentException for one that comes too late, or of an unknown kind.
     */
    public void addByProgram(EventListener listener) {
        requireKnown(listener.getClass());
        if (listener instanceof ServletContextListener && !describing) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4.3: "
                            + listener.getClass().getName()
                            + " is a ServletContextListener, and the context starts already");
        }
        if (describing) {
            added.add(listener);
        } else {
            add(listener, true);
        }
    }

    /** The listeners of descriptors were added; those of initializers follow them. */
    public void described() {
        added.forEach(listener -> add(listener, true));
        describing = false;
    }

    @Override
    public List<HttpSessionListener> ofSessions() {
        return ofKind(HttpSessionListener.class);
    }

    @Override
    public List<HttpSessionAttributeListener> ofAttributes() {
        return ofKind(HttpSessionAttributeListener.class);
    }

    @Override
    public List<HttpSessionIdListener> ofIds() {
        return ofKind(HttpSessionIdListener.class);
    }

    private <T extends EventListener> List<T> ofKind(Class<T> kind) {
        return session.isEmpty()
                ? List.of()
                : session.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    // ---- the context

    /** Reports the start of the context; the first failure ends it. */
    public void initialized(Registrations registrations) throws ServletException {
        ServletContextEvent event = new ServletContextEvent(context);
        for (Starter starter : List.copyOf(starters)) {
            registrations.restrict(starter.restricted());
            try {
                starter.listener().contextInitialized(event);
                told.add(starter.listener());
            } catch (RuntimeException | Error e) {
                throw new ServletException(
                        "listener "
                                + starter.listener().getClass().getName()
                                + " failed in contextInitialized: "
                                + e,
                        e);
            } finally {
                registrations.restrict(false);
            }
        }
    }

    /** Reports the end, once, to those that were told of the start. */
    public void destroyed() {
        ServletContextEvent event = new ServletContextEvent(context);
        reversed(told, "contextDestroyed", listener -> listener.contextDestroyed(event));
        told.clear();
    }

    /**
     * Reports a change of an attribute of the context; null before or after means none. Exceptions
     * of listeners are thrown to the caller (Servlet 6.1 §11.6).
     */
    public void attribute(String name, Object before, Object after) {
        if (attribute.isEmpty() || before == null && after == null) {
            return;
        }
        ServletContextAttributeEvent event =
                new ServletContextAttributeEvent(context, name, before == null ? after : before);
        if (before == null) {
            attribute.forEach(listener -> listener.attributeAdded(event));
        } else if (after == null) {
            attribute.forEach(listener -> listener.attributeRemoved(event));
        } else {
            attribute.forEach(listener -> listener.attributeReplaced(event));
        }
    }

    // ---- requests

    /** Whether there are listeners for requests. */
    public boolean watchRequests() {
        return !request.isEmpty();
    }

    /** An exception of a listener fails the request. */
    public void requestInitialized(ServletRequest incoming) {
        ServletRequestEvent event = new ServletRequestEvent(context, incoming);
        for (ServletRequestListener listener : request) {
            listener.requestInitialized(event);
        }
    }

    public void requestDestroyed(ServletRequest incoming) {
        ServletRequestEvent event = new ServletRequestEvent(context, incoming);
        reversed(request, "requestDestroyed", listener -> listener.requestDestroyed(event));
    }

    /** Reports a change of an attribute of a request, in the same way. */
    public void requestAttribute(
            ServletRequest incoming, String name, Object before, Object after) {
        if (requestAttribute.isEmpty() || before == null && after == null) {
            return;
        }
        Object shown = LazyAttribute.shown(before == null ? after : before);
        ServletRequestAttributeEvent event =
                new ServletRequestAttributeEvent(context, incoming, name, shown);
        if (before == null) {
            requestAttribute.forEach(listener -> listener.attributeAdded(event));
        } else if (after == null) {
            requestAttribute.forEach(listener -> listener.attributeRemoved(event));
        } else {
            requestAttribute.forEach(listener -> listener.attributeReplaced(event));
        }
    }

    private <T> void reversed(List<T> listeners, String call, Consumer<T> teller) {
        List<T> reversed = new ArrayList<>(listeners);
        Collections.reverse(reversed);
        each(reversed, call, teller);
    }

    private <T> void each(List<T> listeners, String call, Consumer<T> teller) {
        for (T listener : listeners) {
            try {
                teller.accept(listener);
            } catch (NoClassDefFoundError e) {
                // The name of the class is enough: the places where it was searched do not help.
                LOG.error(
                        "SRV-0608 listener {} of context '{}' failed in {}: {}",
                        listener.getClass().getName(),
                        identity.path(),
                        call,
                        e.toString());
            } catch (RuntimeException | Error e) {
                // A failure of one listener must not keep the others from being told.
                LOG.error(
                        "SRV-0608 listener {} of context '{}' failed in {}",
                        listener.getClass().getName(),
                        identity.path(),
                        call,
                        e);
            }
        }
    }
}

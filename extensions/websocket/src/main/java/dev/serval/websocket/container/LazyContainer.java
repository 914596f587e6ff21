package dev.serval.websocket.container;

import dev.serval.lifecycle.LazyAttribute;
import dev.serval.websocket.session.HttpSessionTies;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;

/**
 * The container of one application, made at its first use: most applications have no endpoint, and
 * then none of the container's classes is loaded. Thread-safe.
 */
final class LazyContainer
        implements LazyAttribute,
                ServletContextListener,
                HttpSessionListener,
                HttpSessionIdListener {
    private final ClassLoader loader;
    // The path of the application.
    private final String context;
    // Of whole messages, in bytes; 0 for the default.
    private final int maxText;
    private final int maxBinary;
    private volatile EndpointContainer made; // written while this is locked
    private boolean started; // guarded by this
    private boolean stopped; // guarded by this

    /**
     * @param loader of the application
     * @param context the path of the application
     */
    LazyContainer(ClassLoader loader, String context, int maxText, int maxBinary) {
        this.loader = loader;
        this.context = context;
        this.maxText = maxText;
        this.maxBinary = maxBinary;
    }

    @Override
    public EndpointContainer value() {
        EndpointContainer known = made;
        return known == null ? make() : known;
    }

    private synchronized EndpointContainer make() {
        if (made == null) {
            EndpointContainer fresh = new EndpointContainer(loader, context);
            if (maxText > 0) {
                fresh.defaults.maxText = maxText;
            }
            if (maxBinary > 0) {
                fresh.defaults.maxBinary = maxBinary;
            }
            if (started) {
                fresh.started();
            }
            if (stopped) {
                fresh.close();
            }
            made = fresh;
        }
        return made;
    }

    /** Null if it was not used yet. */
    EndpointContainer ifMade() {
        return made;
    }

    /** The application has started. */
    synchronized void started() {
        started = true;
        if (made != null) {
            made.started();
        }
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        Containers.add(loader, this);
    }

    /** Ends the client connections of the application. */
    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Containers.remove(loader, this);
        EndpointContainer ending;
        synchronized (this) {
            stopped = true;
            ending = made;
        }
        if (ending != null) {
            ending.close();
        }
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String before) {
        HttpSessionTies ties = ties();
        if (ties != null) {
            ties.sessionIdChanged(event, before);
        }
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        HttpSessionTies ties = ties();
        if (ties != null) {
            ties.end(event.getSession());
        }
    }

    private HttpSessionTies ties() {
        EndpointContainer known = made;
        return known == null ? null : known.ties();
    }
}

package dev.serval.servlet.async;

import dev.serval.servlet.registration.ContextIdentity;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of an asynchronous request (Servlet 6.1 §2.3.3.3), added since the last startAsync.
 * Changed by one thread at a time.
 */
final class AsyncListeners {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncListeners.class);

    private record Listening(
            AsyncListener listener, ServletRequest request, ServletResponse response) {}

    /** The kinds of events. */
    interface Telling {
        void tell(AsyncListener listener, AsyncEvent event) throws IOException;
    }

    private final AsyncContext source;
    private final ContextIdentity identity;
    private volatile List<Listening> all;

    AsyncListeners(AsyncContext source, ContextIdentity identity) {
        this(source, identity, List.of());
    }

    private AsyncListeners(AsyncContext source, ContextIdentity identity, List<Listening> all) {
        this.source = source;
        this.identity = identity;
        this.all = all;
    }

    /**
     * @param request passed to the listener; may be null
     */
    void add(AsyncListener listener, ServletRequest request, ServletResponse response) {
        List<Listening> more = new ArrayList<>(all);
        more.add(new Listening(listener, request, response));
        all = more;
    }

    /** Removes and returns the present ones. */
    AsyncListeners leave() {
        AsyncListeners left = new AsyncListeners(source, identity, all);
        all = List.of();
        return left;
    }

    void tell(Throwable cause, Telling telling) {
        for (Listening listening : all) {
            AsyncEvent event =
                    new AsyncEvent(source, listening.request(), listening.response(), cause);
            try {
                telling.tell(listening.listener(), event);
            } catch (IOException | RuntimeException | Error e) {
                // If one fails, the others and the end follow all the same.
                LOG.error(
                        "SRV-0623 asynchronous listener {} of context '{}' failed",
                        listening.listener().getClass().getName(),
                        identity.path(),
                        e);
            }
        }
    }
}

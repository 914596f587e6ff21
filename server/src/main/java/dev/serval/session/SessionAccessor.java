package dev.serval.session;

import jakarta.servlet.http.HttpSession;
import java.util.function.Consumer;

/**
 * Lets an application use a session outside of requests, while it is valid and still has the id of
 * that time (Servlet 6.1, HttpSession.Accessor). Thread-safe. Like a request: the session that is
 * found is used, does not time out meanwhile, and is saved afterwards where there is a store.
 */
final class SessionAccessor implements HttpSession.Accessor {
    private final Sessions owner;
    private final Session session;
    private final String known;

    SessionAccessor(Sessions owner, Session session) {
        this.owner = owner;
        this.session = session;
        known = session.getId();
    }

    @Override
    public void access(Consumer<HttpSession> consumer) {
        if (!session.getId().equals(known)) {
            throw new IllegalStateException(
                    "HttpSession.Accessor: the id of the session has changed; ask for another one");
        }
        // Another object if the session has left the memory meanwhile.
        Session found = owner.find(known);
        if (found == null) {
            throw Session.ended();
        }
        try {
            consumer.accept(found);
        } finally {
            found.leave();
            found.endAccess();
        }
    }
}

package dev.serval.servlet;

import dev.serval.http.LogNotes;
import dev.serval.http.LogWants;
import dev.serval.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes of a call what access logs want to know and only the container does. Stateless. The texts
 * are made here, on the thread of the call, since attributes are the application's.
 */
final class LoggedCall {
    private static final Logger LOG = LoggerFactory.getLogger(LoggedCall.class);

    private LoggedCall() {}

    static void begin(LogNotes notes, Thread thread) {
        if (notes.wants().thread()) {
            notes.thread(thread.getName());
        }
    }

    /** Before the request's end; never throws. */
    static void end(LogNotes notes, ApiRequest request) {
        LogWants wants = notes.wants();
        try {
            for (String name : wants.attributes()) {
                Object value = request.getAttribute(name);
                if (value != null) {
                    notes.attribute(name, String.valueOf(value));
                }
            }
            boolean asked = wants.session() || !wants.sessionAttributes().isEmpty();
            Session session = asked ? request.session(false) : null;
            if (session == null) {
                return;
            }
            notes.sessionId(session.getId());
            for (String name : wants.sessionAttributes()) {
                Object value = session.getAttribute(name);
                if (value != null) {
                    notes.sessionAttribute(name, String.valueOf(value));
                }
            }
        } catch (RuntimeException | Error e) {
            // An attribute of the application, or a session that ends at this moment: the line has
            // a dash then, and the client its response.
            LOG.debug("Something could not be noted for the access log", e);
        }
    }
}

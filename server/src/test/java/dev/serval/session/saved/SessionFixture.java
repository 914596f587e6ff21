package dev.serval.session.saved;

import dev.serval.servlet.AppContext;
import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import dev.serval.session.SessionIds;
import dev.serval.session.SessionListeners;
import dev.serval.session.SessionRules;
import dev.serval.session.Sessions;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpSessionActivationListener;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.io.Serializable;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Sessions of one application for tests, and what its listeners have heard. */
final class SessionFixture {
    /** All events of the thread's test. */
    static final Queue<String> EVENTS = new ConcurrentLinkedQueue<>();

    static final AttributeRules RULES = AttributeRules.DEFAULTS;

    final ServletContext context = AppContext.builder("/a").build().servletContext();
    final SessionListeners listeners =
            new SessionListeners() {
                @Override
                public List<HttpSessionListener> ofSessions() {
                    return List.of(
                            new HttpSessionListener() {
                                @Override
                                public void sessionCreated(HttpSessionEvent event) {
                                    EVENTS.add("created");
                                }

                                @Override
                                public void sessionDestroyed(HttpSessionEvent event) {
                                    EVENTS.add("destroyed " + event.getSession().getAttribute("a"));
                                }
                            });
                }

                @Override
                public List<HttpSessionAttributeListener> ofAttributes() {
                    return List.of();
                }

                @Override
                public List<HttpSessionIdListener> ofIds() {
                    return List.of();
                }
            };

    /** Hears of its passivation. */
    static final class Moving implements Serializable, HttpSessionActivationListener {
        private static final long serialVersionUID = 1;

        @Override
        public void sessionWillPassivate(HttpSessionEvent event) {
            EVENTS.add("passivate " + event.getSession().getAttribute("a"));
        }

        @Override
        public void sessionDidActivate(HttpSessionEvent event) {
            EVENTS.add("activate " + event.getSession().getAttribute("a"));
        }
    }

    SessionBytes bytes(NoteForm notes) {
        return new SessionBytes(
                SessionFixture.class.getClassLoader(), RULES, notes, "/a", "in the Store");
    }

    static SessionRules most(int active) {
        return new SessionRules(active, new SessionIds(), false, true, false);
    }

    /** What a request does at its end. */
    static void leave(Session session) {
        session.leave();
        session.endAccess();
    }

    /** A session that no request uses. */
    static Session unused(Sessions of, int seconds, String value) {
        Session session = of.create(seconds, made -> {});
        session.setAttribute("a", value);
        session.endAccess();
        return session;
    }
}

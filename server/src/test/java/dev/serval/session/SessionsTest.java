package dev.serval.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.servlet.AppContext;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionBindingListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servlet 6.1 §7 and §11, without a request. */
class SessionsTest {
    private final List<String> events = new ArrayList<>();
    private final SessionListeners listeners =
            new SessionListeners() {
                @Override
                public List<HttpSessionListener> ofSessions() {
                    return List.of(lives("1"), lives("2"));
                }

                @Override
                public List<HttpSessionAttributeListener> ofAttributes() {
                    return List.of(attributes());
                }

                @Override
                public List<HttpSessionIdListener> ofIds() {
                    return List.of(
                            (event, before) ->
                                    events.add("id " + (before.length() == SessionIds.LENGTH)));
                }
            };
    private final Sessions sessions =
            new Sessions(AppContext.builder("/a").build().servletContext(), () -> listeners, false);

    @AfterEach
    void close() {
        sessions.close();
    }

    private HttpSessionListener lives(String name) {
        return new HttpSessionListener() {
            @Override
            public void sessionCreated(HttpSessionEvent event) {
                events.add("created " + name);
            }

            @Override
            public void sessionDestroyed(HttpSessionEvent event) {
                events.add("destroyed " + name + " " + event.getSession().getAttribute("a"));
                if (name.equals("2")) {
                    throw new IllegalStateException("the others are told all the same");
                }
            }
        };
    }

    private HttpSessionAttributeListener attributes() {
        return new HttpSessionAttributeListener() {
            @Override
            public void attributeAdded(HttpSessionBindingEvent event) {
                events.add("added " + event.getName() + "=" + event.getValue());
            }

            @Override
            public void attributeRemoved(HttpSessionBindingEvent event) {
                events.add("removed " + event.getName() + "=" + event.getValue());
            }

            @Override
            public void attributeReplaced(HttpSessionBindingEvent event) {
                events.add("replaced " + event.getName() + "=" + event.getValue());
            }
        };
    }

    private final class Bound implements HttpSessionBindingListener {
        @Override
        public void valueBound(HttpSessionBindingEvent event) {
            events.add("bound " + event.getName());
        }

        @Override
        public void valueUnbound(HttpSessionBindingEvent event) {
            events.add("unbound " + event.getName());
        }

        @Override
        public String toString() {
            return "it";
        }
    }

    private static long in(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void itsListenersAreToldInOrderAndTheEndInReverse() {
        Session session = sessions.create(0, told -> {});
        session.setAttribute("a", "v");
        session.invalidate();
        assertThat(events)
                .containsExactly(
                        "created 1",
                        "created 2",
                        "added a=v",
                        "destroyed 2 v",
                        "destroyed 1 v",
                        "removed a=v");
        assertThat(sessions.count()).isZero();
    }

    @Test
    void valuesAreToldThatTheyAreBound() {
        Session session = sessions.create(0, told -> {});
        events.clear();
        Bound value = new Bound();
        session.setAttribute("a", value);
        session.setAttribute("a", value);
        session.setAttribute("a", "other");
        session.setAttribute("a", null);
        session.removeAttribute("a");
        assertThat(events)
                .containsExactly(
                        "bound a",
                        "added a=it",
                        "replaced a=it",
                        "unbound a",
                        "replaced a=it",
                        "removed a=other");
    }

    @Test
    void afterItsEndASessionKnowsOnlyItsId() {
        Session session = sessions.create(7, told -> {});
        session.invalidate();
        List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls =
                List.of(
                        session::getCreationTime,
                        session::getLastAccessedTime,
                        () -> session.getAttribute("a"),
                        session::getAttributeNames,
                        () -> session.setAttribute("a", "v"),
                        () -> session.removeAttribute("a"),
                        session::invalidate,
                        session::isNew,
                        session::getAccessor);
        for (var call : calls) {
            assertThatThrownBy(call).isInstanceOf(IllegalStateException.class);
        }
        assertThat(session.getId()).hasSize(SessionIds.LENGTH);
        assertThat(session.getMaxInactiveInterval()).isEqualTo(7);
    }

    @Test
    void whatIsUsedDoesNotEndByTime() {
        Session session = sessions.create(10, told -> {});
        sessions.sweep(in(100));
        assertThat(session.isValid()).isTrue();
        session.endAccess();
        sessions.sweep(in(9));
        assertThat(session.isValid()).isTrue();
        sessions.sweep(in(11));
        assertThat(session.isValid()).isFalse();
        assertThat(sessions.count()).isZero();
    }

    @Test
    void withoutATimeItNeverEndsByTime() {
        for (int never : new int[] {0, -1}) {
            Session session = sessions.create(never, told -> {});
            session.endAccess();
            sessions.sweep(in(1_000_000));
            assertThat(session.isValid()).isTrue();
        }
    }

    @Test
    void anIdThatIsNotOneOfOursFindsNothing() {
        Session session = sessions.create(0, told -> {});
        assertThat(sessions.find(session.getId())).isSameAs(session);
        assertThat(sessions.find(session.getId().toLowerCase())).isNull();
        assertThat(sessions.find(session.getId() + "0")).isNull();
        assertThat(sessions.find("")).isNull();
        assertThat(sessions.find(null)).isNull();
        assertThat(sessions.contains(session.getId())).isTrue();
    }

    @Test
    void anotherIdLeadsToTheSameSession() {
        Session session = sessions.create(0, told -> {});
        String before = session.getId();
        String after = sessions.changeId(session);
        assertThat(session.getId()).isEqualTo(after).isNotEqualTo(before);
        assertThat(sessions.find(before)).isNull();
        assertThat(sessions.find(after)).isSameAs(session);
        assertThat(events).endsWith("id true");
        session.invalidate();
        assertThatThrownBy(() -> sessions.changeId(session))
                .isInstanceOf(IllegalStateException.class);
        assertThat(sessions.count()).isZero();
    }

    @Test
    void itIsNewUntilItsClientShowsThatItKnowsIt() {
        Session session = sessions.create(0, told -> {});
        session.endAccess();
        assertThat(session.isNew()).isTrue();
        session.join();
        assertThat(session.isNew()).isFalse();
        assertThat(session.getLastAccessedTime()).isGreaterThanOrEqualTo(session.getCreationTime());
    }

    @Test
    void anAccessorWorksUntilTheEndOrAnotherId() {
        Session session = sessions.create(0, told -> {});
        HttpSession.Accessor before = session.getAccessor();
        before.access(s -> s.setAttribute("a", "v"));
        assertThat(session.getAttribute("a")).isEqualTo("v");
        sessions.changeId(session);
        assertThatThrownBy(() -> before.access(s -> {})).isInstanceOf(IllegalStateException.class);
        HttpSession.Accessor accessor = session.getAccessor();
        accessor.access(s -> s.removeAttribute("a"));
        assertThat(session.getAttribute("a")).isNull();
        session.invalidate();
        assertThatThrownBy(() -> accessor.access(s -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aTlsSessionLeadsToItsSessionUntilTheEnd() {
        Session session = sessions.create(0, told -> {});
        Object tls = new Object();
        sessions.track(session, tls);
        assertThat(sessions.findByTls(tls)).isSameAs(session);
        assertThat(sessions.findByTls(new Object())).isNull();
        session.invalidate();
        assertThat(sessions.findByTls(tls)).isNull();
    }

    @Test
    void betweenRequestsItWasLastAccessedByTheLastOneAndDuringOneByTheOneBefore() throws Exception {
        Session session = sessions.create(0, told -> {});
        session.endAccess();
        long created = session.getLastAccessedTime();
        while (System.currentTimeMillis() == created) {
            Thread.onSpinWait();
        }
        session.access();
        assertThat(session.getLastAccessedTime()).isEqualTo(created);
        session.endAccess();
        assertThat(session.getLastAccessedTime()).isGreaterThan(created);
    }

    @Test
    void whenItIsClosedAllEndAndNoneIsCreated() {
        Session session = sessions.create(0, told -> {});
        sessions.close();
        assertThat(session.isValid()).isFalse();
        assertThatThrownBy(() -> sessions.create(0, told -> {}))
                .isInstanceOf(IllegalStateException.class);
    }
}

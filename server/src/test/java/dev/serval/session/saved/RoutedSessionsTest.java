package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.session.NoteForm;
import dev.serval.session.RequestedSession;
import dev.serval.session.Session;
import dev.serval.session.SessionCookie;
import dev.serval.session.SessionOverrides;
import dev.serval.session.SessionRules;
import dev.serval.session.SessionSettings;
import dev.serval.session.Sessions;
import jakarta.servlet.http.Cookie;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that its balancer sends to another server than before. */
class RoutedSessionsTest {
    private final SessionFixture fixture = new SessionFixture();
    private final MapStore store = new MapStore();
    private final SessionsInStore first = node("node1");
    private final SessionsInStore second = node("node2");

    private SessionsInStore node(String route) {
        return new SessionsInStore(
                fixture.context,
                () -> fixture.listeners,
                false,
                SessionRules.defaults().routed(route),
                fixture.bytes(NoteForm.NONE),
                store,
                new SwapRules(-1, -1, -1, true),
                "/a");
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    /** What a request with that id in its cookie sees. */
    private static final class Asking implements RequestedSession.Request {
        final List<Cookie> told = new ArrayList<>();
        final String id;
        boolean committed;

        Asking(String id) {
            this.id = id;
        }

        RequestedSession of(Sessions sessions) {
            return new RequestedSession(
                    sessions,
                    new SessionCookie(
                            SessionSettings.DEFAULTS,
                            SessionOverrides.NONE,
                            "/a",
                            false,
                            () -> true),
                    this);
        }

        @Override
        public Cookie[] cookies() {
            return new Cookie[] {new Cookie("JSESSIONID", id)};
        }

        @Override
        public String pathParameter(String name) {
            return null;
        }

        @Override
        public Object tls() {
            return null;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public boolean isCommitted() {
            return committed;
        }

        @Override
        public void tell(Cookie cookie) {
            told.add(cookie);
        }
    }

    private static String here(String id, String route) {
        return id.substring(0, id.indexOf('.') + 1) + route;
    }

    private String stored() {
        Session session = SessionFixture.unused(first, 60, "v");
        session.save();
        return session.getId();
    }

    @Test
    void itGoesOnThereWithTheRouteOfThatServer() {
        String id = stored();
        Asking asking = new Asking(id);
        RequestedSession requested = asking.of(second);
        Session there = requested.get(false);
        assertThat(there.getAttribute("a")).isEqualTo("v");
        assertThat(there.getId()).isEqualTo(here(id, "node2"));
        assertThat(asking.told).extracting(Cookie::getValue).containsExactly(there.getId());
        assertThat(requested.requestedId()).isEqualTo(there.getId());
        assertThat(requested.isRequestedValid()).isTrue();
        assertThat(store.sessions).containsOnlyKeys(there.getId());
        requested.end();
    }

    /** A page asks for several things at a time, all with the id that the client had. */
    @Test
    void requestsWithTheFormerIdFindItToo() {
        String id = stored();
        RequestedSession one = new Asking(id).of(second);
        Session there = one.get(false);
        Asking late = new Asking(id);
        RequestedSession other = late.of(second);
        assertThat(other.get(false)).isSameAs(there);
        assertThat(late.told).extracting(Cookie::getValue).containsExactly(there.getId());
        assertThat(second.contains(id)).isTrue();
        one.end();
        other.end();
    }

    @Test
    void whenTheResponseHasBegunTheRouteStays() {
        String id = stored();
        Asking asking = new Asking(id);
        asking.committed = true;
        RequestedSession requested = asking.of(second);
        assertThat(requested.get(false).getId()).isEqualTo(id);
        assertThat(asking.told).isEmpty();
        requested.end();
    }

    /** Rule 19: a new id of a log-in is told to nobody who has a former one. */
    @Test
    void anIdThatWasChangedIsNotFoundByTheFormerOne() {
        String id = stored();
        RequestedSession requested = new Asking(id).of(second);
        requested.get(false);
        requested.changeId();
        Asking former = new Asking(id);
        assertThat(former.of(second).get(false)).isNull();
        assertThat(former.told).isEmpty();
        requested.end();
    }

    @Test
    void anIdOfTheSameServerStays() {
        String id = stored();
        Asking asking = new Asking(id);
        RequestedSession requested = asking.of(first);
        assertThat(requested.get(false).getId()).isEqualTo(id);
        assertThat(asking.told).isEmpty();
        requested.end();
    }

    private SharedSessions sharing(String route) {
        return new SharedSessions(
                fixture.context,
                () -> fixture.listeners,
                false,
                SessionRules.defaults().routed(route),
                fixture.bytes(NoteForm.NONE),
                store,
                new SharingRules(true, 600, true, 100),
                "/a");
    }

    /** Others may use it at the same time, since the store knows it by its id without a route. */
    @Test
    void inASharedStoreItIsTheSameWhateverItsRoute() {
        SharedSessions one = sharing("node1");
        SharedSessions two = sharing("node2");
        Session session = one.create(60, made -> {});
        session.setAttribute("a", "v");
        SessionFixture.leave(session);
        Asking asking = new Asking(session.getId());
        RequestedSession requested = asking.of(two);
        assertThat(requested.get(false).getAttribute("a")).isEqualTo("v");
        String there = session.getId().replace(".node1", ".node2");
        assertThat(requested.get(false).getId()).isEqualTo(there);
        assertThat(requested.isRequestedValid()).isTrue();
        assertThat(asking.told).hasSize(1);
        requested.end();
        Session back = one.find(there);
        assertThat(back.getId()).isEqualTo(session.getId());
        back.endAccess();
        one.close();
        two.close();
    }

    /** As in Tomcat: the whole id is that of a session. */
    @Test
    void withoutAStoreAnotherRouteIsAnUnknownSession() {
        Sessions alone =
                new Sessions(
                        fixture.context,
                        () -> fixture.listeners,
                        false,
                        SessionRules.defaults().routed("node1"));
        Session session = SessionFixture.unused(alone, 60, "v");
        Asking asking = new Asking(here(session.getId(), "node2"));
        assertThat(asking.of(alone).get(false)).isNull();
        assertThat(asking.told).isEmpty();
        assertThat(alone.contains(asking.id)).isFalse();
        alone.close();
    }
}

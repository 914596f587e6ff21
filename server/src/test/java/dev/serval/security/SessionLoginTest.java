package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.servlet.AppContext;
import dev.serval.session.Session;
import dev.serval.session.SessionListeners;
import dev.serval.session.Sessions;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What requests that run at the same time do to a login. */
@Timeout(60)
class SessionLoginTest {
    private static final UserPrincipal ANN = new UserPrincipal("ann", Set.of());
    private static final SavedRequest SAVED = new SavedRequest("/a", "/a", null, new byte[0]);
    private static final int RACES = Integer.getInteger("serval.races", 2000) * 20;

    private Consumer<HttpSessionEvent> destroyed = event -> {};

    private final SessionListeners listeners =
            new SessionListeners() {
                @Override
                public List<HttpSessionListener> ofSessions() {
                    return List.of(
                            new HttpSessionListener() {
                                @Override
                                public void sessionDestroyed(HttpSessionEvent event) {
                                    destroyed.accept(event);
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

    private final Sessions sessions =
            new Sessions(AppContext.builder("/a").build().servletContext(), () -> listeners, false);
    private final AwaitedLogins awaited = new AwaitedLogins(10);

    @AfterEach
    void close() {
        sessions.close();
    }

    /** Log-outs, each beside another thread that does that. */
    private void race(Consumer<Session> other) throws InterruptedException {
        Session session = sessions.create(60, created -> {});
        AtomicInteger turn = new AtomicInteger();
        Thread thread =
                new Thread(
                        () -> {
                            for (int i = 1; i <= RACES; i++) {
                                while (turn.get() < 2 * i - 1) {
                                    Thread.onSpinWait();
                                }
                                other.accept(session);
                                turn.incrementAndGet();
                            }
                        });
        thread.start();
        int undone = 0;
        for (int i = 1; i <= RACES; i++) {
            SessionLogin.enter(session, ANN, "FORM", Realm.NOBODY, null);
            SessionLogin.save(session, SAVED, 60, awaited);
            turn.incrementAndGet();
            SessionLogin.leave(session);
            while (turn.get() < 2 * i) {
                Thread.onSpinWait();
            }
            undone += SessionLogin.of(session).principal() == null ? 0 : 1;
        }
        thread.join();
        assertThat(undone).as("log-outs that were undone").isZero();
    }

    @Test
    void aLogOutIsNotUndoneByARequestThatHasWhatItAskedFor() throws InterruptedException {
        race(SessionLogin::forget);
    }

    @Test
    void aLogOutIsNotUndoneByARequestThatIsKept() throws InterruptedException {
        race(session -> SessionLogin.save(session, SAVED, 60, awaited));
    }

    @Test
    void whoWaitsForALoginIsCountedUntilThenOrUntilTheSessionEnds() {
        Session first = sessions.create(60, created -> {});
        Session second = sessions.create(60, created -> {});
        Session third = sessions.create(60, created -> {});
        for (Session session : List.of(first, second, third)) {
            SessionLogin.save(session, SAVED, 30, awaited);
            assertThat(session.getMaxInactiveInterval()).isEqualTo(30);
        }
        assertThat(awaited.size()).isEqualTo(3);
        SessionLogin.enter(first, ANN, "FORM", Realm.NOBODY, null);
        assertThat(first.getMaxInactiveInterval()).isEqualTo(60);
        assertThat(SessionLogin.of(first).saved()).isEqualTo(SAVED);
        assertThat(awaited.size()).isEqualTo(2);
        second.invalidate();
        assertThat(awaited.size()).isEqualTo(1);
        SessionLogin.leave(third);
        assertThat(awaited.size()).isZero();
        assertThat(awaited.bytes()).isZero();
    }

    @Test
    void whatARequestUsesIsNotEnded() {
        AwaitedLogins two = new AwaitedLogins(2);
        Session used = sessions.create(60, created -> {});
        SessionLogin.save(used, SAVED, 30, two);
        Session oldest = null;
        for (int i = 0; i < 5; i++) {
            Session session = sessions.create(60, created -> {});
            SessionLogin.save(session, SAVED, 30, two);
            session.endAccess();
            oldest = oldest == null ? session : oldest;
        }
        assertThat(used.isValid()).isTrue();
        assertThat(oldest.isValid()).isFalse();
        assertThat(two.size()).isEqualTo(2);
    }

    /** One that was made for a login, and that no request uses. */
    private Session waiting() {
        Session session = sessions.create(60, created -> {});
        SessionLogin.save(session, SAVED, 10, awaited);
        session.endAccess();
        return session;
    }

    @Test
    void noSessionThatARequestHasGotEndsForTheSakeOfOthers() {
        Session first = waiting();
        Session second = waiting();
        List<Session> got = new ArrayList<>();
        // What a listener of the application does may take long; others come meanwhile.
        destroyed =
                ended -> {
                    for (Session one : List.of(first, second)) {
                        Session found = sessions.find(one.getId());
                        if (found != null) {
                            got.add(found);
                        }
                    }
                };
        byte[] large = new byte[10 * AwaitedLogins.BYTES_EACH];
        Session last = sessions.create(60, created -> {});
        SessionLogin.save(last, new SavedRequest("/a", "/a", null, large), 10, awaited);
        assertThat(first.isValid()).isFalse();
        assertThat(got).allSatisfy(one -> assertThat(one.isValid()).isTrue());
        assertThat(second.isValid()).isFalse();
        assertThat(awaited.size()).isOne();
    }

    @Test
    void aSessionThatARequestUsesOrHasUsedSinceIsNotRetired() {
        Session session = waiting();
        sessions.find(session.getId());
        assertThat(session.retire(note -> true)).as("used").isFalse();
        session.endAccess();
        assertThat(
                        session.retire(
                                note -> {
                                    // Logs in, and is gone before the decision.
                                    Session found = sessions.find(session.getId());
                                    SessionLogin.enter(found, ANN, "FORM", Realm.NOBODY, null);
                                    found.endAccess();
                                    return true;
                                }))
                .as("used since")
                .isFalse();
        assertThat(session.retire(note -> false)).isFalse();
        assertThat(sessions.find(session.getId())).isSameAs(session);
        session.endAccess();
        assertThat(session.retire(note -> true)).isTrue();
        assertThat(sessions.find(session.getId())).isNull();
        assertThat(session.isUsed()).isFalse();
    }
}

package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import dev.serval.session.store.StoredSession;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The PersistentManager: what leaves the memory, and what comes back. */
class SessionsInStoreTest {
    private final SessionFixture fixture = new SessionFixture();
    private final MapStore store = new MapStore();
    private SessionsInStore sessions = made(new SwapRules(-1, -1, 0, true), -1);

    private SessionsInStore made(SwapRules swaps, int most) {
        return new SessionsInStore(
                fixture.context,
                () -> fixture.listeners,
                false,
                SessionFixture.most(most),
                fixture.bytes(NoteForm.NONE),
                store,
                swaps,
                "/a");
    }

    @BeforeEach
    void forgetEvents() {
        SessionFixture.EVENTS.clear();
    }

    @AfterEach
    void close() {
        sessions.close();
    }

    @Test
    void anIdleOneLeavesTheMemoryAndComesBackWhenItIsAskedFor() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        session.setAttribute("moving", new SessionFixture.Moving());
        String id = session.getId();
        sessions.sweepStore();
        assertThat(sessions.all()).isEmpty();
        assertThat(store.sessions).containsOnlyKeys(id);
        assertThat(sessions.count()).as("it counts").isEqualTo(1);
        assertThat(sessions.contains(id)).isTrue();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "passivate v");
        Session back = sessions.find(id);
        assertThat(back).isNotSameAs(session);
        assertThat(back.getAttribute("a")).isEqualTo("v");
        assertThat(back.getMaxInactiveInterval()).isEqualTo(60);
        assertThat(SessionFixture.EVENTS).containsExactly("created", "passivate v", "activate v");
        back.endAccess();
    }

    @Test
    void oneThatARequestUsesStays() {
        Session session = sessions.create(60, made -> {});
        sessions.sweepStore();
        assertThat(sessions.all()).containsExactly(session);
        session.endAccess();
        sessions.sweepStore();
        assertThat(sessions.all()).isEmpty();
    }

    @Test
    void oneThatCannotBeStoredAsAWholeStays() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        session.setAttribute("thread", new Object());
        sessions.sweepStore();
        sessions.sweepStore();
        assertThat(sessions.find(session.getId())).isSameAs(session);
        session.endAccess();
    }

    /** StoreAnswersAgainTest has what is shared by nodes. */
    @Test
    void thatTheStoreAnswersAgainIsTold() {
        try (StoreLog log = new StoreLog("/a")) {
            store.down = true;
            sessions.sweepStore();
            assertThat(log.lines()).singleElement().asString().startsWith("SRV-0714");
            store.down = false;
            for (int i = 0; i < 20; i++) {
                sessions.sweepStore();
            }
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(1)).endsWith("answers again, after 1 failures in all");
        }
    }

    /** A full disk can still be read. */
    @Test
    void oneThatCanOnlyBeReadDoesNotAnswerAgain() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        try (StoreLog log = new StoreLog("/a")) {
            store.down = true;
            session.save();
            store.down = false;
            sessions.contains("x".repeat(40));
            store.full = true;
            for (int i = 0; i < 20; i++) {
                sessions.sweepStore();
            }
            assertThat(log.lines()).hasSize(1);
            store.full = false;
            session.save();
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(1)).contains("answers again");
        }
    }

    @Test
    void anIdNobodyMadeIsNotLookedFor() {
        store.down = true;
        assertThat(sessions.find("../../etc/passwd")).isNull();
        assertThat(sessions.find("x".repeat(40))).isNull();
        assertThat(sessions.contains("x".repeat(40))).isFalse();
    }

    /** Whoever writes to the store knows no more ids than others. */
    @Test
    void anIdNobodyMadeIsNotFoundInTheStoreEither() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        sessions.sweepStore();
        StoredSession there = store.sessions.get(session.getId());
        String id = "x".repeat(40);
        store.sessions.put(id, new StoredSession(id, 1, there.expires(), there.bytes()));
        assertThat(sessions.contains(id)).isFalse();
        assertThat(sessions.find(id)).isNull();
        assertThat(sessions.find(session.getId())).isNotNull();
    }

    @Test
    void anInvalidatedOneIsGoneFromTheStore() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        session.save();
        assertThat(store.sessions).hasSize(1);
        session.invalidate();
        assertThat(store.sessions).isEmpty();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
    }

    @Test
    void anInvalidatedOneDoesNotComeBackWithTheStore() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        session.save();
        String id = session.getId();
        store.down = true;
        session.invalidate();
        store.down = false;
        assertThat(store.sessions).containsOnlyKeys(id);
        assertThat(sessions.find(id)).isNull();
        assertThat(sessions.contains(id)).isFalse();
        sessions.sweepStore();
        assertThat(store.sessions).isEmpty();
    }

    @Test
    void whatTheStoreDoesNotTakeKeepsNoOthersFromBeingKept() {
        sessions.close();
        sessions = made(new SwapRules(-1, -1, -1, true), -1);
        for (int i = 0; i < 20; i++) {
            SessionFixture.unused(sessions, 60, i % 2 == 0 ? "x".repeat(2000) : "v");
        }
        store.most = 1000;
        sessions.close();
        assertThat(store.sessions).hasSize(10);
    }

    @Test
    void aNewIdIsThatOfTheStoreToo() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        session.save();
        String before = session.getId();
        String id = sessions.changeId(session);
        assertThat(store.sessions).containsOnlyKeys(id);
        assertThat(id).isNotEqualTo(before);
    }

    @Test
    void theEndOfOneInTheStoreIsToldOnce() throws Exception {
        Session session = SessionFixture.unused(sessions, 3600, "v");
        String id = session.getId();
        for (int i = 0; i < 11; i++) {
            sessions.sweepStore();
        }
        assertThat(sessions.all()).isEmpty();
        store.touch(id, 1);
        for (int i = 0; i < 22; i++) {
            sessions.sweepStore();
        }
        assertThat(store.sessions).isEmpty();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
        assertThat(sessions.find(id)).isNull();
    }

    @Test
    void oneThatIsUsedHereIsNotEndedByWhatTheStoreKnows() throws Exception {
        sessions.close();
        sessions = made(new SwapRules(0, -1, -1, true), -1);
        Session session = SessionFixture.unused(sessions, 3600, "v");
        sessions.sweepStore();
        assertThat(store.sessions).as("backed up").hasSize(1);
        store.touch(session.getId(), 1);
        for (int i = 0; i < 11; i++) {
            sessions.sweepStore();
        }
        assertThat(session.isValid()).isTrue();
        assertThat(store.sessions.get(session.getId()).expires()).isGreaterThan(1);
        assertThat(SessionFixture.EVENTS).containsExactly("created");
    }

    @Test
    void theLongestIdleMakesRoomAndElseNoneIsMade() {
        sessions.close();
        sessions = made(new SwapRules(-1, -1, -1, true), 2);
        Session first = SessionFixture.unused(sessions, 60, "1");
        Session second = sessions.create(60, made -> {});
        Session third = sessions.create(60, made -> {});
        assertThat(sessions.all()).containsExactlyInAnyOrder(second, third);
        assertThat(store.sessions).containsOnlyKeys(first.getId());
        assertThatThrownBy(() -> sessions.create(60, made -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("SRV-0715")
                .hasMessageContaining("maxActiveSessions");
        second.endAccess();
        third.endAccess();
    }

    @Test
    void minIdleSwapKeepsTheYoungInMemory() {
        sessions.close();
        sessions = made(new SwapRules(-1, 60, -1, true), 1);
        SessionFixture.unused(sessions, 60, "1");
        assertThatThrownBy(() -> sessions.create(60, made -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStopStoresAllAndTellsNoEnd() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        sessions.close();
        assertThat(SessionFixture.EVENTS).containsExactly("created");
        sessions = made(new SwapRules(-1, -1, 0, true), -1);
        Session back = sessions.find(session.getId());
        assertThat(back.getAttribute("a")).isEqualTo("v");
        back.endAccess();
    }

    @Test
    void withoutSaveOnRestartAStopEndsThem() {
        sessions.close();
        sessions = made(new SwapRules(-1, -1, -1, false), -1);
        SessionFixture.unused(sessions, 60, "v");
        sessions.close();
        assertThat(store.sessions).isEmpty();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
    }

    @Test
    void thoseInMemoryGoOnWhileTheStoreIsDown() {
        Session session = SessionFixture.unused(sessions, 60, "v");
        store.down = true;
        sessions.sweepStore();
        assertThat(sessions.find(session.getId())).isSameAs(session);
        session.endAccess();
        assertThat(sessions.find("A".repeat(40))).isNull();
        store.down = false;
        assertThat(session.isOver(System.nanoTime() + TimeUnit.SECONDS.toNanos(61))).isTrue();
    }

    @Test
    void bytesThatAreNoSessionAreRemoved() throws Exception {
        Session session = SessionFixture.unused(sessions, 60, "v");
        String id = session.getId();
        sessions.sweepStore();
        store.sessions.computeIfPresent(
                id,
                (key, there) ->
                        new StoredSession(
                                id, there.version(), there.expires(), new byte[] {1, 2, 3}));
        assertThat(sessions.find(id)).isNull();
        assertThat(store.sessions).isEmpty();
    }
}

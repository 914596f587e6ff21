package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import dev.serval.session.SessionsDownException;
import dev.serval.session.StoreFigures;
import dev.serval.session.store.StoredSession;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Two nodes with one store: what one has saved the other sees, and each end is told once. */
class SharedSessionsTest {
    private static final SharingRules STICKY = new SharingRules(true, 600, true, 100);
    private static final SharingRules FREE = new SharingRules(false, 600, true, 100);

    private final MapStore store = new MapStore();
    private final List<SharedSessions> nodes = new ArrayList<>();

    /** Something whose content changes without a call of setAttribute. */
    static final class Basket implements Serializable {
        private static final long serialVersionUID = 1;
        int goods;
    }

    private SharedSessions node(SharingRules rules) {
        return node(rules, null);
    }

    private SharedSessions node(SharingRules rules, String route) {
        SessionFixture fixture = new SessionFixture();
        SharedSessions made =
                new SharedSessions(
                        fixture.context,
                        () -> fixture.listeners,
                        false,
                        SessionFixture.most(-1).routed(route),
                        fixture.bytes(NoteForm.NONE),
                        store,
                        rules,
                        "/a");
        nodes.add(made);
        return made;
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.call()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static SharingRules rules(boolean sticky) {
        return sticky ? STICKY : FREE;
    }

    @BeforeEach
    void forgetEvents() {
        SessionFixture.EVENTS.clear();
    }

    @AfterEach
    void close() {
        nodes.forEach(SharedSessions::close);
    }

    private static String saved(SharedSessions at, String name, Object value) {
        Session session = at.create(60, made -> {});
        session.setAttribute(name, value);
        SessionFixture.leave(session);
        return session.getId();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theNextNodeSeesWhatARequestHasChanged(boolean sticky) {
        SharedSessions one = node(rules(sticky));
        SharedSessions other = node(rules(sticky));
        String id = saved(one, "n", 1);
        for (int n = 1; n < 6; n++) {
            SharedSessions asked = n % 2 == 0 ? one : other;
            Session session = asked.find(id);
            assertThat(session.getAttribute("n")).isEqualTo(n);
            session.setAttribute("n", n + 1);
            SessionFixture.leave(session);
        }
        assertThat(SessionFixture.EVENTS).containsExactly("created");
    }

    @Test
    void aFreeOneIsInMemoryOnlyWhileARequestUsesIt() {
        SharedSessions node = node(FREE);
        String id = saved(node, "n", 1);
        assertThat(node.all()).isEmpty();
        Session session = node.find(id);
        assertThat(node.all()).containsExactly(session);
        assertThat(node.find(id)).as("two requests have one object").isSameAs(session);
        SessionFixture.leave(session);
        assertThat(node.all()).hasSize(1);
        SessionFixture.leave(session);
        assertThat(node.all()).isEmpty();
    }

    @Test
    void aStickyOneStaysUntilItIsIdle() throws Exception {
        SharedSessions node = node(new SharingRules(true, 0, true, 100));
        String id = saved(node, "n", 1);
        Session session = node.find(id);
        node.sweepStore();
        assertThat(node.find(id)).isSameAs(session);
        SessionFixture.leave(session);
        SessionFixture.leave(session);
        assertThat(session.idleMillis()).isGreaterThanOrEqualTo(0);
        until(() -> session.idleMillis() > 1);
        node.sweepStore();
        assertThat(node.all()).isEmpty();
        assertThat(SessionFixture.EVENTS).containsExactly("created");
    }

    @Test
    void onlyWhatHasChangedIsWritten() {
        SharedSessions node = node(STICKY);
        Basket basket = new Basket();
        String id = saved(node, "basket", basket);
        assertThat(store.saves).hasValue(1);
        for (int i = 0; i < 5; i++) {
            SessionFixture.leave(node.find(id));
        }
        assertThat(store.saves).hasValue(1);
        assertThat(store.touches).as("once a minute at most").hasValue(0);
        Session session = node.find(id);
        ((Basket) session.getAttribute("basket")).goods++;
        SessionFixture.leave(session);
        assertThat(store.saves).as("other bytes").hasValue(2);
        session = node.find(id);
        session.setMaxInactiveInterval(30);
        SessionFixture.leave(session);
        assertThat(store.saves).hasValue(3);
    }

    @Test
    void aUseIsToldToTheStoreAndToOtherNodes() throws Exception {
        SharedSessions one = node(STICKY);
        String id = saved(one, "n", 1);
        StoredSession there = store.load(id);
        long soon = System.currentTimeMillis() + 1000;
        store.sessions.put(id, there.expires(soon));
        SharedSessions other = node(STICKY);
        SessionFixture.leave(other.find(id));
        assertThat(store.touches).hasValue(1);
        assertThat(store.load(id).expires()).isGreaterThan(soon + 50_000);
    }

    @Test
    void bothChangesOfTwoNodesCountAttributeByAttribute() {
        SharedSessions one = node(FREE);
        SharedSessions other = node(FREE);
        String id = saved(one, "a", "0");
        Session here = one.find(id);
        Session there = other.find(id);
        here.setAttribute("a", "here");
        here.setAttribute("mine", "1");
        there.setAttribute("a", "there");
        there.setAttribute("theirs", "2");
        SessionFixture.leave(here);
        SessionFixture.leave(there);
        Session now = one.find(id);
        assertThat(now.getAttribute("a")).as("the last one counts").isEqualTo("there");
        assertThat(now.getAttribute("mine")).isEqualTo("1");
        assertThat(now.getAttribute("theirs")).isEqualTo("2");
        now.removeAttribute("mine");
        Session again = other.find(id);
        again.setAttribute("theirs", "3");
        SessionFixture.leave(now);
        SessionFixture.leave(again);
        Session end = one.find(id);
        assertThat(end.getAttribute("mine")).as("removed there").isNull();
        assertThat(end.getAttribute("theirs")).isEqualTo("3");
        end.endAccess();
    }

    @Test
    void aRequestThatUsesItSeesWhatAnotherNodeHasSaved() {
        SharedSessions one = node(STICKY);
        SharedSessions other = node(STICKY);
        String id = saved(one, "n", 1);
        Session long1 = one.find(id);
        Session quick = other.find(id);
        quick.setAttribute("n", 2);
        SessionFixture.leave(quick);
        Session second = one.find(id);
        assertThat(second).isSameAs(long1);
        assertThat(second.getAttribute("n")).isEqualTo(2);
        SessionFixture.leave(second);
        SessionFixture.leave(long1);
    }

    @Test
    void theEndByAnApplicationIsToldOnce() {
        SharedSessions one = node(STICKY);
        SharedSessions other = node(STICKY);
        String id = saved(one, "a", "v");
        Session here = one.find(id);
        Session there = other.find(id);
        here.invalidate();
        there.invalidate();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
        here.endAccess();
        there.endAccess();
        assertThat(one.find(id)).isNull();
        assertThat(other.find(id)).isNull();
    }

    @Test
    void aRequestDoesNotBringBackWhatHasEndedElsewhere() {
        SharedSessions one = node(STICKY);
        SharedSessions other = node(STICKY);
        String id = saved(one, "a", "v");
        Session there = other.find(id);
        Session here = one.find(id);
        here.invalidate();
        here.endAccess();
        there.setAttribute("a", "changed");
        SessionFixture.leave(there);
        assertThat(store.sessions).isEmpty();
        assertThat(there.isValid()).isFalse();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
    }

    @Test
    void theEndByTimeIsToldByOneNode() throws Exception {
        SharedSessions one = node(STICKY);
        SharedSessions other = node(STICKY);
        String id = saved(one, "a", "v");
        SessionFixture.leave(other.find(id));
        store.sessions.computeIfPresent(id, (key, there) -> there.expires(1));
        one.sweepStore();
        other.sweepStore();
        assertThat(store.sessions).isEmpty();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
        assertThat(one.find(id)).isNull();
        assertThat(other.find(id)).isNull();
    }

    @Test
    void oneThatIsUsedHereGoesOnWhateverTheStoreThinks() {
        SharedSessions one = node(STICKY);
        String id = saved(one, "a", "v");
        Session used = one.find(id);
        store.sessions.computeIfPresent(id, (key, there) -> there.expires(1));
        one.sweepStore();
        assertThat(used.isValid()).isTrue();
        SessionFixture.leave(used);
        assertThat(store.sessions).containsOnlyKeys(id);
        assertThat(SessionFixture.EVENTS).containsExactly("created");
    }

    @Test
    void aNewIdIsSavedBeforeTheFormerOneIsRemoved() throws Exception {
        SharedSessions one = node(FREE);
        String id = saved(one, "a", "v");
        Session session = one.find(id);
        String next = one.changeId(session);
        assertThat(store.sessions).containsOnlyKeys(next);
        SessionFixture.leave(session);
        SharedSessions other = node(FREE);
        assertThat(other.find(id)).isNull();
        Session there = other.find(next);
        assertThat(there.getAttribute("a")).isEqualTo("v");
        there.endAccess();
    }

    @Test
    void aStickyOneGoesOnWhileTheStoreIsDownAndIsSavedLater() throws Exception {
        SharedSessions one = node(STICKY);
        String id = saved(one, "n", 1);
        store.down = true;
        Session session = one.find(id);
        session.setAttribute("n", 2);
        SessionFixture.leave(session);
        assertThat(one.find(id).getAttribute("n")).isEqualTo(2);
        session.endAccess();
        assertThatThrownBy(() -> one.find("A".repeat(40)))
                .isInstanceOf(SessionsDownException.class)
                .hasMessageContaining("down");
        assertThat(one.storeFigures().failed()).isPositive();
        store.down = false;
        until(
                () -> {
                    one.sweepStore();
                    return store.load(id).version() == 2;
                });
        SharedSessions other = node(STICKY);
        Session there = other.find(id);
        assertThat(there.getAttribute("n")).isEqualTo(2);
        there.endAccess();
    }

    /** Whether it is tried again before the next request, or that request asks first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatCouldNotBeSavedGivesWayToWhatAnotherNodeHasSavedSince(boolean triedFirst) {
        SharedSessions one = node(STICKY);
        SharedSessions other = node(STICKY);
        String id = saved(one, "n", 1);
        store.down = true;
        Session session = one.find(id);
        session.setAttribute("n", 2);
        session.setAttribute("here", "alone");
        SessionFixture.leave(session);
        store.down = false;
        Session there = other.find(id);
        there.setAttribute("n", 5);
        SessionFixture.leave(there);
        if (triedFirst) {
            one.sweepStore();
        }
        Session again = one.find(id);
        assertThat(again.getAttribute("n")).isEqualTo(5);
        assertThat(again.getAttribute("here")).isEqualTo("alone");
        SessionFixture.leave(again);
        one.sweepStore();
        there = other.find(id);
        assertThat(there.getAttribute("n")).isEqualTo(5);
        assertThat(there.getAttribute("here")).isEqualTo("alone");
        SessionFixture.leave(there);
    }

    /** The store has done it, and could not say so any more. */
    @Test
    void aSaveWhoseAnswerWasLostIsNotThatOfAnotherNode() throws Exception {
        SharedSessions one = node(STICKY);
        String id = saved(one, "n", 1);
        store.afterSave =
                () -> {
                    throw new IllegalStateException("the connection has ended");
                };
        Session session = one.find(id);
        session.setAttribute("n", 2);
        SessionFixture.leave(session);
        assertThat(store.load(id).version()).isEqualTo(2);
        store.afterSave = () -> {};
        store.down = true;
        long before = System.currentTimeMillis();
        until(() -> System.currentTimeMillis() > before);
        session = one.find(id);
        session.setAttribute("n", 3);
        SessionFixture.leave(session);
        store.down = false;
        until(
                () -> {
                    one.sweepStore();
                    return store.load(id).version() == 3;
                });
        for (SharedSessions each : List.of(one, node(STICKY))) {
            Session there = each.find(id);
            assertThat(there.getAttribute("n")).isEqualTo(3);
            SessionFixture.leave(there);
        }
    }

    /** For example since all connections of a pool are in use. */
    @Test
    void aStickyOneIsNotAnsweredUnsavedWhereTheStoreIsOnlyBusy() throws Exception {
        SharedSessions one = node(STICKY);
        String id = saved(one, "n", 1);
        Session session = one.find(id);
        session.setAttribute("n", 2);
        store.busy = true;
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(session::leave)
                    .isInstanceOf(SessionsDownException.class)
                    .hasMessage("busy");
        }
        session.endAccess();
        assertThatThrownBy(() -> one.find(id)).isInstanceOf(SessionsDownException.class);
        store.busy = false;
        // The store was not left alone for it, and what could not be saved is saved now.
        one.sweepStore();
        Session there = node(STICKY).find(id);
        assertThat(there.getAttribute("n")).isEqualTo(2);
        SessionFixture.leave(there);
    }

    @Test
    void aFreeOneThatCannotBeSavedIsRefusedAndAsItWas() {
        SharedSessions one = node(FREE);
        String id = saved(one, "n", 1);
        Session session = one.find(id);
        session.setAttribute("n", 2);
        store.down = true;
        assertThatThrownBy(session::leave).isInstanceOf(SessionsDownException.class);
        session.endAccess();
        assertThat(one.all()).isEmpty();
        store.down = false;
        Session again = one.find(id);
        assertThat(again.getAttribute("n")).isEqualTo(1);
        again.endAccess();
    }

    @Test
    void withNewARequestGoesOnWithoutTheStore() {
        SharedSessions one = node(new SharingRules(false, 600, false, 100));
        store.down = true;
        assertThat(one.find("A".repeat(40))).isNull();
        Session session = one.create(60, made -> {});
        session.setAttribute("n", 1);
        SessionFixture.leave(session);
        assertThat(one.find(session.getId())).isSameAs(session);
        session.endAccess();
    }

    @Test
    void afterFailuresTheStoreIsNotAskedForASecond() throws Exception {
        SharedSessions one = node(STICKY);
        store.down = true;
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> one.find("A".repeat(40)))
                    .isInstanceOf(SessionsDownException.class);
        }
        assertThat(one.storeFigures()).isEqualTo(new StoreFigures(3, 2, 0));
    }

    @Test
    void noMoreRequestsThanSaidWaitForAStoreThatHangs() throws Exception {
        SharedSessions one = node(new SharingRules(true, 600, true, 3));
        store.gate = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<Session>> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                String id = String.valueOf(i).repeat(40);
                waiting.add(threads.submit(() -> one.find(id)));
            }
            until(() -> store.waiting.get() == 3);
            assertThatThrownBy(() -> one.find("B".repeat(40)))
                    .isInstanceOf(SessionsDownException.class)
                    .hasMessageContaining("maxStoreCalls");
            store.gate.countDown();
            for (Future<Session> each : waiting) {
                assertThat(each.get(20, TimeUnit.SECONDS)).isNull();
            }
        } finally {
            store.gate.countDown();
            threads.shutdownNow();
        }
    }

    /** Its store is busy, not down. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatARequestHasChangedWaitsForItsPlace(boolean sticky) throws Exception {
        SharedSessions one = node(new SharingRules(sticky, 600, true, 1));
        String id = saved(one, "n", 1);
        Session session = one.find(id);
        session.setAttribute("n", 2);
        store.gate = new CountDownLatch(1);
        FutureTask<Session> other = new FutureTask<>(() -> one.find("A".repeat(40)));
        FutureTask<Void> end =
                new FutureTask<>(
                        () -> {
                            SessionFixture.leave(session);
                            return null;
                        });
        try {
            new Thread(other).start();
            until(() -> store.waiting.get() == 1);
            Thread ending = new Thread(end);
            ending.start();
            until(() -> end.isDone() || ending.getState() == Thread.State.TIMED_WAITING);
            assertThat(end.isDone()).isFalse();
        } finally {
            store.gate.countDown();
        }
        end.get(20, TimeUnit.SECONDS);
        assertThat(other.get(20, TimeUnit.SECONDS)).isNull();
        assertThat(store.load(id).version()).isEqualTo(2);
    }

    /** It may have something newer. */
    @Test
    void noCopyIsUsedWhileTheStoreIsOnlyBusy() throws Exception {
        SharedSessions one = node(new SharingRules(true, 600, true, 1));
        String id = saved(one, "n", 1);
        store.gate = new CountDownLatch(1);
        FutureTask<Session> other = new FutureTask<>(() -> one.find("A".repeat(40)));
        try {
            new Thread(other).start();
            until(() -> store.waiting.get() == 1);
            assertThatThrownBy(() -> one.find(id))
                    .isInstanceOf(SessionsDownException.class)
                    .hasMessageContaining("maxStoreCalls");
        } finally {
            store.gate.countDown();
        }
        assertThat(other.get(20, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void anInvalidatedOneDoesNotComeBackWithTheStore() throws Exception {
        SharedSessions one = node(STICKY);
        String id = saved(one, "a", "v");
        Session session = one.find(id);
        store.down = true;
        session.invalidate();
        session.endAccess();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
        assertThat(store.sessions).containsOnlyKeys(id);
        store.down = false;
        until(
                () -> {
                    one.sweepStore();
                    return store.sessions.isEmpty();
                });
    }

    @Test
    void activationIsToldBeforeAndAfterTheBytes() {
        SharedSessions one = node(FREE);
        SharedSessions other = node(FREE);
        Session session = one.create(60, made -> {});
        session.setAttribute("a", "v");
        session.setAttribute("moving", new SessionFixture.Moving());
        SessionFixture.leave(session);
        Session there = other.find(session.getId());
        assertThat(SessionFixture.EVENTS)
                .containsExactly("created", "passivate v", "activate v", "activate v");
        there.endAccess();
    }

    @Test
    void aSessionIsFoundWhateverTheRouteInItsId() {
        SharedSessions one = node(FREE, "one");
        SharedSessions other = node(STICKY, "other");
        String id = saved(one, "a", "v");
        assertThat(id).endsWith(".one");
        assertThat(store.sessions).as("without a route").containsOnlyKeys(id.substring(0, 40));
        Session there = other.find(id);
        assertThat(there.getId()).isEqualTo(id.replace(".one", ".other"));
        there.setAttribute("a", "w");
        SessionFixture.leave(there);
        assertThat(other.contains(id)).isTrue();
        for (String known : List.of(id, there.getId(), id.substring(0, 40))) {
            Session here = one.find(known);
            assertThat(here.getAttribute("a")).isEqualTo("w");
            assertThat(here.getId()).isEqualTo(id);
            here.endAccess();
        }
    }

    /** CWE-502: bytes that nobody of us has written end the session, and nothing else. */
    @Test
    void hostileBytesCostTheSessionAlone() throws Exception {
        SharedSessions one = node(FREE);
        String id = saved(one, "a", "v");
        byte[] whole = store.load(id).bytes();
        byte[] cut = Arrays.copyOf(whole, whole.length / 2);
        for (byte[] bytes : List.of(cut, new byte[0], new byte[] {1, 2, 3})) {
            store.sessions.put(id, new StoredSession(id, 7, Long.MAX_VALUE, bytes));
            assertThat(one.find(id)).isNull();
            assertThat(store.sessions).isEmpty();
        }
        assertThat(saved(one, "a", "v")).isNotNull();
    }

    @Test
    void whatOneReleaseCannotReadStaysForTheOther() throws Exception {
        SharedSessions one = node(FREE);
        String id = saved(one, "a", "v");
        StoredSession there = store.load(id);
        SessionParts parts = SessionParts.of(there.bytes());
        byte[] unknown = AttributeBytes.write(new Basket());
        String latin = new String(unknown, StandardCharsets.ISO_8859_1);
        parts.attributes()
                .put(
                        "other",
                        latin.replace("$Basket", "$Casket").getBytes(StandardCharsets.ISO_8859_1));
        store.sessions.put(id, new StoredSession(id, 2, there.expires(), parts.toBytes()));
        Session session = one.find(id);
        assertThat(session.getAttribute("other")).isNull();
        session.setAttribute("a", "w");
        SessionFixture.leave(session);
        assertThat(SessionParts.of(store.load(id).bytes()).attributes())
                .containsOnlyKeys("a", "other");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatHasEndedHereDoesNotComeBackWithTheStore(boolean sticky) {
        SharedSessions node = node(rules(sticky), "one");
        String id = saved(node, "n", 1);
        Session session = node.find(id);
        store.down = true;
        session.invalidate();
        store.down = false;
        // Before the next tick, which removes it.
        assertThat(node.find(id)).isNull();
        assertThat(node.find(id.replace(".one", ".other"))).isNull();
        assertThat(node.contains(id)).isFalse();
    }

    @Test
    void whatHasEndedWithoutTheStoreIsRemovedFromItBeforeTheEnd() {
        SharedSessions node = node(STICKY);
        String id = saved(node, "n", 1);
        Session session = node.find(id);
        store.down = true;
        session.invalidate();
        store.down = false;
        node.close();
        assertThat(store.sessions).doesNotContainKey(id);
    }

    /** Whichever node finds first that the store is back. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatHasEndedWithoutTheStoreEndsOnOtherNodesWithIt(boolean otherFirst) {
        SharedSessions one = node(STICKY);
        SharedSessions other = node(STICKY);
        String id = saved(one, "n", 1);
        SessionFixture.leave(other.find(id));
        store.down = true;
        Session ended = one.find(id);
        ended.invalidate();
        ended.endAccess();
        Session there = other.find(id);
        there.setAttribute("n", 2);
        SessionFixture.leave(there);
        store.down = false;
        (otherFirst ? other : one).sweepStore();
        (otherFirst ? one : other).sweepStore();
        assertThat(store.sessions).isEmpty();
        assertThat(other.find(id)).isNull();
        assertThat(one.find(id)).isNull();
        other.sweepStore();
        assertThat(store.sessions).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatEndsWhileItIsSavedDoesNotComeBackEither(boolean sticky) {
        SharedSessions node = node(rules(sticky));
        Session session = node.create(60, made -> {});
        session.setAttribute("n", 1);
        store.afterSave =
                () -> {
                    session.invalidate();
                    store.down = true;
                };
        SessionFixture.leave(session);
        store.down = false;
        assertThat(store.sessions).containsOnlyKeys(session.getId());
        assertThat(node.storeFigures().unremoved()).isEqualTo(1);
        assertThat(node.find(session.getId())).isNull();
        node.sweepStore();
        assertThat(store.sessions).isEmpty();
        assertThat(node.storeFigures().unremoved()).isZero();
    }

    @Test
    void anEndThatTheStoreNeverLearnsOfIsTold() {
        SharedSessions node = node(STICKY);
        Session session = node.find(saved(node, "n", 1));
        store.down = true;
        session.invalidate();
        Logger logger = (Logger) LoggerFactory.getLogger(StoreFailures.class);
        LoggedEvents lines = new LoggedEvents();
        logger.addAppender(lines);
        try {
            node.close();
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.startsWith("SRV-0732"))
                .singleElement()
                .asString()
                .contains("[/a]", "remove: 1.");
    }

    /** Whoever fills his session keeps nobody from theirs. */
    @Test
    void oneThatTheStoreDoesNotTakeIsNoReasonToAskItNoMore() {
        SharedSessions node = node(FREE);
        String id = saved(node, "n", 1);
        List<Session> large = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            large.add(node.create(60, made -> {}));
            large.get(i).setAttribute("n", "x".repeat(2000));
        }
        store.most = 1000;
        large.forEach(each -> assertThatThrownBy(each::leave).hasMessage("too large"));
        Session other = node.find(id);
        assertThat(other.getAttribute("n")).isEqualTo(1);
        other.endAccess();
        large.forEach(Session::endAccess);
        assertThat(node.storeFigures()).isEqualTo(new StoreFigures(5, 0, 0));
    }

    @Test
    void oneThatTheStoreDoesNotTakeKeepsNothingElseFromBeingDone() {
        SharedSessions node = node(STICKY);
        store.most = 1000;
        saved(node, "n", "x".repeat(2000));
        store.most = Integer.MAX_VALUE;
        String over = saved(node, "n", 1);
        store.most = 1000;
        store.sessions.computeIfPresent(over, (key, there) -> there.expires(1));
        node.sweepStore();
        assertThat(store.sessions).as("claimed").isEmpty();
    }
}

package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.session.Session;
import dev.serval.session.Sessions;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application is replaced, and its clients notice nothing. */
class HandoverTest {
    private final SessionFixture old = new SessionFixture();
    private final SessionFixture young = new SessionFixture();
    private final Sessions from = sessions(old);
    private final Sessions to = sessions(young);
    private final Handover handover =
            new Handover(from, AttributeRules.DEFAULTS, to, AttributeRules.DEFAULTS);

    @BeforeEach
    void forgetEvents() {
        SessionFixture.EVENTS.clear();
    }

    private static Sessions sessions(SessionFixture of) {
        return new Sessions(of.context, () -> of.listeners, false, SessionFixture.most(-1));
    }

    @Test
    void aSessionMovesWhenItsClientComesAndTheOthersAtTheEnd() {
        Session first = SessionFixture.unused(from, 60, "1");
        Session second = SessionFixture.unused(from, 60, "2");
        assertThat(to.mayWait()).isFalse();
        handover.begin();
        assertThat(to.mayWait()).as("classes are loaded meanwhile").isTrue();
        Session moved = to.find(first.getId());
        assertThat(moved.getAttribute("a")).isEqualTo("1");
        assertThat(moved.getServletContext()).isSameAs(young.context);
        assertThat(from.all()).containsExactly(second);
        handover.finish();
        assertThat(to.mayWait()).isFalse();
        assertThat(to.find(second.getId()).getAttribute("a")).isEqualTo("2");
        from.close();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "created");
    }

    @Test
    void itsIdleTimeGoesOn() {
        Session session = SessionFixture.unused(from, 3600, "1");
        long used = System.nanoTime();
        handover.begin();
        Session moved = to.heldAnywhere(session.getId());
        long almost = java.util.concurrent.TimeUnit.SECONDS.toNanos(3590);
        assertThat(moved.isOver(used + almost)).isFalse();
        assertThat(moved.isOver(System.nanoTime() + almost + 11_000_000_000L)).isTrue();
    }

    @Test
    void aRequestOfTheOldApplicationEndsItThereToo() {
        Session session = from.create(60, made -> {});
        handover.begin();
        Session moved = to.find(session.getId());
        assertThat(moved.isValid()).isTrue();
        session.invalidate();
        assertThat(moved.isValid()).isFalse();
        assertThat(to.held(session.getId())).isNull();
    }

    @Test
    void oneThatTheOldApplicationMakesOrRenamesMeanwhileIsFoundToo() {
        handover.begin();
        Session late = from.create(60, made -> {});
        late.setAttribute("a", "late");
        assertThat(to.find(late.getId()).getAttribute("a")).isEqualTo("late");
        Session renamed = from.create(60, made -> {});
        renamed.setAttribute("a", "renamed");
        Session before = to.find(renamed.getId());
        String id = from.changeId(renamed);
        assertThat(to.find(id).getAttribute("a")).isEqualTo("renamed");
        assertThat(before.isValid()).as("the former id").isFalse();
    }

    @Test
    void anApplicationThatIsReplacedTwiceHandsOnWhatItHasNotYet() {
        SessionFixture youngest = new SessionFixture();
        Sessions last = sessions(youngest);
        Session session = SessionFixture.unused(from, 60, "1");
        handover.begin();
        Handover next = new Handover(to, AttributeRules.DEFAULTS, last, AttributeRules.DEFAULTS);
        next.begin();
        assertThat(last.find(session.getId()).getAttribute("a")).isEqualTo("1");
        assertThat(from.all()).isEmpty();
        assertThat(to.all()).isEmpty();
    }

    /** The first one has a request that takes long, the second one has none. */
    @Test
    void oneThatEndsSoonerThanItsPredecessorHandsOnThoseOfBoth() {
        Sessions last = sessions(new SessionFixture());
        Session session = SessionFixture.unused(from, 60, "1");
        handover.begin();
        Handover next = new Handover(to, AttributeRules.DEFAULTS, last, AttributeRules.DEFAULTS);
        next.begin();
        next.finish();
        to.close();
        assertThat(last.find(session.getId()).getAttribute("a")).isEqualTo("1");
    }

    /** Ends the session while it is written: as a log-out does at that moment. */
    static final class LogsOut implements Serializable {
        private static final long serialVersionUID = 1;
        private static Session session;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            session.invalidate();
        }
    }

    @Test
    void oneThatEndsWhileItMovesDoesNotGoOn() {
        Session session = SessionFixture.unused(from, 60, "1");
        LogsOut.session = session;
        session.setAttribute("out", new LogsOut());
        handover.begin();
        assertThat(to.find(session.getId())).isNull();
        assertThat(to.all()).isEmpty();
    }

    /** Takes until it is let go on. */
    static final class Slow implements Serializable {
        private static final long serialVersionUID = 1;
        private static final CountDownLatch BEGUN = new CountDownLatch(1);
        private static final CountDownLatch GO = new CountDownLatch(1);

        private void writeObject(ObjectOutputStream out) throws IOException {
            BEGUN.countDown();
            try {
                GO.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            out.defaultWriteObject();
        }
    }

    /** The end of the old application waits for all of them together, and not for each. */
    @Test
    void oneThatSomebodyElseMovesForLongHoldsUpNoOther() throws Exception {
        Handover hurried =
                new Handover(
                        from, AttributeRules.DEFAULTS, to, AttributeRules.DEFAULTS, 20_000_000L);
        Session stuck = from.create(60, made -> {});
        stuck.setAttribute("long", new Slow());
        Session other = SessionFixture.unused(from, 60, "1");
        hurried.begin();
        Thread moving = new Thread(() -> hurried.find(stuck.getId()));
        moving.start();
        Slow.BEGUN.await();
        hurried.moveAll();
        assertThat(to.held(other.getId()).getAttribute("a")).isEqualTo("1");
        assertThat(to.held(stuck.getId())).isNull();
        Slow.GO.countDown();
        moving.join();
        assertThat(to.held(stuck.getId())).isNotNull();
    }

    @Test
    void nothingOfTheOldApplicationIsKept() {
        Session session = SessionFixture.unused(from, 60, "1");
        handover.begin();
        handover.end();
        assertThat(to.find(session.getId())).isNull();
        assertThat(from.find(session.getId())).isSameAs(session);
    }
}

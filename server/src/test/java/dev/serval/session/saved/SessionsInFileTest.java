package dev.serval.session.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.session.NoteForm;
import dev.serval.session.Session;
import dev.serval.session.Sessions;
import dev.serval.session.store.StoredSession;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The StandardManager: what is there after a restart. */
@Timeout(60)
class SessionsInFileTest {
    @TempDir private Path temp;
    private final SessionFixture fixture = new SessionFixture();

    @BeforeEach
    void forgetEvents() {
        SessionFixture.EVENTS.clear();
    }

    private Path file() {
        return temp.resolve("work/SESSIONS.ser");
    }

    private SessionsInFile start() {
        SessionsInFile sessions =
                new SessionsInFile(
                        fixture.context,
                        () -> fixture.listeners,
                        false,
                        SessionFixture.most(-1),
                        fixture.bytes(NoteForm.NONE),
                        file(),
                        true,
                        "/a");
        sessions.open();
        return sessions;
    }

    @Test
    void aSessionIsThereAfterARestartAndItsEndIsNotTold() {
        SessionsInFile sessions = start();
        Session session = SessionFixture.unused(sessions, 60, "v");
        session.setAttribute("moving", new SessionFixture.Moving());
        session.setAttribute("thread", new Object());
        sessions.close();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "passivate v");
        Session back = start().find(session.getId());
        assertThat(back.getAttribute("a")).isEqualTo("v");
        assertThat(back.getAttribute("thread")).as("left out alone").isNull();
        assertThat(back.getCreationTime()).isEqualTo(session.getCreationTime());
        assertThat(SessionFixture.EVENTS).containsExactly("created", "passivate v", "activate v");
    }

    @Test
    void oneWhoseTimeWasOverMeanwhileEndsAtTheStart() throws Exception {
        SessionsInFile sessions = start();
        Session session = SessionFixture.unused(sessions, 1, "v");
        sessions.close();
        byte[] written = Files.readAllBytes(file());
        assertThat(written).isNotEmpty();
        while (session.idleMillis() < 1000) {
            LockSupport.parkNanos(5_000_000);
        }
        SessionsInFile again = start();
        assertThat(again.all()).isEmpty();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
    }

    /** Security rule 19: whoever writes the file gives nobody an id. */
    @Test
    void anIdThatNobodyMadeIsNotTaken() throws Exception {
        SessionsInFile sessions = start();
        Session session = SessionFixture.unused(sessions, 60, "v");
        sessions.close();
        List<StoredSession> written = new ArrayList<>();
        SessionFile file = new SessionFile(file());
        file.read(written::add);
        StoredSession one = written.get(0);
        file.write(
                to -> {
                    to.take(one);
                    to.take(new StoredSession("x".repeat(40), 1, one.expires(), one.bytes()));
                });
        assertThat(start().all()).extracting(Session::getId).containsExactly(session.getId());
    }

    /** The file stays for a process that is killed; what has ended since does not come back. */
    @Test
    void aLogOutIsNotUndoneByACrash() {
        SessionsInFile sessions = start();
        Session gone = SessionFixture.unused(sessions, 60, "gone");
        Session renamed = SessionFixture.unused(sessions, 60, "renamed");
        Session stays = SessionFixture.unused(sessions, 60, "stays");
        sessions.close();
        SessionsInFile killed = start();
        killed.find(gone.getId()).invalidate();
        killed.changeId(killed.find(renamed.getId()));
        SessionsInFile again = start();
        assertThat(again.find(gone.getId())).isNull();
        assertThat(again.find(renamed.getId())).isNull();
        assertThat(again.find(stays.getId()).getAttribute("a")).isEqualTo("stays");
    }

    /** A stop while the application that was replaced still answers a request. */
    @Test
    void thoseOfAPredecessorAreKeptToo() {
        Sessions former =
                new Sessions(
                        fixture.context, () -> fixture.listeners, false, SessionFixture.most(-1));
        Session session = SessionFixture.unused(former, 60, "v");
        SessionsInFile sessions = start();
        new Handover(former, SessionFixture.RULES, sessions, SessionFixture.RULES).begin();
        sessions.close();
        assertThat(start().find(session.getId()).getAttribute("a")).isEqualTo("v");
    }

    /** Of a request that goes on for longer than the stop waits. */
    @Test
    void aLogOutAfterTheFileWasWrittenCounts() {
        SessionsInFile sessions = start();
        Session gone = SessionFixture.unused(sessions, 60, "gone");
        Session stays = SessionFixture.unused(sessions, 60, "stays");
        sessions.close();
        gone.invalidate();
        SessionsInFile again = start();
        assertThat(again.find(gone.getId())).isNull();
        assertThat(again.find(stays.getId()).getAttribute("a")).isEqualTo("stays");
    }

    /** Does something while it is written. */
    private static final class Acting implements Serializable {
        private static final long serialVersionUID = 1;
        private static Runnable act;

        private void writeObject(ObjectOutputStream out) {
            act.run();
        }
    }

    /** A log-in changes the id, so that whoever knew the one before has nothing (CWE-384). */
    @Test
    void anIdThatChangesWhileTheFileIsWrittenIsNotThereAfterwards() {
        SessionsInFile sessions = start();
        Session first = SessionFixture.unused(sessions, 60, "first");
        Session second = SessionFixture.unused(sessions, 60, "second");
        List<String> before = List.of(first.getId(), second.getId());
        Acting.act = () -> List.of(first, second).forEach(sessions::changeId);
        second.setAttribute("acting", new Acting());
        first.setAttribute("acting", new Acting());
        sessions.close();
        SessionsInFile again = start();
        assertThat(before).allMatch(id -> again.find(id) == null);
    }

    @Test
    void whatEndsWhileTheFileIsWrittenIsNotThereAfterwards() {
        SessionsInFile sessions = start();
        Session first = SessionFixture.unused(sessions, 60, "first");
        Session second = SessionFixture.unused(sessions, 60, "second");
        Acting.act = () -> List.of(first, second).forEach(Session::endFromOutside);
        second.setAttribute("acting", new Acting());
        first.setAttribute("acting", new Acting());
        sessions.close();
        assertThat(start().all()).isEmpty();
    }

    /** A log-out is the end of a note. */
    @Test
    void aNoteThatGoesWhileTheFileIsWrittenDoesNotComeBack() {
        SessionsInFile sessions = start();
        Session session = SessionFixture.unused(sessions, 60, "v");
        Session.Note login = (ended, byApplication) -> {};
        session.firstNote(login);
        Acting.act = () -> session.note(login, null);
        session.setAttribute("acting", new Acting());
        sessions.close();
        assertThat(start().find(session.getId())).isNull();
    }

    @Test
    void aFileThatCannotBeWrittenEndsThem() throws Exception {
        SessionsInFile sessions = start();
        SessionFixture.unused(sessions, 60, "v");
        Files.writeString(temp.resolve("work"), "a file in the way of the directory");
        sessions.close();
        assertThat(SessionFixture.EVENTS).containsExactly("created", "destroyed v");
    }

    @Test
    void withoutSessionsThereIsNoFile() {
        SessionsInFile sessions = start();
        Session session = SessionFixture.unused(sessions, 60, "v");
        sessions.close();
        assertThat(file()).exists();
        SessionsInFile again = start();
        again.find(session.getId()).invalidate();
        again.close();
        assertThat(temp.resolve("work")).isEmptyDirectory();
    }
}

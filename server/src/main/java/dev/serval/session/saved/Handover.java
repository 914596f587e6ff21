package dev.serval.session.saved;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.session.NoteForm;
import dev.serval.session.Predecessor;
import dev.serval.session.Session;
import dev.serval.session.SessionContent;
import dev.serval.session.Sessions;
import dev.serval.session.store.StoredSession;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the sessions of an application to the one that replaces it: each when its client sends a
 * request, the others when the old application has answered its last request. Thread-safe.
 *
 * <p>Attributes are moved as bytes, since the classes differ; logins are moved as they are, since
 * their classes are the server's. Later changes of a session by a request of the old application
 * are lost, except its end.
 */
public final class Handover implements Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);

    private static final int MOST_SECONDS = 30;

    private final Sessions from;
    private final Sessions to;
    private final SessionBytes old;
    private final SessionBytes young;
    private final IdTurns turns = new IdTurns(MOST_SECONDS);
    // Nanoseconds to wait for a session that another thread moves.
    private final long patience;

    /**
     * @param old the rules of the application that is replaced
     * @param young the rules of the other one
     */
    public Handover(Sessions from, AttributeRules old, Sessions to, AttributeRules young) {
        this(from, old, to, young, TimeUnit.SECONDS.toNanos(MOST_SECONDS));
    }

    Handover(Sessions from, AttributeRules old, Sessions to, AttributeRules young, long patience) {
        this.patience = patience;
        this.from = from;
        this.to = to;
        this.old = bytes(from, old);
        this.young = bytes(to, young);
    }

    private static SessionBytes bytes(Sessions of, AttributeRules rules) {
        String path = of.context().getContextPath();
        return new SessionBytes(
                of.context().getClassLoader(),
                rules,
                NoteForm.NONE,
                path.isEmpty() ? "/" : path,
                "over a reload");
    }

    /** From now on the new application finds the sessions of the old one. */
    public void begin() {
        to.follow(this);
    }

    /** Ends the look-ups in the old application, which goes on or has ended. */
    public void end() {
        to.follow(null);
    }

    /** Moves all that are left; the old application answers no requests any more. */
    public void finish() {
        try {
            moveAll();
        } finally {
            end(); // else it would keep the old application in memory
        }
    }

    /** An application may end before its predecessor, from which it still has to get sessions. */
    @Override
    public void moveAll() {
        Predecessor before = from.predecessor();
        if (before != null) {
            before.moveAll();
        }
        // For all sessions together: those that no other thread moves need no wait.
        long end = System.nanoTime() + patience;
        for (Session session : List.copyOf(from.all())) {
            find(session.getId(), end - System.nanoTime());
        }
    }

    @Override
    public Session find(String id) {
        return find(id, patience);
    }

    private Session find(String id, long most) {
        if (from.heldAnywhere(id) == null) {
            return null;
        }
        if (!turns.enter(id, most)) {
            LOG.warn(
                    "SRV-0731 [{}] a session is not handed over in time: its attributes take long"
                            + " to be written or read; its client may get a new one",
                    to.context().getContextPath());
            return null;
        }
        try {
            Session there = to.held(id);
            if (there != null) {
                return there;
            }
            Session session = from.heldAnywhere(id);
            return session == null || !session.isValid() || session.isOver(System.nanoTime())
                    ? null
                    : move(session);
        } catch (IOException e) {
            LOG.debug("a session is not handed over", e);
            return null;
        } finally {
            turns.leave(id);
        }
    }

    /** Null if the new application has ended meanwhile. */
    private Session move(Session session) throws IOException {
        ClassLoader before = ContextClassLoader.enter(from.context().getClassLoader());
        byte[] bytes;
        SessionContent content;
        try {
            session.passivate();
            content = session.content();
            bytes = old.write(content, null).bytes();
        } finally {
            ContextClassLoader.leave(before);
        }
        before = ContextClassLoader.enter(to.context().getClassLoader());
        try {
            SessionContent moved =
                    young.read(new StoredSession(content.id(), 1, content.expires(), bytes))
                            .content()
                            .version(content.version());
            Session next =
                    to.restore(
                            moved,
                            made -> {
                                Session.Note note = session.note();
                                made.firstNote(note == null ? null : note.moved(session, made));
                                made.activate();
                            });
            if (next == null) {
                return null;
            }
            to.trackAs(session, next);
            Session former = session.successor();
            session.successor(next);
            from.detach(session);
            if (former != null) {
                former.endFromOutside(); // the id has changed since
            }
            if (!session.isValid()) {
                next.expire(); // it has ended meanwhile, and its own application was notified
                return null;
            }
            return next;
        } finally {
            ContextClassLoader.leave(before);
        }
    }
}

package dev.serval.session.saved;

import dev.serval.session.Session;
import dev.serval.session.SessionContent;
import dev.serval.session.SessionListeners;
import dev.serval.session.SessionRules;
import dev.serval.session.Sessions;
import dev.serval.session.store.StoredSession;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions that are in memory while the application runs, and in a file while it does not.
 * Thread-safe. Requests do not write the file; only the end of a session that came from the file is
 * recorded.
 */
public final class SessionsInFile extends Sessions {
    private static final Logger LOG = LoggerFactory.getLogger(SessionsInFile.class);

    private final SessionBytes bytes;
    private final SessionFile file;
    private final String application;
    private final boolean reads;
    private volatile boolean forgotten;
    // The file has the sessions now; later changes by requests are not written.
    private volatile boolean complete;

    /**
     * @param reads whether the sessions in the file are read; false if they belong to an
     *     application that still runs
     * @param application its name in messages
     */
    public SessionsInFile(
            ServletContext context,
            Supplier<? extends SessionListeners> listeners,
            boolean distributable,
            SessionRules rules,
            SessionBytes bytes,
            Path file,
            boolean reads,
            String application) {
        super(context, listeners, distributable, rules);
        this.bytes = bytes;
        this.file = new SessionFile(file);
        this.reads = reads;
        this.application = application;
    }

    @Override
    public void open() {
        if (!reads) {
            return;
        }
        try {
            file.read(this::take);
        } catch (IOException e) {
            LOG.warn(
                    "SRV-0713 [{}] the file of sessions {} cannot be read to its end: it {}",
                    application,
                    file.path(),
                    reason(e),
                    e.getCause());
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? "failed with " + e : e.getMessage();
    }

    private void take(StoredSession stored) {
        if (!rules().ids().mayHaveMade(stored.id())) {
            return;
        }
        try {
            SessionBytes.Restored found = bytes.read(stored);
            Session session =
                    restore(
                            found.content(),
                            made -> {
                                made.firstNote(found.note());
                                made.activate();
                            });
            if (session != null && session.isOver(System.nanoTime())) {
                end(session);
            }
        } catch (IOException e) {
            bytes.leftOut(e);
        }
    }

    @Override
    protected void keep() {
        List<Session> kept = List.copyOf(all());
        if (kept.isEmpty()) {
            forget();
            return;
        }
        Map<Session, String> written = new IdentityHashMap<>();
        try {
            file.write(
                    to -> {
                        for (Session session : kept) {
                            String id = write(session, to);
                            if (id != null) {
                                written.put(session, id);
                            }
                        }
                    });
            complete = true;
            written.forEach(this::leave);
        } catch (IOException | RuntimeException e) {
            LOG.error(
                    "SRV-0712 [{}] its {} sessions end, since their file {} cannot be written",
                    application,
                    kept.size(),
                    file.path(),
                    e);
        }
        try {
            file.close();
        } catch (IOException e) {
            LOG.debug("{}", file.path(), e);
        }
    }

    private void leave(Session session, String id) {
        if (session.version() == 0) {
            // While the file was written, the session has got another id, or a user has logged out.
            note(id);
            return;
        }
        detach(session);
        if (!session.isValid()) {
            gone(session, id); // the session has ended while the file was written
        }
    }

    /** Writes a session; returns its id in the file, null if it was not written. */
    private String write(Session session, SessionFile.Taker to) throws IOException {
        session.version(0);
        if (!session.isValid() || session.isOver(System.nanoTime()) || !bytes.keeps(session)) {
            return null;
        }
        session.passivate();
        session.version(1); // what changes from here on is noticed
        SessionContent content = session.content();
        byte[] written = bytes.write(content, session.note()).bytes();
        to.take(new StoredSession(content.id(), 1, content.expires(), written));
        return content.id();
    }

    /**
     * Records that an id of the file is no longer valid. A request that outlasts the application
     * may end a session too, which must not be there after the restart.
     */
    @Override
    protected void gone(Session session, String id) {
        if (session.version() > 0 && isInUse()) {
            note(id);
        }
    }

    /** Whether the file has sessions of these, or of the process before. */
    private boolean isInUse() {
        return complete || reads && !forgotten && !isClosed();
    }

    private void note(String id) {
        try {
            file.ended(id);
            if (complete) {
                file.close();
            }
        } catch (IOException e) {
            LOG.error(
                    "SRV-0716 [{}] the end of a session cannot be noted beside {}; after a"
                            + " crash it would be there again, so the file is removed",
                    application,
                    file.path(),
                    e);
            forget();
        }
    }

    @Override
    protected void renamed(Session session, String before) {
        boolean stored = session.version() > 0;
        session.version(0); // first, since the file's writer checks it afterwards
        if (stored && isInUse()) {
            note(before);
        }
    }

    /** Otherwise a user who has logged out would be logged in again after a crash. */
    @Override
    protected void noted(Session session) {
        renamed(session, session.getId());
    }

    /** Removes the files of a former process: another application has the sessions now. */
    public void forget() {
        forgotten = true;
        try {
            file.delete();
        } catch (IOException e) {
            LOG.warn("SRV-0717 [{}] {} cannot be removed", application, file.path(), e);
        }
    }
}

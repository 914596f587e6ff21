package dev.serval.session.saved;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.lifecycle.PeriodicTasks;
import dev.serval.session.Session;
import dev.serval.session.SessionListeners;
import dev.serval.session.SessionRules;
import dev.serval.session.Sessions;
import dev.serval.session.SessionsDownException;
import dev.serval.session.StoreFigures;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import jakarta.servlet.ServletContext;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sessions that several nodes share by a store. Thread-safe. A request asks the store whether the
 * session in memory is current, and saves its changes before the end of its response; so the next
 * request of the client, on any node, sees them.
 *
 * <pre>
 *   find:  store has the version in memory -> used as it is
 *          store has another one           -> read, or merged where a request uses it here
 *          store has none                  -> it has ended elsewhere
 *   leave: nothing has changed             -> touched, at most once a minute
 *          changed                         -> saved as the next version
 *          another node was faster         -> merged by attribute, saved as the version after that
 * </pre>
 *
 * Only one node finds in the store that a session has expired; if an application ends a session,
 * the node that removes it from the store notifies the listeners.
 */
public final class SharedSessions extends Sessions {
    private static final long TICK_MILLIS = 1000;
    private static final int TURN_SECONDS = 15;
    private static final int CLAIM_TICKS = 10;
    private static final int COUNT_TICKS = 60;
    private static final int MOST_CLAIMED = 50;
    private static final int MOST_PER_TICK = 1000;
    private static final int MOST_TRIES = 10;

    private final SessionBytes bytes;
    private final SessionStore store;
    private final SharedCopies copies;
    private final SharingRules sharing;
    private final StoreFailures failures;
    private final IdTurns turns = new IdTurns(TURN_SECONDS);
    private final UnremovedSessions unremoved;
    private final Runnable tick = this::tick;
    private volatile int inStore;
    private int ticks;

    /**
     * @param store opened and closed with these sessions
     * @param application its name in messages
     */
    public SharedSessions(
            ServletContext context,
            Supplier<? extends SessionListeners> listeners,
            boolean distributable,
            SessionRules rules,
            SessionBytes bytes,
            SessionStore store,
            SharingRules sharing,
            String application) {
        super(context, listeners, distributable, rules);
        this.bytes = bytes;
        this.sharing = sharing;
        failures = new StoreFailures(application);
        this.store =
                new GuardedStore(
                        new RoutedStore(store, rules.ids()), failures, sharing.mostCalls());
        unremoved = new UnremovedSessions(this.store);
        copies = new SharedCopies(this, bytes, this.store, turns, unremoved);
    }

    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void open() {
        try {
            store.open();
        } catch (SessionStoreException e) {
            // The failure was logged; requests ask again.
        }
        PeriodicTasks.STORES.add(tick, TICK_MILLIS);
    }

    /** A session may have been on another node before, and then gets the route of this one. */
    @Override
    protected boolean takesOver() {
        return true;
    }

    /** The number on all nodes, at most a minute old. */
    @Override
    public int count() {
        return Math.max(super.count(), inStore);
    }

    @Override
    public StoreFigures storeFigures() {
        return failures.figures(unremoved);
    }

    @Override
    public boolean contains(String id) {
        if (!rules().ids().mayHaveMade(id) || unremoved.contains(rules().ids().here(id))) {
            return false;
        }
        Session here = heldHere(id);
        if (here != null && here.version() == 0) {
            return super.contains(id);
        }
        try {
            StoredSession there = store.load(id);
            return there != null && there.expires() > System.currentTimeMillis();
        } catch (SessionStoreException e) {
            return super.contains(id);
        }
    }

    // ---- a request begins

    @Override
    public Session find(String shown) {
        if (!rules().ids().mayHaveMade(shown)) {
            return null;
        }
        String id = rules().ids().here(shown);
        if (unremoved.contains(id)) {
            return null; // the store has it only until it can be removed
        }
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Session there = current(id);
            Session used = use(there);
            if (used != null || there == null || !there.isRetired()) {
                return used;
            }
            detach(there); // it is about to leave the memory
        }
        return null;
    }

    /** The session as the store has it now; null if there is none. */
    private Session current(String id) {
        if (!turns.enter(id)) {
            throw new SessionsDownException("another request waits for the same session");
        }
        Session there = null;
        try {
            there = held(id);
            if (there == null) {
                return read(store.load(id));
            }
            return there.version() == 0 ? there : refreshed(there);
        } catch (SessionStoreException e) {
            // A store that is only busy may have a newer version: then the copy is not used.
            boolean busy = e.isBusy() && sharing.refuses();
            if (there != null && !there.isRetired() && !busy) {
                return there;
            }
            if (sharing.refuses()) {
                throw new SessionsDownException(e.getMessage());
            }
            return null;
        } finally {
            turns.leave(id);
        }
    }

    private Session refreshed(Session there) throws SessionStoreException {
        StoredSession found = store.load(there.getId(), there.version());
        if (found == null || isOver(found) && !there.isUsed()) {
            copies.forget(there);
            return null;
        }
        if (found.version() == there.version()) {
            SharedCopies.told(there, found.expires());
        } else if (!copies.merge(there, found)) {
            return null;
        }
        return there;
    }

    private static boolean isOver(StoredSession found) {
        return found.expires() <= System.currentTimeMillis();
    }

    /** Null if there is none, or the content is not a session: it is removed then. */
    private Session read(StoredSession found) throws SessionStoreException {
        if (found == null || isOver(found)) {
            return null;
        }
        return copies.made(found);
    }

    // ---- a request ends

    @Override
    protected void requestEnds(Session session) {
        if (!bytes.keeps(session)) {
            return;
        }
        try {
            copies.write(session);
        } catch (SessionStoreException e) {
            SessionCopy.of(session).unsaved();
            // Kept changes are saved later; but a client should not take changes for saved that are
            // not, if the store could save them.
            if (!sharing.keepsUnsaved() || e.isBusy() && sharing.refuses()) {
                throw new SessionsDownException(e.getMessage());
            }
        }
    }

    @Override
    protected void save(Session session) {
        try {
            copies.write(session);
        } catch (SessionStoreException e) {
            SessionCopy.of(session).unsaved();
        }
    }

    @Override
    protected void unused(Session session) {
        boolean lost = SessionCopy.of(session).isUnsaved() && !sharing.keepsUnsaved();
        if (session.version() == 0 && lost && session.isValid()) {
            end(session); // the store does not have it
        } else if (lost || !sharing.keepsCopies()) {
            release(session);
        }
    }

    /**
     * Takes a session out of the memory, unless a request uses it or the store does not have all of
     * it.
     */
    private boolean release(Session session) {
        boolean kept = SessionCopy.of(session).isUnsaved() && sharing.keepsUnsaved();
        if (session.version() == 0
                || kept
                || !bytes.isWhole(session)
                || !session.retire(note -> true)) {
            return false;
        }
        detach(session);
        session.hasLeft();
        return true;
    }

    // ---- events of sessions

    @Override
    protected boolean endsHere(Session session) {
        boolean known = session.version() > 0;
        if (!known && !SessionCopy.of(session).isUnsaved()) {
            return true;
        }
        return copies.removed(session.getId()) || !known;
    }

    /** Stores the new id first, so that the store has the session at any time. */
    @Override
    protected void renamed(Session session, String before) {
        if (session.version() == 0) {
            return;
        }
        session.version(0);
        try {
            copies.write(session);
        } catch (SessionStoreException e) {
            SessionCopy.of(session).unsaved();
            if (!sharing.keepsUnsaved()) {
                copies.forget(session); // it goes on with its former id
                throw new SessionsDownException(e.getMessage());
            }
        }
        copies.removed(before);
    }

    /** A request saves the note at its end. */
    @Override
    protected void noted(Session session) {
        if (!session.isUsed()) {
            save(session);
        }
    }

    /** Only the store knows whether another node has used it since. */
    @Override
    protected void overdue(Session session) {
        if (session.version() == 0) {
            end(session);
        } else if (release(session)) {
            session.drop();
        } else if (!session.isUsed() && !SessionCopy.of(session).isUnsaved()) {
            copies.forget(session);
        }
    }

    @Override
    protected void makeRoom(int most) {
        all().stream()
                .filter(session -> !session.isUsed())
                .sorted(Comparator.comparingLong(Session::idleMillis).reversed())
                .limit(Math.max(1, most / 10))
                .toList()
                .forEach(this::release);
    }

    /** Sessions in the store stay there; others end. */
    @Override
    public void close() {
        PeriodicTasks.STORES.remove(tick);
        for (Session session : List.copyOf(all())) {
            if (session.isValid() && SessionCopy.of(session).isUnsaved()) {
                save(session);
            }
            if (session.version() > 0) {
                detach(session);
            }
        }
        try {
            super.close();
            unremoved.close(failures); // no other node knows of them
        } finally {
            store.close();
        }
    }

    // ---- now and then

    private void tick() {
        ClassLoader before = ContextClassLoader.enter(context().getClassLoader());
        try {
            sweepStore();
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    void sweepStore() {
        try {
            unremoved.remove();
            for (Session session : all()) {
                look(session);
            }
            if (ticks % CLAIM_TICKS == 0 && !isClosed()) {
                claim();
            }
            if (ticks % COUNT_TICKS == 0 && !isClosed()) {
                inStore = (int) Math.min(Integer.MAX_VALUE, store.size());
            }
        } catch (SessionStoreException e) {
            // The other sessions follow with the next tick.
        } finally {
            ticks++;
        }
    }

    private void look(Session session) throws SessionStoreException {
        SessionCopy copy = SessionCopy.of(session);
        if (!session.isValid()) {
            return;
        }
        if (session.isUsed()) {
            int seconds = session.getMaxInactiveInterval();
            if (session.version() > 0 && seconds > 0) {
                copies.touch(session, copy, System.currentTimeMillis() + seconds * 1000L);
            }
        } else if (copy.isUnsaved() && sharing.keepsUnsaved()) {
            saveAgain(session);
        } else if (!sharing.keepsCopies() || session.idleMillis() > sharing.copySeconds() * 1000L) {
            release(session);
        }
    }

    private void saveAgain(Session session) throws SessionStoreException {
        try {
            copies.write(session);
        } catch (SessionStoreException e) {
            if (!e.isOfSession()) {
                throw e;
            }
            // The other sessions can still be saved.
        }
    }

    private void claim() throws SessionStoreException {
        for (int done = 0; done < MOST_PER_TICK && !isClosed(); done += MOST_CLAIMED) {
            List<StoredSession> claimed =
                    store.claimExpired(System.currentTimeMillis(), MOST_CLAIMED);
            for (StoredSession over : claimed) {
                ended(over);
            }
            if (claimed.size() < MOST_CLAIMED) {
                return;
            }
        }
    }

    /**
     * Ends an expired session; only this node notifies listeners. If a request uses it here, it
     * goes on.
     */
    private void ended(StoredSession over) throws SessionStoreException {
        if (!turns.enter(over.id())) {
            return;
        }
        Session session;
        try {
            session = held(over.id());
            if (session != null && session.isUsed()) {
                session.version(0); // its request saves it anew
                return;
            }
            if (session != null) {
                copies.forget(session);
            }
            session = copies.made(over);
        } finally {
            turns.leave(over.id());
        }
        if (session != null) {
            session.version(0);
            end(session);
        }
    }
}

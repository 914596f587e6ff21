package dev.serval.session.saved;

import dev.serval.lifecycle.ContextClassLoader;
import dev.serval.lifecycle.PeriodicTasks;
import dev.serval.session.Session;
import dev.serval.session.SessionContent;
import dev.serval.session.SessionListeners;
import dev.serval.session.SessionRules;
import dev.serval.session.Sessions;
import dev.serval.session.StoreFigures;
import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Sessions that are in memory while they are used, and in a store when they are idle, at a stop, or
 * after each request. Thread-safe. A session that is not in memory is looked up in the store, so a
 * request may wait for it, and no request runs on an I/O thread.
 *
 * <pre>
 *   in memory --idle: stored, attributes passivated--> in the store alone
 *       ^                                                  |
 *       +--------- a request asks: read, activated --------+-- time over: claimed, ended
 * </pre>
 */
public final class SessionsInStore extends Sessions {
    private static final long TICK_MILLIS = 1000;
    // The expiry in the store lags behind by this at most.
    private static final long TOUCH_MILLIS = 60_000;
    private static final int CLAIM_TICKS = 10;
    private static final int MOST_PER_TICK = 1000;
    private static final int MOST_FAILURES = 3;

    private final SessionBytes bytes;
    private final SessionStore store;
    private final SwapRules swaps;
    private final IdTurns turns = new IdTurns(30);
    private final StoreFailures failures;
    private final UnremovedSessions unremoved;
    // When the store's copy of a session was last updated: milliseconds since 1970.
    private final Map<Session, Long> stored = new ConcurrentHashMap<>();
    // When a session was found to have a part that cannot be stored.
    private final Map<Session, Long> stuck = new ConcurrentHashMap<>();
    private final Runnable tick = this::tick;
    // A store that can be read, such as a full disk, may accept no writes.
    private volatile boolean takesNothing;
    private volatile int elsewhere;
    private int ticks;

    /**
     * @param store opened and closed with these sessions
     * @param application its name in messages
     */
    public SessionsInStore(
            ServletContext context,
            Supplier<? extends SessionListeners> listeners,
            boolean distributable,
            SessionRules rules,
            SessionBytes bytes,
            SessionStore store,
            SwapRules swaps,
            String application) {
        super(context, listeners, distributable, rules);
        this.bytes = bytes;
        this.store = store;
        this.swaps = swaps;
        failures = new StoreFailures(application);
        unremoved = new UnremovedSessions(store);
    }

    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public StoreFigures storeFigures() {
        return failures.figures(unremoved);
    }

    @Override
    public void open() {
        try {
            store.open();
        } catch (SessionStoreException e) {
            failures.note(e);
        }
        PeriodicTasks.STORES.add(tick, TICK_MILLIS);
    }

    /** A store may be that of several servers, and outlives a change of the route. */
    @Override
    protected boolean takesOver() {
        return true;
    }

    /** The sessions that are only in the store are counted every ten seconds. */
    @Override
    public int count() {
        return super.count() + elsewhere;
    }

    @Override
    public boolean contains(String id) {
        if (super.contains(id)) {
            return true;
        }
        try {
            StoredSession there = mayBeStored(id) ? store.load(id) : null;
            return there != null && there.expires() > System.currentTimeMillis();
        } catch (SessionStoreException e) {
            failures.note(e);
            return false;
        }
    }

    /**
     * Whether the store may have a session; one that has ended is there only until it can be
     * removed.
     */
    private boolean mayBeStored(String id) {
        return rules().ids().mayHaveMade(id) && !unremoved.contains(id);
    }

    @Override
    protected Session absent(String id) {
        Session there = super.absent(id);
        if (there != null || !mayBeStored(id) || !turns.enter(id)) {
            return there;
        }
        try {
            there = heldHere(id);
            return there != null ? there : read(store.load(id));
        } catch (SessionStoreException e) {
            failures.note(e);
            return null;
        } finally {
            turns.leave(id);
        }
    }

    /** Null if there is none, or the content is not a session: it is removed then. */
    private Session read(StoredSession found) throws SessionStoreException {
        if (found == null) {
            return null;
        }
        SessionBytes.Restored restored;
        try {
            restored = bytes.read(found);
        } catch (IOException e) {
            bytes.leftOut(e);
            store.remove(found.id());
            return null;
        }
        return restore(
                restored.content(),
                made -> {
                    made.firstNote(restored.note());
                    made.activate();
                    stored.put(made, System.currentTimeMillis());
                });
    }

    // ---- events of sessions

    @Override
    protected void gone(Session session, String id) {
        forget(session);
        if (session.version() > 0) {
            remove(id);
        }
    }

    private void forget(Session session) {
        stored.remove(session);
        stuck.remove(session);
    }

    private void remove(String id) {
        try {
            store.remove(id);
        } catch (SessionStoreException e) {
            failures.note(e);
            unremoved.add(id);
        }
    }

    private void removeWhatHasEnded() {
        try {
            unremoved.remove();
        } catch (SessionStoreException e) {
            failures.note(e);
        }
    }

    /** Stores the new id first, so that the store has the session at any time. */
    @Override
    protected void renamed(Session session, String before) {
        if (session.version() > 0) {
            session.version(0);
            save(session);
            remove(before);
        }
    }

    @Override
    protected void noted(Session session) {
        save(session);
    }

    @Override
    protected void save(Session session) {
        String id = session.getId();
        if (!turns.enter(id)) {
            return;
        }
        try {
            store(session);
        } finally {
            turns.leave(id);
        }
    }

    /** Stores a session; true if the store has all of it now. */
    private boolean store(Session session) {
        if (!bytes.keeps(session)) {
            return false;
        }
        SessionContent content = session.content();
        long before = session.version();
        try {
            SessionBytes.Written written = bytes.write(content, session.note());
            StoredSession next =
                    new StoredSession(content.id(), before + 1, content.expires(), written.bytes());
            if (!store.save(next, before)) {
                // The stored session is from a process that was killed, or gone: this one is used.
                StoredSession there = store.load(content.id());
                before = there == null ? 0 : there.version();
                next =
                        new StoredSession(
                                content.id(), before + 1, content.expires(), written.bytes());
                if (!store.save(next, before)) {
                    return false;
                }
            }
            session.version(next.version());
            stored.put(session, System.currentTimeMillis());
            takesNothing = false;
            failures.over();
            if (!session.isValid()) {
                gone(session, content.id()); // the session ended meanwhile
                return false;
            }
            return written.whole();
        } catch (SessionStoreException e) {
            takesNothing |= !e.isOfSession();
            failures.note(e);
            return false;
        } catch (IOException | RuntimeException e) {
            bytes.leftOut(e);
            return false;
        }
    }

    /** Stores it and takes it out of the memory, unless a request uses it or it cannot be kept. */
    private boolean swap(Session session) {
        String id = session.getId();
        if (!turns.enter(id)) {
            return false;
        }
        try {
            if (!session.isValid() || !bytes.isWhole(session) || !session.retire(note -> true)) {
                return false;
            }
            session.passivate();
            if (store(session)) {
                forget(session);
                detach(session);
                elsewhere++;
                return true;
            }
            stuck.put(session, System.currentTimeMillis());
            session.revive();
            session.activate();
            return false;
        } finally {
            turns.leave(id);
        }
    }

    @Override
    protected void makeRoom(int most) {
        all().stream()
                .filter(session -> swaps.mayMakeRoom(session.idleMillis()) && !session.isUsed())
                .sorted(Comparator.comparingLong(Session::idleMillis).reversed())
                .limit(Math.max(1, most / 10))
                .toList()
                .forEach(this::swap);
    }

    @Override
    protected void keep() {
        PeriodicTasks.STORES.remove(tick);
        if (!swaps.saveOnRestart()) {
            return;
        }
        long failed = failures.ofStore();
        for (Session session : List.copyOf(all())) {
            if (failures.ofStore() - failed >= MOST_FAILURES) {
                return; // the other sessions end
            }
            if (session.isValid() && !session.isOver(System.nanoTime())) {
                session.passivate();
                store(session);
                if (session.version() > 0) {
                    forget(session);
                    detach(session);
                }
            }
        }
    }

    @Override
    public void close() {
        PeriodicTasks.STORES.remove(tick);
        try {
            super.close();
            unremoved.close(failures);
        } finally {
            store.close();
        }
    }

    // ---- periodically

    private void tick() {
        ClassLoader before = ContextClassLoader.enter(context().getClassLoader());
        try {
            sweepStore();
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    /** Stores and swaps idle sessions; ends sessions in the store that have expired. */
    void sweepStore() {
        int done = 0;
        long failed = failures.ofStore();
        removeWhatHasEnded();
        for (Session session : all()) {
            long idle = session.idleMillis();
            if (done >= MOST_PER_TICK || isClosed() || failures.ofStore() > failed) {
                break;
            }
            if (session.isUsed() || session.isOver(System.nanoTime())) {
                continue;
            }
            if (swaps.isToSwap(idle) && isUsedSince(stuck, session, idle)) {
                done += swap(session) ? 1 : 0;
            } else if (swaps.isToStore(idle) && isUsedSince(stored, session, idle)) {
                save(session);
                done++;
            } else {
                done += touch(session, idle) ? 1 : 0;
            }
        }
        if (rules().maxActive() >= 0 && super.count() > rules().maxActive()) {
            makeRoom(rules().maxActive());
        }
        if (ticks++ % CLAIM_TICKS == 0 && !isClosed()) {
            claim();
        }
    }

    /** Whether a request has used a session since its time in the map, or it has no time there. */
    private static boolean isUsedSince(Map<Session, Long> times, Session session, long idle) {
        Long at = times.get(session);
        return at == null || System.currentTimeMillis() - idle > at;
    }

    /** Keeps the store from expiring a session that is in use. */
    private boolean touch(Session session, long idle) {
        long now = System.currentTimeMillis();
        long at = stored.getOrDefault(session, 0L);
        if (session.version() == 0 || now - idle - at < TOUCH_MILLIS) {
            return false;
        }
        stored.put(session, now);
        try {
            store.touch(session.getId(), session.content().expires());
        } catch (SessionStoreException e) {
            failures.note(e);
        }
        return true;
    }

    /** Runs every ten seconds, so that it is logged soon that the store answers again. */
    private void claim() {
        try {
            long now = System.currentTimeMillis();
            for (StoredSession over : store.claimExpired(now, MOST_PER_TICK)) {
                Session there = held(over.id());
                if (there != null && there.isValid() && !there.isOver(System.nanoTime())) {
                    there.version(0);
                    save(there); // the session was used here since
                    continue;
                }
                Session session = there != null ? there : read(over);
                if (session != null) {
                    session.version(0);
                    end(session);
                }
            }
            elsewhere = (int) Math.max(0, Math.min(Integer.MAX_VALUE, store.size()) - inBoth());
            if (!takesNothing) {
                failures.over();
            }
        } catch (SessionStoreException e) {
            failures.note(e);
        }
    }

    private long inBoth() {
        return all().stream().filter(session -> session.version() > 0).count();
    }
}

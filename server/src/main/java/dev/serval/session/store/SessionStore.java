package dev.serval.session.store;

import java.util.List;

/**
 * Keeps the sessions of one application as bytes. Thread-safe. Made for the element {@code Store}
 * of a {@code Manager}; its place provides the {@link StoreScope}.
 *
 * <p>Every call but {@link #close} may wait, at most about ten seconds unless the store has a
 * setting that says otherwise, and may fail with a {@link SessionStoreException}; then nothing has
 * changed, or the result is unknown. So no call is made on an I/O thread, or while a lock is held
 * for which requests wait without a limit.
 *
 * <p>A store keeps the bytes that it is given, up to {@link StoredSession#MAX_BYTES}. Several nodes
 * may share one: versions keep a node from overwriting what another has saved since, and {@link
 * #claimExpired} gives each session that has timed out to one node alone. Every later call of any
 * node sees the effect of a call.
 */
public interface SessionStore extends AutoCloseable {
    /** Opens it; called once, before all other calls. Default: nothing. */
    default void open() throws SessionStoreException {}

    /**
     * Whether all nodes with the same configuration have the same sessions in it. Then the changes
     * of a request are saved before the last byte of its response leaves, and nothing but {@link
     * #claimExpired} ends a session by time. May be called before {@link #open}. Default: false.
     */
    default boolean isShared() {
        return false;
    }

    /** The session with that id, even if it has expired; null if there is none. */
    StoredSession load(String id) throws SessionStoreException;

    /**
     * The same for a caller that has the bytes of one version: if the store has that version, it
     * may omit the bytes and return an empty array. Default: {@link #load(String)}.
     *
     * @param known 1 or more
     */
    default StoredSession load(String id, long known) throws SessionStoreException {
        return load(id);
    }

    /**
     * Keeps a session if the store still has the version that was loaded.
     *
     * @param session its version is the one to be kept: above the one that was loaded
     * @param loaded the version that the store must have now; 0 if it must have no session with
     *     this id
     * @return false if it has another, or none: nothing has changed then
     */
    boolean save(StoredSession session, long loaded) throws SessionStoreException;

    /**
     * Records a use of a session; its bytes and its version are unchanged. Called at most once a
     * minute for a session on each node.
     *
     * @param expires see {@link StoredSession#expires}; a store that has a later one may keep that
     * @return false if there is nothing under that id
     */
    boolean touch(String id, long expires) throws SessionStoreException;

    /**
     * Removes a session, whatever its version.
     *
     * @return whether there was one; of several callers, also on several nodes, only one gets true,
     *     and notifies listeners of the end
     */
    boolean remove(String id) throws SessionStoreException;

    /**
     * Removes expired sessions and returns them: each to one caller only, also among several nodes,
     * so that listeners are notified once.
     *
     * @param now milliseconds since 1970
     * @param most the limit of sessions to return, 1 or more; the others are claimed by later calls
     */
    List<StoredSession> claimExpired(long now, int most) throws SessionStoreException;

    /**
     * Ids of sessions, expired or not, in the order of the ids.
     *
     * @param after the last id of the call before; null to begin
     * @param most the limit of ids to return, 1 or more
     */
    List<String> ids(String after, int most) throws SessionStoreException;

    /** The number of sessions, expired or not; may be an estimate. */
    long size() throws SessionStoreException;

    /** Called once, when no other call is made any more; sessions in the store stay. */
    @Override
    void close();
}

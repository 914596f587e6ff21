package dev.serval.session.store;

import java.util.List;

/**
 * Keeps the sessions of one application as bytes. Thread-safe. Made for the element {@code Store}
 * of a {@code Manager}; its place knows the {@link StoreScope}.
 *
 * <p>Every call but {@link #close} may wait, at most about ten seconds unless the store has a
 * setting that says otherwise, and may fail with a {@link SessionStoreException}; then nothing has
 * changed, or the store cannot tell. So no call is made on an I/O thread, and none while a lock is
 * held that requests wait for without a limit.
 *
 * <p>A store holds what it is given, bytes up to {@link StoredSession#MAX_BYTES}. Several nodes may
 * share one: versions keep a node from overwriting what another has saved since, and {@link
 * #claimExpired} gives each session that has timed out to one node alone. What a call has done is
 * seen by every later call of any node.
 */
public interface SessionStore extends AutoCloseable {
    /** Opens it; called once, before all other calls. Default: nothing. */
    default void open() throws SessionStoreException {}

    /**
     * Whether all nodes that are configured alike have the same sessions in it. Then what a request
     * has changed is saved before the last byte of its response leaves, and nothing but {@link
     * #claimExpired} ends a session by time. Asked before {@link #open}, too. Default: false.
     */
    default boolean isShared() {
        return false;
    }

    /** What is kept under that id, also if its time is over; null if there is nothing. */
    StoredSession load(String id) throws SessionStoreException;

    /**
     * The same for a caller that has the bytes of one version: if the store has that one, it may
     * leave the bytes away, by an empty array. Default: {@link #load(String)}.
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
     * @param loaded the version that the store must have now; 0 if it must have none of this id
     * @return false if it has another, or none: nothing has changed then
     */
    boolean save(StoredSession session, long loaded) throws SessionStoreException;

    /**
     * The session was used, and its bytes and its version are as they were. Called at most once a
     * minute for a session on each node.
     *
     * @param expires see {@link StoredSession#expires}; a store that has a later one may keep that
     * @return false if there is nothing under that id
     */
    boolean touch(String id, long expires) throws SessionStoreException;

    /**
     * Keeps it no longer, whatever its version.
     *
     * @return whether there was one; of several callers, also on several nodes, one alone gets
     *     true, and tells of its end
     */
    boolean remove(String id) throws SessionStoreException;

    /**
     * Removes sessions whose time is over, and returns them: each to one caller alone, also among
     * several nodes, so that its end is told once.
     *
     * @param now milliseconds since 1970
     * @param most the limit of sessions to return, 1 or more; the others are claimed by later calls
     */
    List<StoredSession> claimExpired(long now, int most) throws SessionStoreException;

    /**
     * Ids of sessions, whether or not their time is over, in the order of the ids.
     *
     * @param after the last id of the call before; null to begin
     * @param most the limit of ids to return, 1 or more
     */
    List<String> ids(String after, int most) throws SessionStoreException;

    /** The number of sessions, whether or not their time is over; may be an estimate. */
    long size() throws SessionStoreException;

    /** Called once, when no other call is made any more; what is kept stays. */
    @Override
    void close();
}

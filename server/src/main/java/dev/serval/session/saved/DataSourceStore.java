package dev.serval.session.saved;

import dev.serval.session.store.SessionStore;
import dev.serval.session.store.SessionStoreException;
import dev.serval.session.store.StoredSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The DataSourceStore: a table of a database that has the sessions of all nodes. Thread-safe. Ids
 * and names are parameters of statements and never part of them; each statement has a time-out, and
 * so have the connection and the wait for it.
 */
public final class DataSourceStore implements SessionStore {
    private static final String INTEGRITY = "23";
    private static final String DATA = "22";
    private static final String CONNECTION = "08";
    private static final String STOPPED = "57P";
    private static final long MILLIS = 1000;

    private final Source source;
    private final SessionTable table;
    private final String app;
    private final int seconds;
    private final boolean create;
    private volatile BoundedConnections connections;
    private volatile boolean limitable = true;
    private volatile boolean looked;

    /** Finds the database. */
    @FunctionalInterface
    public interface Source {
        /** Throws if there is none. */
        DataSource find() throws Exception;
    }

    /** Work on a connection. */
    @FunctionalInterface
    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /**
     * @param app the application that has the sessions, at most 255 characters
     * @param seconds the limit of a statement, and of the wait for a connection; 1 or more
     * @param create whether the table is made if there is none
     */
    public DataSourceStore(
            Source source, SessionTable table, String app, int seconds, boolean create) {
        this.source = source;
        this.table = table;
        this.app = app;
        this.seconds = seconds;
        this.create = create;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void open() throws SessionStoreException {
        connections =
                new BoundedConnections(
                        source, seconds * MILLIS, Thread.currentThread().getContextClassLoader());
        ask("look at " + table.table(), false, connection -> null);
    }

    // ---- calls

    @Override
    public StoredSession load(String id) throws SessionStoreException {
        return ask(
                "read a session",
                true,
                connection -> {
                    try (PreparedStatement select = prepare(connection, table.load())) {
                        of(id, select, 1);
                        return found(id, select);
                    }
                });
    }

    @Override
    public StoredSession load(String id, long known) throws SessionStoreException {
        return ask(
                "read a session",
                true,
                connection -> {
                    try (PreparedStatement select = prepare(connection, table.loadIfNew())) {
                        select.setLong(1, known);
                        of(id, select, 2);
                        return found(id, select);
                    }
                });
    }

    /** Rows that Tomcat has written have version 0, and do not belong to this server. */
    private static StoredSession found(String id, PreparedStatement select) throws SQLException {
        try (ResultSet rows = select.executeQuery()) {
            if (!rows.next() || rows.getLong(1) < 1) {
                return null;
            }
            byte[] bytes = rows.getBytes(3);
            boolean fits = bytes != null && bytes.length <= StoredSession.MAX_BYTES;
            return new StoredSession(
                    id, rows.getLong(1), rows.getLong(2), fits ? bytes : new byte[0]);
        }
    }

    @Override
    public boolean save(StoredSession session, long loaded) throws SessionStoreException {
        String sql = loaded == 0 ? table.insert() : table.update();
        return ask(
                "save a session",
                true,
                connection -> {
                    long now = System.currentTimeMillis();
                    try (PreparedStatement change = prepare(connection, sql)) {
                        change.setBytes(1, session.bytes());
                        change.setLong(2, session.version());
                        change.setLong(3, session.expires());
                        change.setInt(4, left(session.expires(), now));
                        change.setLong(5, now);
                        of(session.id(), change, 6);
                        if (loaded > 0) {
                            change.setLong(8, loaded);
                        }
                        return change.executeUpdate() == 1;
                    } catch (SQLException e) {
                        if (loaded == 0 && isOf(INTEGRITY, e)) {
                            rollBack(connection);
                            return false; // there is one already
                        }
                        throw e;
                    }
                });
    }

    private static int left(long expires, long now) {
        return expires == Long.MAX_VALUE
                ? -1
                : (int) Math.max(0, Math.min(Integer.MAX_VALUE, (expires - now) / MILLIS));
    }

    @Override
    public boolean touch(String id, long expires) throws SessionStoreException {
        return ask(
                "touch a session",
                true,
                connection -> {
                    try (PreparedStatement change = prepare(connection, table.touch())) {
                        change.setLong(1, expires);
                        change.setLong(2, expires);
                        change.setLong(3, System.currentTimeMillis());
                        of(id, change, 4);
                        return change.executeUpdate() > 0;
                    }
                });
    }

    @Override
    public boolean remove(String id) throws SessionStoreException {
        return ask(
                "remove a session",
                false,
                connection -> {
                    try (PreparedStatement delete = prepare(connection, table.remove())) {
                        of(id, delete, 1);
                        return delete.executeUpdate() > 0;
                    }
                });
    }

    @Override
    public List<StoredSession> claimExpired(long now, int most) throws SessionStoreException {
        List<StoredSession> over = expired(now, most);
        List<StoredSession> claimed = new ArrayList<>();
        for (StoredSession each : over) {
            StoredSession whole = each.version() == Long.MAX_VALUE ? null : load(each.id());
            long version = whole == null ? 0 : each.version();
            if (claim(each.id(), version, each.expires()) && whole != null) {
                claimed.add(whole);
            }
        }
        return claimed;
    }

    /** The sessions without their bytes; rows of Tomcat have the highest version. */
    private List<StoredSession> expired(long now, int most) throws SessionStoreException {
        return ask(
                "look for sessions whose time is over",
                true,
                connection -> {
                    List<StoredSession> found = new ArrayList<>();
                    try (PreparedStatement select = prepare(connection, table.expired())) {
                        select.setMaxRows(most);
                        select.setString(1, app);
                        select.setLong(2, now);
                        try (ResultSet rows = select.executeQuery()) {
                            while (rows.next()) {
                                long version = rows.getLong(2);
                                found.add(
                                        new StoredSession(
                                                rows.getString(1),
                                                version < 1 ? Long.MAX_VALUE : version,
                                                rows.getLong(3),
                                                new byte[0]));
                            }
                        }
                    }
                    return found;
                });
    }

    /** Removes a session unless it was used since. */
    private boolean claim(String id, long version, long expires) throws SessionStoreException {
        return ask(
                "claim a session",
                false,
                connection -> {
                    try (PreparedStatement delete = prepare(connection, table.claim())) {
                        of(id, delete, 1);
                        delete.setLong(3, version);
                        delete.setLong(4, expires);
                        return delete.executeUpdate() > 0;
                    }
                });
    }

    @Override
    public List<String> ids(String after, int most) throws SessionStoreException {
        return ask(
                "list sessions",
                true,
                connection -> {
                    List<String> found = new ArrayList<>();
                    try (PreparedStatement select = prepare(connection, table.ids())) {
                        select.setMaxRows(most);
                        select.setString(1, app);
                        select.setString(2, after == null ? "" : after);
                        try (ResultSet rows = select.executeQuery()) {
                            while (rows.next()) {
                                found.add(rows.getString(1));
                            }
                        }
                    }
                    return found;
                });
    }

    @Override
    public long size() throws SessionStoreException {
        return ask(
                "count sessions",
                true,
                connection -> {
                    try (PreparedStatement select = prepare(connection, table.count())) {
                        select.setString(1, app);
                        try (ResultSet rows = select.executeQuery()) {
                            return rows.next() ? rows.getLong(1) : 0L;
                        }
                    }
                });
    }

    @Override
    public void close() {
        BoundedConnections mine = connections;
        if (mine != null) {
            mine.close();
        }
    }

    // ---- connections

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setQueryTimeout(seconds);
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private void of(String id, PreparedStatement statement, int at) throws SQLException {
        statement.setString(at, id);
        statement.setString(at + 1, app);
    }

    /**
     * @param again whether the work may be repeated: it is repeated if a pooled connection turns
     *     out to be dead
     */
    private <T> T ask(String what, boolean again, Work<T> work) throws SessionStoreException {
        try {
            return once(work);
        } catch (SQLException e) {
            if (again && (isOf(CONNECTION, e) || isOf(STOPPED, e))) {
                return ask(what, false, work);
            }
            String message = "the DataSourceStore cannot " + what + ": " + e.getMessage();
            // The reason is the data: a value is too long for its column, for example.
            throw isOf(DATA, e)
                    ? SessionStoreException.ofSession(message, e)
                    : new SessionStoreException(message, e);
        }
    }

    private <T> T once(Work<T> work) throws SQLException, SessionStoreException {
        try (Connection connection = connections.take()) {
            int before = limit(connection);
            try {
                require(connection);
                T result = work.on(connection);
                if (!connection.getAutoCommit()) {
                    connection.commit();
                }
                return result;
            } catch (SQLException | RuntimeException e) {
                rollBack(connection);
                throw e;
            } finally {
                if (before >= 0 && !connection.isClosed()) {
                    connection.setNetworkTimeout(Runnable::run, before);
                }
            }
        }
    }

    /** Sets the network time-out and returns the previous one; -1 if the driver has none. */
    private int limit(Connection connection) throws SQLException {
        if (!limitable) {
            return -1;
        }
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, (int) ((seconds + 1) * MILLIS));
            return before;
        } catch (SQLFeatureNotSupportedException | AbstractMethodError e) {
            limitable = false;
            return -1;
        }
    }

    private static void rollBack(Connection connection) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            // The earlier failure gives the reason.
        }
    }

    private static boolean isOf(String kind, SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith(kind);
    }

    // ---- the table

    private void require(Connection connection) throws SQLException {
        if (looked) {
            return;
        }
        try {
            execute(connection, table.look());
        } catch (SQLException e) {
            rollBack(connection);
            if (isOf(CONNECTION, e) || isOf(STOPPED, e)) {
                throw e;
            }
            if (!create) {
                throw new SQLException(
                        table.table()
                                + " is not there or has not all its columns, see 'In a database' of"
                                + " sessions.html: "
                                + e.getMessage(),
                        e.getSQLState(),
                        e);
            }
            create(connection);
        }
        looked = true;
    }

    private void create(Connection connection) throws SQLException {
        try {
            execute(connection, table.create(connection.getMetaData().getDatabaseProductName()));
            execute(connection, table.index());
        } catch (SQLException e) {
            // Another node may have been faster; if not, this exception gives the reason.
            rollBack(connection);
            try {
                execute(connection, table.look());
            } catch (SQLException still) {
                throw e;
            }
        }
    }

    private void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(seconds);
            statement.execute(sql);
        }
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }
}

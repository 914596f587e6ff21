package dev.serval.security;

import dev.serval.lifecycle.ContextClassLoader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * Users of the tables of a database. Thread-safe; the caller waits for the database. Names are
 * parameters of statements and never part of them. A row counts only for the name that it has,
 * ignoring case: a database may consider other names equal, and guesses by these would not be
 * locked out.
 */
public final class TableUsers implements UserDatabase {
    static final int QUERY_SECONDS = 10;
    private static final int MOST_ROWS = 1000;
    private static final int RETRY_SECONDS = 5;

    private final String what;
    private final boolean local;
    private final Source source;
    private final UserSchema schema;
    private final UserStatements statements;

    /** Finds the database. */
    @FunctionalInterface
    public interface Source {
        /** Throws if there is none. */
        DataSource find() throws NamingException;
    }

    /** A query on a connection. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    /**
     * @param what it is, for messages
     * @param local whether the source is found, and used, with the context class loader of the
     *     caller
     */
    public TableUsers(String what, boolean local, Source source, UserSchema schema) {
        this.what = what;
        this.local = local;
        this.source = source;
        this.schema = schema;
        this.statements = UserStatements.of(schema);
    }

    /** The context class loader of the threads that ask. */
    ClassLoader loader() {
        return local
                ? Thread.currentThread().getContextClassLoader()
                : TableUsers.class.getClassLoader();
    }

    /** The stored password; null if there is none, or for an unknown user. */
    String password(String user) throws SQLException, NamingException {
        Set<String> kept = ask(connection -> values(connection, statements.password(), user));
        return kept.isEmpty() ? null : kept.iterator().next();
    }

    /** The user's own roles, and those of groups; none for an unknown user. */
    Set<String> roles(String user) throws SQLException, NamingException {
        return statements.roles().isEmpty() ? Set.of() : ask(connection -> roles(connection, user));
    }

    /** The same; null for an unknown user. */
    Set<String> rolesOfKnown(String user) throws SQLException, NamingException {
        return ask(
                connection ->
                        values(connection, statements.user(), user).isEmpty()
                                ? null
                                : roles(connection, user));
    }

    private <T> T ask(Question<T> question) throws SQLException, NamingException {
        try (Connection connection = source.find().getConnection()) {
            T answer = question.ask(connection);
            if (!connection.getAutoCommit()) {
                connection.rollback(); // ends a transaction that has only read
            }
            return answer;
        }
    }

    private Set<String> roles(Connection connection, String user) throws SQLException {
        Set<String> roles = new LinkedHashSet<>();
        for (String statement : statements.roles()) {
            roles.addAll(values(connection, statement, user));
        }
        return roles;
    }

    private static Set<String> values(Connection connection, String sql, String user)
            throws SQLException {
        Set<String> values = new LinkedHashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(QUERY_SECONDS);
            statement.setMaxRows(MOST_ROWS);
            statement.setString(1, user);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    // Columns of a fixed length end in blanks.
                    String found = rows.getString(1).stripTrailing();
                    String value = rows.getString(2);
                    if (found.equalsIgnoreCase(user) && value != null) {
                        values.add(value.stripTrailing());
                    }
                }
            }
        }
        return values;
    }

    @Override
    public UserTable table() {
        ClassLoader before = ContextClassLoader.enter(loader());
        try {
            return ask(connection -> new TableReading(connection, schema).table());
        } catch (SQLException | NamingException e) {
            throw new LoginsBusyException(
                    what + " does not tell users: " + UserLookups.reason(e), RETRY_SECONDS);
        } finally {
            ContextClassLoader.leave(before);
        }
    }

    @Override
    public Users users() {
        return table().toUsers();
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public void change(UnaryOperator<UserTable> change) throws IOException {
        throw new IOException(what + " is only read: its tables are changed in the database");
    }

    @Override
    public String toString() {
        return what;
    }
}

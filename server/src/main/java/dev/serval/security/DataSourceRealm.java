package dev.serval.security;

import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * Users of the tables of a database. Thread-safe. Names and passwords are parameters of statements
 * and never part of them. A row counts for the name that it has, but for case: a database may take
 * others for the same, with which whoever guesses would not be locked out.
 */
public final class DataSourceRealm implements Realm {
    private static final int QUERY_SECONDS = 10;
    private static final int MOST_ROWS = 1000;
    private static final int MOST_QUESTIONS = 8;

    private final UserTables tables;
    private final boolean local;
    private final Source source;
    private final PasswordCheck check;
    private final CertificateNames certificates;
    private final UserLookups lookups;

    /**
     * Where users are. Names are Tomcat's. Immutable.
     *
     * @param userRoleTable null where users have no roles
     * @param roleNameCol null where users have no roles
     */
    public record UserTables(
            String userTable,
            String userNameCol,
            String userCredCol,
            String userRoleTable,
            String roleNameCol) {}

    /** Finds the database. */
    @FunctionalInterface
    public interface Source {
        /** Throws where there is none. */
        DataSource find() throws NamingException;
    }

    /**
     * @param name of the source, for messages
     * @param local whether it is found, and used, with the context class loader of whoever logs in
     */
    public DataSourceRealm(
            String name,
            boolean local,
            Source source,
            UserTables tables,
            PasswordCheck check,
            CertificateNames certificates,
            RealmLimits limits) {
        this.local = local;
        this.source = source;
        this.tables = tables;
        this.check = check;
        this.certificates = certificates;
        this.lookups =
                new UserLookups(
                        "the DataSource " + name + " of a Realm",
                        MOST_QUESTIONS,
                        limits,
                        UserLookups.patience(0));
    }

    @Override
    public UserPrincipal authenticate(String user, String password, String client) {
        if (password == null) {
            return null;
        }
        boolean right = check.isRight(user, password, kept(user, client), client);
        return right ? principal(user, client) : null;
    }

    @Override
    public UserPrincipal authenticate(DigestAnswer answer) {
        boolean right = check.isRight(answer, kept(answer.user(), null));
        return right ? principal(answer.user(), null) : null;
    }

    @Override
    public UserPrincipal authenticate(X509Certificate certificate) {
        return certificates.find(certificate, this);
    }

    @Override
    public UserPrincipal find(String user) {
        Set<String> names = ask(null, tables.userTable(), tables.userNameCol(), user);
        return names.isEmpty() ? null : principal(user, null);
    }

    private String kept(String user, String client) {
        Set<String> kept = ask(client, tables.userTable(), tables.userCredCol(), user);
        return kept.isEmpty() ? null : kept.iterator().next();
    }

    private UserPrincipal principal(String user, String client) {
        boolean none = tables.userRoleTable() == null || tables.roleNameCol() == null;
        return new UserPrincipal(
                user,
                none ? Set.of() : ask(client, tables.userRoleTable(), tables.roleNameCol(), user));
    }

    private Set<String> ask(String client, String table, String column, String user) {
        if (!UserLookups.isName(user)) {
            return Set.of();
        }
        ClassLoader asking =
                local
                        ? Thread.currentThread().getContextClassLoader()
                        : getClass().getClassLoader();
        return lookups.ask(
                client,
                asking,
                () -> {
                    try (Connection connection = source.find().getConnection()) {
                        Set<String> values = values(connection, table, column, user);
                        if (!connection.getAutoCommit()) {
                            connection.rollback(); // the end of what was only read
                        }
                        return values;
                    }
                });
    }

    private Set<String> values(Connection connection, String table, String column, String user)
            throws SQLException {
        String name = tables.userNameCol();
        String sql =
                "SELECT " + name + ", " + column + " FROM " + table + " WHERE " + name + " = ?";
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
}

package dev.serval.security;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads all users of the tables of a database, for a program. Used by one thread. Names that a
 * {@link UserTable} cannot have are left out: those of roles and groups with commas, or with blanks
 * before them.
 */
final class TableReading {
    private static final int MOST_ROWS = 100_000;

    private final Connection connection;
    private final UserSchema schema;

    TableReading(Connection connection, UserSchema schema) {
        this.connection = connection;
        this.schema = schema;
    }

    UserTable table() throws SQLException {
        List<UserTable.Role> roles = new ArrayList<>();
        Set<String> known = new HashSet<>();
        if (schema.roleTable() != null) {
            for (String[] row :
                    words(schema.roleTable(), schema.roleNameCol(), schema.descriptionCol())) {
                roles.add(new UserTable.Role(row[0], row[1]));
                known.add(row[0]);
            }
        }
        Map<String, Set<String>> rolesOf =
                schema.hasRoles()
                        ? pairs(schema.userRoleTable(), schema.userNameCol(), schema.roleNameCol())
                        : Map.of();
        if (schema.roleTable() != null) {
            rolesOf.values().forEach(each -> each.retainAll(known));
        }
        List<UserTable.Group> groups = new ArrayList<>();
        Map<String, Set<String>> groupsOf = Map.of();
        if (schema.groups() != null) {
            UserSchema.Groups its = schema.groups();
            Map<String, Set<String>> have =
                    pairs(its.groupRoleTable(), its.groupNameCol(), schema.roleNameCol());
            have.values().forEach(each -> each.retainAll(known));
            for (String[] row :
                    words(its.groupTable(), its.groupNameCol(), schema.descriptionCol())) {
                groups.add(
                        new UserTable.Group(row[0], row[1], have.getOrDefault(row[0], Set.of())));
            }
            groupsOf = pairs(its.userGroupTable(), schema.userNameCol(), its.groupNameCol());
        }
        return new UserTable(roles, groups, users(rolesOf, groupsOf));
    }

    private List<UserTable.User> users(
            Map<String, Set<String>> rolesOf, Map<String, Set<String>> groupsOf)
            throws SQLException {
        List<UserTable.User> users = new ArrayList<>();
        for (String[] row :
                rows(
                        schema.userTable(),
                        schema.userNameCol(),
                        schema.userCredCol(),
                        schema.userFullNameCol())) {
            users.add(
                    new UserTable.User(
                            row[0],
                            row[1],
                            row[2],
                            groupsOf.getOrDefault(row[0], Set.of()),
                            rolesOf.getOrDefault(row[0], Set.of())));
        }
        return users;
    }

    /** The values of the second column that belong to each value of the first. */
    private Map<String, Set<String>> pairs(String table, String of, String column)
            throws SQLException {
        Map<String, Set<String>> all = new LinkedHashMap<>();
        for (String[] row : rows(table, of, column)) {
            if (isWord(row[1])) {
                all.computeIfAbsent(row[0], key -> new HashSet<>()).add(row[1]);
            }
        }
        return all;
    }

    private List<String[]> words(String table, String name, String description)
            throws SQLException {
        List<String[]> rows = rows(table, name, description);
        rows.removeIf(row -> !isWord(row[0]));
        return rows;
    }

    private static boolean isWord(String name) {
        return name != null
                && !name.isBlank()
                && name.equals(name.strip())
                && name.indexOf(',') < 0;
    }

    /** Columns of a fixed length end in blanks. */
    private static String text(String value) {
        return value == null ? null : value.stripTrailing();
    }

    /**
     * The rows of a table that have a name.
     *
     * @param columns after that of the name; null for a column without values
     */
    private List<String[]> rows(String table, String name, String... columns) throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT " + name);
        for (String column : columns) {
            if (column != null) {
                sql.append(", ").append(column);
            }
        }
        sql.append(" FROM ").append(table);
        List<String[]> all = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(TableUsers.QUERY_SECONDS);
            statement.setMaxRows(MOST_ROWS + 1);
            try (ResultSet rows = statement.executeQuery(sql.toString())) {
                while (rows.next()) {
                    String[] row = new String[columns.length + 1];
                    row[0] = text(rows.getString(1));
                    int next = 2;
                    for (int i = 1; i < row.length; i++) {
                        row[i] = columns[i - 1] == null ? null : text(rows.getString(next++));
                    }
                    if (row[0] != null && !row[0].isEmpty()) {
                        all.add(row);
                    }
                }
            }
        }
        if (all.size() > MOST_ROWS) {
            throw new SQLException(table + " has more than " + MOST_ROWS + " rows");
        }
        return all;
    }
}

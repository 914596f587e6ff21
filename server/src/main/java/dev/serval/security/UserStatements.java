package dev.serval.security;

import java.util.ArrayList;
import java.util.List;

/**
 * The statements that query one user. Immutable. Each has the name as its parameter, and rows of
 * two columns: the name that was found, and the value.
 *
 * @param user whether the user exists: the name twice
 * @param password of the stored password
 * @param roles of the user's own roles, and of those of groups
 */
record UserStatements(String user, String password, List<String> roles) {
    static UserStatements of(UserSchema schema) {
        List<String> roles = new ArrayList<>();
        if (schema.hasRoles()) {
            roles.add(
                    statement(schema, schema.roleNameCol(), schema.userRoleTable())
                            + known(
                                    schema.roleNameCol(),
                                    schema.roleNameCol(),
                                    schema.roleTable()));
        }
        if (schema.groups() != null) {
            roles.add(ofGroups(schema, schema.groups()));
        }
        return new UserStatements(
                statement(schema, schema.userNameCol(), schema.userTable()),
                statement(schema, schema.userCredCol(), schema.userTable()),
                List.copyOf(roles));
    }

    private static String statement(UserSchema schema, String column, String table) {
        String name = schema.userNameCol();
        return "SELECT " + name + ", " + column + " FROM " + table + " WHERE " + name + " = ?";
    }

    private static String ofGroups(UserSchema schema, UserSchema.Groups groups) {
        String group = groups.groupNameCol();
        return "SELECT u."
                + schema.userNameCol()
                + ", g."
                + schema.roleNameCol()
                + " FROM "
                + groups.userGroupTable()
                + " u, "
                + groups.groupRoleTable()
                + " g WHERE u."
                + schema.userNameCol()
                + " = ? AND g."
                + group
                + " = u."
                + group
                + known("u." + group, group, groups.groupTable())
                + known("g." + schema.roleNameCol(), schema.roleNameCol(), schema.roleTable());
    }

    /**
     * The condition that a value is in the table of those that count. The column is qualified by
     * this table: if the table had no such column, a database would take the outer one, and all
     * would count.
     */
    private static String known(String what, String column, String table) {
        return table == null
                ? ""
                : " AND " + what + " IN (SELECT t." + column + " FROM " + table + " t)";
    }
}

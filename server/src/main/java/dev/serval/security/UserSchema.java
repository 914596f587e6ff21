package dev.serval.security;

/**
 * Where users are in a database: its tables and their columns, by Tomcat's names. Immutable. A name
 * is part of statements as it is.
 *
 * @param userNameCol in the table of users, and in those of their roles and groups
 * @param userFullNameCol null if users have none
 * @param userRoleTable the roles that users have themselves; null if there are none
 * @param roleNameCol in all tables of roles; null if there are none
 * @param roleTable the roles that count; null if every role does
 * @param groups null if users are in none
 * @param descriptionCol of roles and groups; null if they have none
 */
public record UserSchema(
        String userTable,
        String userNameCol,
        String userCredCol,
        String userFullNameCol,
        String userRoleTable,
        String roleNameCol,
        String roleTable,
        Groups groups,
        String descriptionCol) {
    /**
     * Where groups are. Immutable.
     *
     * @param groupTable the groups that count
     * @param groupNameCol in all tables of groups
     * @param userGroupTable which users are in them
     * @param groupRoleTable the roles that they have
     */
    public record Groups(
            String groupTable, String groupNameCol, String userGroupTable, String groupRoleTable) {}

    /**
     * Without groups, where every role counts.
     *
     * @param userRoleTable null if users have no roles
     * @param roleNameCol null if users have no roles
     */
    public UserSchema(
            String userTable,
            String userNameCol,
            String userCredCol,
            String userRoleTable,
            String roleNameCol) {
        this(
                userTable,
                userNameCol,
                userCredCol,
                null,
                userRoleTable,
                roleNameCol,
                null,
                null,
                null);
    }

    /** Whether users have roles. */
    boolean hasRoles() {
        return userRoleTable != null && roleNameCol != null;
    }
}

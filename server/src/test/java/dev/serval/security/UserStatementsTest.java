package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserStatementsTest {
    @Test
    void withoutGroupsRolesAreThoseOfTheUser() {
        UserStatements statements =
                UserStatements.of(new UserSchema("users", "name", "pass", "user_roles", "role"));
        assertThat(statements.user()).isEqualTo("SELECT name, name FROM users WHERE name = ?");
        assertThat(statements.password()).isEqualTo("SELECT name, pass FROM users WHERE name = ?");
        assertThat(statements.roles())
                .containsExactly("SELECT name, role FROM user_roles WHERE name = ?");
    }

    @Test
    void withoutATableOfRolesNothingIsAsked() {
        assertThat(UserStatements.of(new UserSchema("u", "n", "p", null, null)).roles()).isEmpty();
        assertThat(UserStatements.of(new UserSchema("u", "n", "p", "r", null)).roles()).isEmpty();
    }

    @Test
    void rolesAndGroupsAreThoseOfTheirTables() {
        UserSchema schema =
                new UserSchema(
                        "users",
                        "name",
                        "pass",
                        null,
                        "user_roles",
                        "role",
                        "roles",
                        new UserSchema.Groups("groups", "grp", "user_groups", "group_roles"),
                        null);
        assertThat(UserStatements.of(schema).roles())
                .containsExactly(
                        "SELECT name, role FROM user_roles WHERE name = ?"
                                + " AND role IN (SELECT t.role FROM roles t)",
                        "SELECT u.name, g.role FROM user_groups u, group_roles g"
                                + " WHERE u.name = ? AND g.grp = u.grp"
                                + " AND u.grp IN (SELECT t.grp FROM groups t)"
                                + " AND g.role IN (SELECT t.role FROM roles t)");
    }
}

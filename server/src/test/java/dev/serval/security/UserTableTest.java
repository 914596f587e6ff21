package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.security.UserTable.Group;
import dev.serval.security.UserTable.Role;
import dev.serval.security.UserTable.User;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserTableTest {
    private static final UserTable TABLE =
            new UserTable(
                    List.of(new Role("admin", "may all")),
                    List.of(new Group("staff", null, Set.of("clerk"))),
                    List.of(new User("ann", "a", null, Set.of("staff"), Set.of("admin"))));

    private static Set<String> roles(UserTable table, String user) {
        return table.toUsers().find(user).roles();
    }

    @Test
    void aUserHasTheRolesOfItsGroupsToo() {
        assertThat(roles(TABLE, "ann")).containsExactlyInAnyOrder("admin", "clerk");
    }

    @Test
    void whatIsAddedTakesThePlaceOfItsName() {
        UserTable changed = TABLE.with(new User("ann", "b", "Ann", Set.of(), Set.of("clerk")));
        assertThat(changed.users()).hasSize(1);
        assertThat(changed.users().get(0).password()).isEqualTo("b");
        assertThat(roles(changed, "ann")).containsExactly("clerk");
        assertThat(roles(TABLE, "ann")).as("it is another table").contains("admin");
    }

    @Test
    void whatIsTakenOutIsNobodysAnyMore() {
        assertThat(roles(TABLE.withoutRole("admin"), "ann")).containsExactly("clerk");
        assertThat(roles(TABLE.withoutRole("clerk"), "ann")).containsExactly("admin");
        assertThat(roles(TABLE.withoutGroup("staff"), "ann")).containsExactly("admin");
        assertThat(TABLE.withoutUser("ann").users()).isEmpty();
        assertThat(TABLE.withoutRole("admin").roles()).isEmpty();
        assertThat(TABLE.withoutGroup("staff").groups()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a,b", " a", "a "})
    void aNameBetweenCommasIsOneWord(String name) {
        assertThatThrownBy(() -> new Role(name, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Group(name, null, Set.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new User("u", "p", null, Set.of(), Set.of(name)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPasswordIsNotShown() {
        assertThat(TABLE.users().toString()).isEqualTo("[ann]");
    }
}

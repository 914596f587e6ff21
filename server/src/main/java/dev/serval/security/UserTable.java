package dev.serval.security;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Users, and the groups and roles that they have, as a file keeps them. Immutable. Names are unique
 * of their kind: of two entries the last counts. What a user or a group names need not have an
 * entry.
 */
public record UserTable(List<Role> roles, List<Group> groups, List<User> users) {
    /** No users. */
    public static final UserTable EMPTY = new UserTable(List.of(), List.of(), List.of());

    private interface Named {
        String name();
    }

    /**
     * A role. Immutable.
     *
     * @param description null if there is none
     */
    public record Role(String name, String description) implements Named {
        public Role {
            word(name);
        }
    }

    /**
     * Users that have roles together. Immutable.
     *
     * @param description null if there is none
     */
    public record Group(String name, String description, Set<String> roles) implements Named {
        public Group {
            word(name);
            roles = words(roles);
        }
    }

    /**
     * A user. Immutable.
     *
     * @param password as it is stored, such as {@code serval.sh digest} prints it; null if the user
     *     cannot log in by one
     * @param fullName null if there is none
     */
    public record User(
            String name, String password, String fullName, Set<String> groups, Set<String> roles)
            implements Named {
        public User {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a user needs a name");
            }
            groups = words(groups);
            roles = words(roles);
        }

        /** Only the name: a password must not be shown. */
        @Override
        public String toString() {
            return name;
        }
    }

    public UserTable {
        roles = unique(roles);
        groups = unique(groups);
        users = unique(users);
    }

    private static <T extends Named> List<T> unique(List<T> all) {
        Map<String, T> byName = new LinkedHashMap<>();
        all.forEach(each -> byName.put(each.name(), each));
        return List.copyOf(byName.values());
    }

    /** Checks a name that is listed between commas. */
    private static void word(String name) {
        if (name.isBlank() || !name.equals(name.strip()) || name.indexOf(',') >= 0) {
            throw new IllegalArgumentException(
                    "\""
                            + name
                            + "\" is no name of a role or a group: it is empty, begins or ends"
                            + " with a blank, or has a comma");
        }
    }

    private static Set<String> words(Collection<String> names) {
        names.forEach(UserTable::word);
        return Collections.unmodifiableSet(new TreeSet<>(names));
    }

    /** With that one, in place of the one of its name. */
    public UserTable with(User user) {
        return new UserTable(roles, groups, and(users, user));
    }

    /** With that one, in place of the one of its name. */
    public UserTable with(Group group) {
        return new UserTable(roles, and(groups, group), users);
    }

    /** With that one, in place of the one of its name. */
    public UserTable with(Role role) {
        return new UserTable(and(roles, role), groups, users);
    }

    private static <T extends Named> List<T> and(List<T> all, T one) {
        List<T> more = new ArrayList<>(all);
        more.add(one);
        return more;
    }

    private static <T extends Named> List<T> but(List<T> all, String name) {
        return all.stream().filter(each -> !each.name().equals(name)).toList();
    }

    private static Set<String> but(Set<String> all, String name) {
        Set<String> less = new HashSet<>(all);
        less.remove(name);
        return less;
    }

    /** Without the user of that name. */
    public UserTable withoutUser(String name) {
        return new UserTable(roles, groups, but(users, name));
    }

    /** Without the group of that name, which no user is in then. */
    public UserTable withoutGroup(String name) {
        return new UserTable(
                roles,
                but(groups, name),
                users.stream()
                        .map(
                                user ->
                                        new User(
                                                user.name,
                                                user.password,
                                                user.fullName,
                                                but(user.groups, name),
                                                user.roles))
                        .toList());
    }

    /** Without the role of that name, which no user has then. */
    public UserTable withoutRole(String name) {
        return new UserTable(
                but(roles, name),
                groups.stream()
                        .map(g -> new Group(g.name, g.description, but(g.roles, name)))
                        .toList(),
                users.stream()
                        .map(
                                user ->
                                        new User(
                                                user.name,
                                                user.password,
                                                user.fullName,
                                                user.groups,
                                                but(user.roles, name)))
                        .toList());
    }

    /** As realms know them: each with all of its roles, those of its groups too. */
    public Users toUsers() {
        Map<String, Set<String>> ofGroups = new LinkedHashMap<>();
        groups.forEach(group -> ofGroups.put(group.name, group.roles));
        List<Users.User> all = new ArrayList<>();
        for (User user : users) {
            Set<String> every = new HashSet<>(user.roles);
            user.groups.forEach(group -> every.addAll(ofGroups.getOrDefault(group, Set.of())));
            all.add(new Users.User(user.name, user.password, every));
        }
        return new Users(all);
    }
}

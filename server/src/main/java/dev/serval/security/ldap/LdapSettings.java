package dev.serval.security.ldap;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where users and their roles are in a directory. Names and defaults are Tomcat's. Immutable.
 *
 * @param roles null if the directory is not searched for roles
 * @param commonRole that all users have; null if there is none
 * @param sizeLimit entries of one search; 0 for any number
 * @param timeLimit milliseconds that the directory may search; 0 for what it allows
 * @param adCompat whether a search ends where it would have to go on elsewhere, as with Active
 *     Directory
 */
public record LdapSettings(
        Users users,
        Roles roles,
        String commonRole,
        int sizeLimit,
        int timeLimit,
        boolean adCompat) {

    /**
     * How the entry of a user is found. Immutable.
     *
     * @param patterns the names that it may have, with {0} for the user; empty if it is searched
     * @param base in which it is searched
     * @param filter with {0} for the user
     * @param subtree whether also below the entries of the base
     * @param asUser whether the user searches
     * @param password the attribute that has the stored password; null if the directory checks
     *     passwords
     * @param roleName the attribute that has roles; null if there is none
     * @param roleAttribute the attribute that is {2} of the search for roles; null if there is none
     */
    public record Users(
            List<String> patterns,
            String base,
            String filter,
            boolean subtree,
            boolean asUser,
            String password,
            String roleName,
            String roleAttribute) {
        public Users {
            patterns = List.copyOf(patterns);
        }

        /** The attributes that are read of an entry. */
        String[] attributes() {
            return Stream.of(password, roleName, roleAttribute)
                    .filter(Objects::nonNull)
                    .toArray(String[]::new);
        }
    }

    /**
     * How roles are searched. Immutable.
     *
     * @param base with {0} and so on for the parts of the name of the user's entry, from its end
     * @param filter with {0} for that name, {1} for the user, {2} for the role attribute
     * @param name the attribute that has the name of the role
     * @param subtree whether also below the entries of the base
     * @param nested whether roles have the roles of which they are members
     * @param asUser whether the user searches
     */
    public record Roles(
            String base,
            String filter,
            String name,
            boolean subtree,
            boolean nested,
            boolean asUser) {}
}

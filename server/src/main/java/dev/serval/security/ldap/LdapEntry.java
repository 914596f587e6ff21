package dev.serval.security.ldap;

import java.util.List;

/**
 * The entry of a user. Immutable.
 *
 * @param user as clients write the name
 * @param name of the entry
 * @param password the stored password; null if it is not read
 * @param roles that the entry itself has
 * @param roleAttribute empty if it is not read
 */
record LdapEntry(
        String user, String name, String password, List<String> roles, String roleAttribute) {
    LdapEntry {
        roles = List.copyOf(roles);
    }
}

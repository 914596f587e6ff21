package dev.serval.security.ldap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.PartialResultException;
import javax.naming.directory.Attribute;
import javax.naming.directory.Attributes;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;
import javax.naming.ldap.LdapName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Searches entries of users and their roles. Immutable, thread-safe. */
final class LdapSearch {
    private static final Logger LOG = LoggerFactory.getLogger(LdapRealm.class);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final LdapSettings settings;

    LdapSearch(LdapSettings settings) {
        this.settings = settings;
    }

    /** The one entry of a user; null if there is none, or more than one. */
    LdapEntry user(LdapConnection connection, String user) throws NamingException {
        LdapSettings.Users users = settings.users();
        String filter = LdapText.filled(users.filter(), LdapText.filterValue(user));
        Map<String, Attributes> found =
                found(connection, users.base(), filter, users.subtree(), users.attributes());
        if (found.size() > 1) {
            LOG.warn(
                    "SRV-0666 userSearch of a Realm finds {} entries for one user, who cannot log"
                            + " in: {}",
                    found.size(),
                    found.keySet());
        }
        if (found.size() != 1) {
            return null;
        }
        Map.Entry<String, Attributes> only = found.entrySet().iterator().next();
        // The entry of no name is the directory itself: a bind with it is an anonymous bind.
        return only.getKey().isEmpty() ? null : entry(user, only.getKey(), only.getValue());
    }

    /** The name of the entry according to a pattern. */
    static String name(String pattern, String user) {
        return LdapText.filled(pattern, LdapText.nameValue(user));
    }

    /** The entry of a known name. */
    LdapEntry entry(LdapConnection connection, String user, String name) throws NamingException {
        return entry(user, name, connection.attributes(name, settings.users().attributes()));
    }

    private LdapEntry entry(String user, String name, Attributes attributes)
            throws NamingException {
        LdapSettings.Users users = settings.users();
        List<String> password = values(attributes, users.password());
        List<String> role = values(attributes, users.roleAttribute());
        return new LdapEntry(
                user,
                name,
                password.isEmpty() ? null : password.get(0),
                values(attributes, users.roleName()),
                role.isEmpty() ? "" : role.get(0));
    }

    /** All roles of a user: of the entry itself, of the search, and the common one. */
    Set<String> roles(LdapConnection connection, LdapEntry entry) throws NamingException {
        Set<String> all = new LinkedHashSet<>(entry.roles());
        if (settings.commonRole() != null) {
            all.add(settings.commonRole());
        }
        LdapSettings.Roles roles = settings.roles();
        if (roles == null) {
            return all;
        }
        LdapName parts = new LdapName(entry.name());
        String[] values = parts.getRdns().stream().map(Object::toString).toArray(String[]::new);
        String base = LdapText.filled(roles.base(), values);
        Set<LdapName> seen = new LinkedHashSet<>();
        List<Group> next =
                groups(connection, base, entry.name(), entry.user(), entry.roleAttribute());
        long begin = System.nanoTime();
        while (!next.isEmpty()) {
            List<Group> within = new ArrayList<>();
            for (Group group : next) {
                if (!seen.add(new LdapName(group.name()))) {
                    continue;
                }
                all.add(group.role());
                if (roles.nested()) {
                    if (System.nanoTime() - begin > LONGEST_NANOS) {
                        throw new NamingException(
                                "roles of roles were not all found within "
                                        + TimeUnit.NANOSECONDS.toSeconds(LONGEST_NANOS)
                                        + " s");
                    }
                    within.addAll(
                            groups(connection, base, group.name(), group.role(), group.role()));
                }
            }
            next = within;
        }
        return all;
    }

    private record Group(String name, String role) {}

    /** The groups that have a member of that name. */
    private List<Group> groups(
            LdapConnection connection, String base, String member, String user, String attribute)
            throws NamingException {
        LdapSettings.Roles roles = settings.roles();
        // Names may stand within names of entries: a comma in one must not begin another part.
        String filter =
                LdapText.filled(
                        roles.filter(),
                        LdapText.filterValue(member),
                        LdapText.filterValue(LdapText.nameValue(user)),
                        LdapText.filterValue(LdapText.nameValue(attribute)));
        List<Group> groups = new ArrayList<>();
        for (Map.Entry<String, Attributes> each :
                found(connection, base, filter, roles.subtree(), roles.name()).entrySet()) {
            List<String> names = values(each.getValue(), roles.name());
            if (!names.isEmpty()) {
                groups.add(new Group(each.getKey(), names.get(0)));
            }
        }
        return groups;
    }

    private Map<String, Attributes> found(
            LdapConnection connection,
            String base,
            String filter,
            boolean subtree,
            String... attributes)
            throws NamingException {
        SearchControls controls = new SearchControls();
        controls.setSearchScope(
                subtree ? SearchControls.SUBTREE_SCOPE : SearchControls.ONELEVEL_SCOPE);
        controls.setCountLimit(settings.sizeLimit());
        controls.setTimeLimit(settings.timeLimit());
        controls.setReturningAttributes(attributes.length == 0 ? new String[] {"1.1"} : attributes);
        Map<String, Attributes> found = new LinkedHashMap<>();
        NamingEnumeration<SearchResult> results = connection.search(base, filter, controls);
        try {
            while (results.hasMore()) {
                SearchResult result = results.next();
                found.put(result.getNameInNamespace(), result.getAttributes());
            }
        } catch (PartialResultException e) {
            if (!settings.adCompat()) {
                throw e;
            }
        } finally {
            results.close();
        }
        return found;
    }

    /** The values of an attribute; none if it is missing, or null. */
    private static List<String> values(Attributes attributes, String name) throws NamingException {
        Attribute attribute = name == null ? null : attributes.get(name);
        List<String> values = new ArrayList<>();
        if (attribute != null) {
            NamingEnumeration<?> all = attribute.getAll();
            while (all.hasMore()) {
                Object value = all.next();
                values.add(
                        value instanceof byte[] bytes
                                ? new String(bytes, StandardCharsets.UTF_8)
                                : String.valueOf(value));
            }
        }
        return values;
    }
}
